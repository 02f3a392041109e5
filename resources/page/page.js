"use strict";
document.querySelectorAll(".pipeline").forEach(function (pipeline) {
  var links = Array.from(pipeline.querySelectorAll(".passes a"));
  var steps = Array.from(pipeline.querySelectorAll(".steps > section"));
  if (!links.length || !steps.length) { return; }
  var at = -1;
  function show(number) {
    at = Math.max(0, Math.min(number, links.length - 1));
    var wanted = links[at].getAttribute("href").slice(1);
    links.forEach(function (link, place) {
      link.parentNode.classList.toggle("current", place === at);
      link.setAttribute("aria-current", place === at ? "step" : "false");
    });
    steps.forEach(function (step) { step.classList.toggle("current", step.id === wanted); });
  }
  pipeline.classList.add("stepping");
  links.forEach(function (link, place) {
    link.addEventListener("click", function (event) { event.preventDefault(); show(place); link.focus(); });
  });
  pipeline.querySelector(".passes").addEventListener("keydown", function (event) {
    var by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (by === undefined) { return; }
    event.preventDefault();
    show(at + by);
    links[at].focus();
  });
  pipeline.querySelector(".all").addEventListener("change", function (event) {
    pipeline.classList.toggle("every", event.target.checked);
  });
  show(0);
});
