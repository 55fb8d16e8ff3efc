// The copy button of a run at the prompt copies what is typed, without `$ ` and without the answer.
document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest?.(".language-console .md-code__button");
    if (!button) return;
    const lines = button.closest(".highlight").querySelector("code").textContent.split("\n");
    const typed = lines.filter((line) => line.startsWith("$ "));
    button.dataset.clipboardText = typed.map((line) => line.slice(2)).join("\n");
  },
  true, // before the button's own listener
);
