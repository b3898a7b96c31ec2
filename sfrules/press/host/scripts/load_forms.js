// What works a form is loaded where a page has one; until then, forms are hidden.
{
  const { src } = document.currentScript;
  let isLoaded = false;
  eachPage(() => {
    if (isLoaded || !document.querySelector("form[hidden]")) return;
    isLoaded = true;
    document.head.append(Object.assign(document.createElement("script"), { src: new URL("forms.js", src) }));
  });
}
