// The reason as a ladder: one effect is shown at a time, beside the rung that it stands on.

export class Ladder {
  constructor(where) {
    this.where = where;
    this.stage = null; // null: the last, whichever that is
    where.addEventListener("input", (event) => {
      if (event.target.id === "stage") this.go(Number(event.target.value));
    });
    where.addEventListener("click", (event) => {
      const pressed = event.target.closest("button");
      if (pressed?.dataset.step) this.go(Number(this.slider.value) + Number(pressed.dataset.step));
      if (pressed?.dataset.go) this.go(Number(pressed.dataset.go), true, pressed);
      if (pressed?.id === "speak") this.speak(pressed);
    });
  }

  get slider() {
    return this.where.querySelector("#stage");
  }

  // A new picture is shown where the one before was.
  begin() {
    this.where.querySelector("#speak").hidden = !("speechSynthesis" in globalThis);
    const last = Number(this.slider.max);
    this.go(this.stage === null ? last : Math.min(this.stage, last), false);
  }

  go(number, keep = true, pressed = null) {
    const last = Number(this.slider.max);
    const now = Math.max(0, Math.min(last, number));
    if (keep) this.stage = now === last ? null : now;
    this.slider.value = now;
    this.slider.setAttribute("aria-valuetext", now ? `effect ${now} of ${last}` : "before the first layer");
    for (const each of this.where.querySelectorAll(".stage")) each.hidden = Number(each.dataset.stage) !== now;
    for (const each of this.where.querySelectorAll(".node")) {
      const mine = Number(each.dataset.node);
      each.classList.toggle("now", mine === now);
      each.classList.toggle("later", mine > now);
      if (mine === now) each.setAttribute("aria-current", "step");
      else each.removeAttribute("aria-current");
    }
    this.standBeside(pressed ?? this.where.querySelector(`.node[data-node="${now}"]`), keep);
  }

  // The explanation stands beside its rung: in a column of its own, or, where there is none, beneath.
  standBeside(node, inSight) {
    const whole = this.where.querySelector(".why");
    const stages = this.where.querySelector(".stages");
    const columns = getComputedStyle(whole).gridTemplateColumns.split(" ").length;
    if (columns > 1 || !node) whole.prepend(stages);
    else node.closest(".rung").append(stages);
    if (inSight && node) (columns > 1 ? node : node.closest(".rung")).scrollIntoView({ block: "nearest" });
  }

  speak(button) {
    if (speechSynthesis.speaking) {
      speechSynthesis.cancel();
      button.textContent = "Speak";
      return;
    }
    const said = new SpeechSynthesisUtterance(this.where.querySelector("#aloud").innerText);
    said.lang = "en";
    said.onend = () => (button.textContent = "Speak");
    button.textContent = "Be quiet";
    speechSynthesis.speak(said);
  }
}
