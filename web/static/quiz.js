// The quiz: an answer is chosen, then the verdicts and the ladder open. The score stays in this browser.

import { Ladder } from "./why.js";

const solved = document.getElementById("solved");
const daily = document.getElementById("daily");
const SCORE = "striate-quiz";

// The same question for everybody on one day.
if (daily) {
  const all = JSON.parse(daily.dataset.all);
  const day = Math.floor(Date.now() / 86_400_000);
  daily.href = `${daily.dataset.base}/quiz/${all[day % all.length]}`;
}

function score() {
  try {
    return JSON.parse(localStorage.getItem(SCORE)) ?? {};
  } catch {
    return {};
  }
}

function keep(id, right) {
  const now = score();
  if (id in now) return now;
  now[id] = right;
  try {
    localStorage.setItem(SCORE, JSON.stringify(now));
  } catch {
    // A browser that keeps nothing keeps no score.
  }
  return now;
}

function tell(now) {
  const place = document.getElementById("score");
  const all = Object.values(now);
  if (place && all.length) place.textContent = `${all.filter(Boolean).length} of ${all.length} right so far`;
}

const choices = [...document.querySelectorAll("[data-choice]")];
if (solved) {
  const ladder = new Ladder(solved);
  solved.addEventListener("toggle", () => solved.open && ladder.begin());
  for (const button of choices) {
    button.disabled = false;
    button.addEventListener("click", () => {
      const right = "right" in button.dataset;
      for (const each of choices) {
        each.disabled = true;
        each.classList.toggle("is-right", "right" in each.dataset);
        each.classList.toggle("is-wrong", each === button && !right);
      }
      document.getElementById("verdict").textContent = right ? "Right." : "No: the answer with ✓ is right.";
      tell(keep(document.querySelector("main").dataset.quiz, right));
      solved.open = true;
    });
  }
}
tell(score());
