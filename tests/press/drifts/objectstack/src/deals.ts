export const deal0 = 0;
export const deal1 = 1;
export const deal2 = 2;
export const deal3 = 3;
export const deal4 = 4;
export const deal5 = 5;
export const deal6 = 6;
