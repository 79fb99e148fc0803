/** The theme that the page shows: providers' frames can't read it. */
export function shownTheme(): "room" | "daylight" {
  const { theme } = document.documentElement.dataset;
  if (theme === "room" || theme === "daylight") return theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "room" : "daylight";
}

/** Hears when the shown theme may have changed. @returns stops it */
export function watchTheme(heard: () => void): () => void {
  const root = new MutationObserver(heard);
  root.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  const system = matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", heard);
  return () => {
    root.disconnect();
    system.removeEventListener("change", heard);
  };
}
