// The theme's list of chapters opens at this one; the bar of a phone opens it, too.
document.getElementById("__drawer")?.addEventListener("change", ({ target }) => {
  if (target.checked) document.querySelector(".md-nav--primary a.md-nav__link--active")?.scrollIntoView({ block: "center" });
});
document.addEventListener("click", (event) => {
  const drawer = document.getElementById("__drawer");
  if (!drawer || !event.target.closest("[data-contents]")) return;
  event.preventDefault();
  drawer.click();
});
