// Sets theme, contrast and density before anything is painted, so that no page flashes in the wrong
// colours. A file of its own because the server allows no inline script.
(() => {
  const root = document.documentElement;
  let stored = {};
  try {
    stored = JSON.parse(localStorage.getItem("wireclip.look") ?? "{}");
  } catch {
    // A browser that keeps nothing gets what its system asks for.
  }
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme =
    stored.theme === "light" || stored.theme === "dark" ? stored.theme : dark ? "dark" : "light";
  root.dataset.density = stored.density === "compact" ? "compact" : "comfortable";
  if (stored.contrast === "more" || matchMedia("(prefers-contrast: more)").matches)
    root.dataset.contrast = "more";
  if (stored.language) root.lang = stored.language;
})();
