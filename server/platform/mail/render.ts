import type { EmailTemplate } from "./email-template.ts";

/** Colors of the two themes. Email clients support neither variables nor oklch. */
const paper = { ground: "#faf5ec", ink: "#241a22", muted: "#5a4b55", line: "#ddd3c6", lit: "#b3661a" };
const room = { ground: "#171016", ink: "#f7f3ec", muted: "#c3b8bb", line: "#3a2f38", lit: "#fdb04d" };
const spot = { fill: "#fdb04d", ink: "#1c1209" };
const display = "'Bricolage Grotesque','Arial Narrow',Arial,sans-serif";
const body = "'Instrument Sans',Helvetica,Arial,sans-serif";

const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => escapes[character]!);
const lines = (text: string): string => escape(text).replaceAll("\n", "<br>");

/** The logo: eight ticks, the first four counted. Table cells, since email clients block images. */
const mark = Array.from({ length: 8 }, (_unused, index) => {
  const [colour, name] = index < 4 ? [paper.ink, "tick"] : [paper.lit, "lit"];
  return `<td class="${name}" style="width:8px;height:20px;background:${colour};font-size:0;line-height:0">&nbsp;</td><td style="width:4px;font-size:0;line-height:0">&nbsp;</td>`;
}).join("");

const style = [
  "@media (prefers-color-scheme:dark){",
  `.bg{background:${room.ground}!important}.ink{color:${room.ink}!important}.mut{color:${room.muted}!important}`,
  `.ln{border-color:${room.line}!important}.tick{background:${room.ink}!important}.lit{background:${room.lit}!important}}`,
  "@media (max-width:520px){.px{padding-left:20px!important;padding-right:20px!important}.h1{font-size:32px!important}}",
].join("");

const row = (inner: string, top: number) =>
  `<tr><td class="px" style="padding:${top}px 40px 0">${inner}</td></tr>`;

/**
 * Renders an email as HTML and as text. The HTML loads no images or remote content. It is readable in every email client, at any
 * text size, in light and dark, and with a screen reader.
 * @param publicUrl scheme and host of its links
 */
export function renderEmail(template: EmailTemplate, publicUrl: string): { html: string; text: string } {
  const { subject, preheader, heading, action, footnote, unsubscribePath } = template;
  const [first, ...others] = template.paragraphs;
  const paragraphs = [
    template.greeting ? `Hello ${template.greeting},` : undefined,
    first,
    template.quote,
    ...others,
  ].filter((paragraph) => paragraph !== undefined);
  const actionUrl = action ? publicUrl + action.path : null;
  const unsubscribeUrl = unsubscribePath ? publicUrl + unsubscribePath : null;
  const small = `font:14px/21px ${body};color:${paper.muted}`;
  const button = action
    ? `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td style="background:${spot.fill};border-radius:10px"><a href="${escape(actionUrl!)}" style="display:inline-block;padding:15px 24px;font:600 17px/22px ${body};color:${spot.ink};text-decoration:none">${escape(action.label)}</a></td></tr></table>` +
      `<p class="mut" style="margin:16px 0 0;${small};word-break:break-all">${escape("If the button doesn’t work, paste this link into your browser:")}<br><a href="${escape(actionUrl!)}" class="ink" style="color:${paper.ink}">${escape(actionUrl!)}</a></p>`
    : "";
  const foot = [
    footnote ? lines(footnote) : "",
    unsubscribeUrl
      ? `<a href="${escape(unsubscribeUrl)}" class="ink" style="color:${paper.ink}">Email settings</a>`
      : "",
    `<a href="${escape(publicUrl)}" class="ink" style="color:${paper.ink}">Eightcount</a>`,
  ].filter(Boolean);
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escape(subject)}</title><style>${style}</style></head>`,
    `<body class="bg" style="margin:0;background:${paper.ground}">`,
    `<div style="display:none;max-height:0;overflow:hidden">${escape(preheader)}</div>`,
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="bg" style="background:${paper.ground}"><tr><td align="center" style="padding:24px 12px">`,
    '<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px">',
    row(`<table role="presentation" cellpadding="0" cellspacing="0"><tr>${mark}</tr></table>`, 8),
    row(
      `<h1 class="h1 ink" style="margin:0;font-family:${display};font-size:40px;line-height:1.02;font-weight:800;font-stretch:75%;letter-spacing:-.01em;color:${paper.ink}">${escape(heading)}</h1>`,
      24,
    ),
    ...paragraphs.map((paragraph) =>
      row(
        `<p class="mut" style="margin:0;font:17px/26px ${body};color:${paper.muted}">${lines(paragraph)}</p>`,
        16,
      ),
    ),
    button ? row(button, 24) : "",
    `<tr><td class="px" style="padding:32px 40px"><div class="mut ln" style="padding-top:20px;border-top:1px solid ${paper.line};${small}">${foot.join("<br>")}</div></td></tr>`,
    "</table></td></tr></table></body></html>",
  ].join("\n");
  const text = [
    heading,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${actionUrl}`] : []),
    [
      "--",
      ...(footnote ? [footnote] : []),
      ...(unsubscribeUrl ? [`Email settings: ${unsubscribeUrl}`] : []),
      `Eightcount, ${publicUrl}`,
    ].join("\n"),
  ].join("\n\n");
  return { html, text: `${text}\n` };
}
