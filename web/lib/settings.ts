/**
 * How a person wants the app to look and react. The two that change the first paint, theme and text size, are cookies,
 * so that the server writes them into `<html>`; the rest is in localStorage.
 */
export const themes = ["system", "room", "daylight"] as const;
export type Theme = (typeof themes)[number];

/** Percent of the browser's own size. */
export const textSizes = [100, 115, 130, 150, 175, 200] as const;
export type TextSize = (typeof textSizes)[number];

const YEAR_S = 365 * 24 * 3600;

/** As `<html>` says it now. */
export function currentTheme(): Theme {
  return themes.find((theme) => theme === document.documentElement.dataset.theme) ?? "system";
}

/** Takes effect at once and at the next start. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  remember("theme", theme);
}

/** As `<html>` says it now. */
export function currentTextSize(): TextSize {
  return textSizes.find((size) => String(size) === document.documentElement.dataset.textSize) ?? 100;
}

/** Takes effect at once and at the next start. */
export function setTextSize(size: TextSize): void {
  document.documentElement.dataset.textSize = String(size);
  remember("text-size", String(size));
}

function remember(name: string, value: string): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${name}=${value}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${secure}`;
}
