import { accentOf } from "../../../contract/accent.ts";

/** Colors of the two themes. Email clients support neither variables nor oklch. */
export const light = {
  ground: "#faf5ec",
  ink: "#241a22",
  muted: "#5a4b55",
  line: "#ddd3c6",
  mark: "#b3661a",
};
export const dark = { ground: "#171016", ink: "#f7f3ec", muted: "#c3b8bb", line: "#3a2f38", mark: "#fdb04d" };
/** The button, the same in both themes. */
export const button = { fill: "#fdb04d", ink: "#1c1209" };
export const displayFont = "'Bricolage Grotesque','Arial Narrow',Arial,sans-serif";
export const bodyFont = "'Instrument Sans',Helvetica,Arial,sans-serif";

/** Colors that follow the studio's accent. */
export interface EmailAccent {
  readonly lightMark: string;
  readonly darkMark: string;
  readonly fill: string;
}

/** @param color such as #ff9a62; null for the product's */
export function emailAccentOf(color: string | null): EmailAccent {
  if (!color) return { lightMark: light.mark, darkMark: dark.mark, fill: button.fill };
  const accent = accentOf(color);
  return { lightMark: accent.light.mark, darkMark: accent.dark.mark, fill: accent.light.fill };
}

const darkRules = (accent: EmailAccent) =>
  [
    [".bg", `background:${dark.ground}`],
    [".ink", `color:${dark.ink}`],
    [".muted", `color:${dark.muted}`],
    [".line", `border-color:${dark.line}`],
    [".mark-ink", `stroke:${dark.ink}`],
    [".mark-lit", `stroke:${accent.darkMark}`],
    [".logo-light", "display:none"],
    [".logo-dark", "display:block"],
  ] as const;

/** Outlook’s apps ignore the media query, and mark the colors that they change by an attribute. */
const rules = (prefix: string, accent: EmailAccent): string =>
  darkRules(accent)
    .map(([selector, rule]) => `${prefix}${selector}{${rule}!important}`)
    .join("");

/** Style sheet of what inline styles can't do. Clients that drop it show the light theme at the width of the window. */
export const styleSheet = (accent: EmailAccent): string =>
  [
    `.bg{background:${light.ground}}`,
    `@media (prefers-color-scheme:dark){${rules("", accent)}}`,
    rules("[data-ogsc] ", accent),
    "@media (max-width:520px){.side{padding-left:20px!important;padding-right:20px!important}.title{font-size:32px!important}}",
  ].join("");
