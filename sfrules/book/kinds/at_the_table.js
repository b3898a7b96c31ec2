// The bar of a phone: its contents open the theme's list of chapters, at this one.
document.addEventListener("click", (event) => {
  const drawer = document.getElementById("__drawer");
  if (!drawer || !event.target.closest("[data-contents]")) return;
  event.preventDefault();
  drawer.click();
  document.querySelector(".md-nav--primary .md-nav__link--active")?.scrollIntoView({ block: "center" });
});
