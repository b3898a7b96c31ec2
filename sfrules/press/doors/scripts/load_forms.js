// What works a form is loaded where a page has one; until then, forms are hidden.
if (document.querySelector("form[hidden]")) document.head.append(Object.assign(document.createElement("script"), { src: new URL("forms.js", document.currentScript.src) }));
