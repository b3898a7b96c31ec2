// Begins work on the page that is loaded, and on each that a theme with instant navigation puts in its place.
const eachPage = (begin) => (window.document$ ? document$.subscribe(begin) : begin());
