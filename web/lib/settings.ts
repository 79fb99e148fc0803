/**
 * Appearance settings. Theme and text size change the first paint, so they are cookies that the server writes
 * into `<html>`.
 * The other settings are in localStorage.
 */
export const themes = ["system", "room", "daylight"] as const;
export type Theme = (typeof themes)[number];

/** Percent of the browser's own text size. */
export const textSizes = [100, 115, 130, 150, 175, 200] as const;
export type TextSize = (typeof textSizes)[number];

const YEAR_S = 365 * 24 * 3600;

/** The current value in `<html>`. */
export function currentTheme(): Theme {
  return themes.find((theme) => theme === document.documentElement.dataset.theme) ?? "system";
}

/** Takes effect at once and on the next start. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  remember("theme", theme);
}

/** The current value in `<html>`. */
export function currentTextSize(): TextSize {
  return textSizes.find((size) => String(size) === document.documentElement.dataset.textSize) ?? 100;
}

/** Takes effect at once and on the next start. */
export function setTextSize(size: TextSize): void {
  document.documentElement.dataset.textSize = String(size);
  remember("text-size", String(size));
}

/** Saves a setting as a cookie, which the server reads for the next page. */
export function remember(name: string, value: string): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${name}=${value}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${secure}`;
}
