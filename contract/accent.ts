/** The studio's accent color: what both themes derive from it, and whether it can be read. Used by the server and the web. */

/** Channels of sRGB, 0 to 1. */
type Rgb = readonly [red: number, green: number, blue: number];
/** Lightness 0 to 1, chroma, and hue in radians. */
type Oklch = readonly [lightness: number, chroma: number, hue: number];

/** Text on a fill of the accent, in both themes: the token --on-spot. */
const ink = "#1e1006";
/** The grounds of each theme that text of the accent stands on: the tokens --bg, --surface and --raised. */
const grounds = {
  light: ["#f9f4ec", "#f1eae0", "#e8dfd5"],
  dark: ["#110b0f", "#1b1319", "#271e25"],
} as const;
/** Minimum contrast of text, and of lines and marks (WCAG 2.2). */
export const textContrast = 4.5;
const markContrast = 3;

/** Whether a text is a color such as #ff9a62. */
export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

const toLinear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
const fromLinear = (value: number): number =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
const linearOf = (color: string): Rgb =>
  [1, 3, 5].map((at) => toLinear(Number.parseInt(color.slice(at, at + 2), 16) / 255)) as unknown as Rgb;

/** Relative luminance of a color. */
function luminance(color: string): number {
  const [red, green, blue] = linearOf(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colors, 1 to 21 (WCAG 2.2). */
export function contrastOf(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** To OKLCH, where colors of equal lightness look equally light (Björn Ottosson). */
function oklchOf(color: string): Oklch {
  const [red, green, blue] = linearOf(color);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, Math.hypot(a, b), Math.atan2(b, a)];
}

function rgbOf([lightness, chroma, hue]: Oklch): Rgb {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** From OKLCH. A color beyond sRGB loses chroma, and keeps its lightness and hue. */
function colorOf([lightness, chroma, hue]: Oklch): string {
  let rgb = rgbOf([lightness, chroma, hue]);
  for (let left = chroma; left > 0 && rgb.some((value) => value < -0.0005 || value > 1.0005); left -= 0.005)
    rgb = rgbOf([lightness, Math.max(0, left - 0.005), hue]);
  const channel = (value: number) =>
    Math.round(fromLinear(Math.min(1, Math.max(0, value))) * 255)
      .toString(16)
      .padStart(2, "0");
  return `#${rgb.map(channel).join("")}`;
}

/** Moves a color's lightness by steps until it contrasts enough with every ground. The color itself, if it already does. */
function until(color: string, step: number, on: readonly string[], contrast: number): string {
  const isEnough = (shade: string) => on.every((ground) => contrastOf(shade, ground) >= contrast);
  let [shade, [lightness, chroma, hue]] = [color, oklchOf(color)];
  while (!isEnough(shade) && (step > 0 ? lightness < 1 : lightness > 0)) {
    lightness = Math.min(1, Math.max(0, lightness + step));
    shade = colorOf([lightness, chroma, hue]);
  }
  return shade;
}

/** Shades of the accent in one theme. */
export interface AccentShades {
  /** Buttons and what is current. */
  readonly fill: string;
  readonly hover: string;
  readonly press: string;
  /** At least 4.5:1 on each ground of the theme. */
  readonly text: string;
  /** Lines and ticks: at least 3:1. */
  readonly mark: string;
}
export interface Accent {
  /** Contrast of a button's text on the accent. Below `textContrast` the color is refused. */
  readonly contrast: number;
  readonly isReadable: boolean;
  readonly light: AccentShades;
  readonly dark: AccentShades;
}

/** What the themes derive from an accent color. @param color such as #ff9a62 */
export function accentOf(color: string): Accent {
  const fill = color.toLowerCase();
  const [lightness, chroma, hue] = oklchOf(fill);
  const contrast = contrastOf(fill, ink);
  const fills = {
    fill,
    hover: colorOf([Math.min(1, lightness + 0.035), chroma, hue]),
    // A pressed button's text stays readable.
    press: until(colorOf([Math.max(0, lightness - 0.05), chroma, hue]), 0.005, [ink], textContrast),
  };
  const shades = (theme: "light" | "dark"): AccentShades => {
    const step = theme === "light" ? -0.005 : 0.005;
    return {
      ...fills,
      text: until(fill, step, grounds[theme], textContrast),
      mark: until(fill, step, grounds[theme], markContrast),
    };
  };
  return {
    contrast,
    isReadable: contrast >= textContrast,
    light: shades("light"),
    dark: shades("dark"),
  };
}

/** A contrast as it is said, rounded down so that a refused one never reads as enough: 4.49 is "4.4". */
export const contrastText = (contrast: number): string => (Math.floor(contrast * 10) / 10).toFixed(1);

/** The tokens of an accent as a style sheet. It comes after the build's, outside its layers. */
export function accentStyles(color: string): string {
  const { light, dark } = accentOf(color);
  const both = (shade: keyof AccentShades) => `light-dark(${light[shade]},${dark[shade]})`;
  return `:root,[data-theme]{--spot:${both("fill")};--spot-hover:${both("hover")};--spot-press:${both("press")};--on-spot:${ink};--spot-text:${both("text")};--spot-mark:${both("mark")}}\n`;
}
