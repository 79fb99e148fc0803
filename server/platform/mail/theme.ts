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

const darkRules = [
  [".bg", `background:${dark.ground}`],
  [".ink", `color:${dark.ink}`],
  [".muted", `color:${dark.muted}`],
  [".line", `border-color:${dark.line}`],
  [".mark-ink", `stroke:${dark.ink}`],
  [".mark-lit", `stroke:${dark.mark}`],
] as const;

/** Outlook’s apps ignore the media query, and mark the colors that they change by an attribute. */
const rules = (prefix: string): string =>
  darkRules.map(([selector, rule]) => `${prefix}${selector}{${rule}!important}`).join("");

/** Style sheet of what inline styles can't do. Clients that drop it show the light theme at the width of the window. */
export const styleSheet = [
  `.bg{background:${light.ground}}`,
  `@media (prefers-color-scheme:dark){${rules("")}}`,
  rules("[data-ogsc] "),
  "@media (max-width:520px){.side{padding-left:20px!important;padding-right:20px!important}.title{font-size:32px!important}}",
].join("");
