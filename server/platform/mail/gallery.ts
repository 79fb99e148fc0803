import type { FormatContext } from "../../../contract/formats/context.ts";
import { localeNames, locales, sourceLocale } from "../../../contract/locales.ts";
import { isTimeZone } from "../../../contract/formats/time-zones.ts";
import { NotFound } from "../errors.ts";
import type { HttpRoutes } from "../module.ts";
import { escapeHtml } from "./escape.ts";
import { showInline } from "./inline-images.ts";
import { emailStudioOf, inlineImagesOf, renderEmail } from "./render.ts";
import { listPreviews } from "./template.ts";
import type { EmailPreview } from "./template.ts";

const home = "/dev/mails";
/** The widths of a phone and of a window, in pixels. */
const widths = [390, 640];
const themes = ["light", "dark"] as const;
type Theme = (typeof themes)[number];
interface Shown {
  theme?: string;
  part?: string;
  variant?: string;
  locale?: string;
  zone?: string;
}

const policy = {
  page: "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  mail: "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
};
const style = `:root{color-scheme:light dark}body{margin:0;padding:1.5rem;font:1rem/1.5 system-ui,sans-serif;display:grid;grid-template-columns:minmax(14rem,18rem) 1fr;gap:2rem}
nav{max-height:calc(100vh - 3rem);overflow:auto;position:sticky;top:1.5rem}ul{list-style:none;margin:0;padding:0}a{color:inherit}nav a{display:block;padding:.2rem 0}[aria-current]{font-weight:700}
h1{font-size:1.5rem;margin:0}form{display:flex;gap:1rem;flex-wrap:wrap;align-items:end;margin:1rem 0}label{display:grid;gap:.25rem}select,input,button{font:inherit}
.frames{display:flex;gap:1.5rem;flex-wrap:wrap;align-items:flex-start}iframe{border:1px solid color-mix(in srgb,currentColor 25%,transparent);max-width:100%}pre{white-space:pre-wrap;max-width:80ch;font:inherit}
@media (max-width:60rem){body{grid-template-columns:1fr}nav{position:static;max-height:14rem}}`;

const linkOf = (preview: Pick<EmailPreview, "name" | "variant">, shown: Shown = {}): string =>
  `${home}/${preview.name}?${new URLSearchParams({ ...shown, variant: preview.variant })}`;

/** Shows a theme without the system’s setting. */
const inTheme = (html: string, theme: Theme): string =>
  html.replace("(prefers-color-scheme:dark)", theme === "dark" ? "all" : "not all");

function readerOf({ locale, zone }: Shown): FormatContext {
  const isLocale = locale !== undefined && /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(locale);
  return {
    locale: isLocale ? locale : sourceLocale,
    timeZone: zone !== undefined && isTimeZone(zone) ? zone : "Europe/Zurich",
  };
}

/** Serves /dev/mails: every declared email with demo values, at two widths and in both themes. Never in production. */
export async function openMailGallery({ server, ctx }: HttpRoutes): Promise<void> {
  if (ctx.config.isProduction) return;
  const find = (name: string, variant: string | undefined): EmailPreview => {
    const variants = listPreviews().filter((preview) => preview.name === name);
    const found = variants.find((preview) => preview.variant === variant) ?? variants[0];
    if (!found) throw new NotFound("email");
    return found;
  };
  const frame = (preview: EmailPreview, shown: Shown, width: number): string =>
    `<iframe title="${preview.name}, ${width} pixels" src="${escapeHtml(linkOf(preview, { ...shown, part: "html" }))}" width="${width}" height="900"></iframe>`;
  server.get(home, (_request, reply) => reply.redirect(linkOf(listPreviews()[0]!)));
  server.get<{ Params: { name: string }; Querystring: Shown }>(`${home}/:name`, async (request, reply) => {
    const shown = request.query;
    const preview = find(request.params.name, shown.variant);
    const theme = themes.find((one) => one === shown.theme) ?? "light";
    const reader = readerOf(shown);
    const studio = emailStudioOf(ctx);
    const content = preview.email.write({ ...reader, studioName: studio.name });
    const { html, text } = await renderEmail(content, {
      locale: reader.locale,
      publicUrl: ctx.publicUrl,
      studio,
    });
    reply.header("cache-control", "no-store");
    if (shown.part === "text") return reply.type("text/plain; charset=utf-8").send(text);
    if (shown.part === "html")
      return reply
        .header("content-security-policy", policy.mail)
        .header("x-frame-options", "SAMEORIGIN")
        .type("text/html; charset=utf-8")
        .send(
          showInline(
            inTheme(html, theme),
            new Map(inlineImagesOf(studio.brand).map(({ contentId, content }) => [contentId!, content])),
          ),
        );
    const chosen = { theme, locale: reader.locale, zone: reader.timeZone };
    const items = listPreviews().map((one) => {
      const isShown = one.name === preview.name && one.variant === preview.variant;
      return `<li><a href="${escapeHtml(linkOf(one, chosen))}"${isShown ? ' aria-current="page"' : ""}>${one.name}${one.variant === "usual" ? "" : `, ${one.variant}`}</a></li>`;
    });
    const languages = locales.map(
      (one) =>
        `<option value="${one}" lang="${one}"${one === reader.locale ? " selected" : ""}>${localeNames[one]}</option>`,
    );
    const choices = themes.map((one) => `<option${one === theme ? " selected" : ""}>${one}</option>`);
    return reply
      .header("content-security-policy", policy.page)
      .type("text/html; charset=utf-8")
      .send(
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${preview.name}</title><style>${style}</style></head><body><nav aria-label="Emails"><ul>${items.join("")}</ul></nav><main><h1>${escapeHtml(content.subject)}</h1><p>${escapeHtml(content.preheader)}</p><form><input type="hidden" name="variant" value="${preview.variant}"><label>Theme<select name="theme">${choices.join("")}</select></label><label>Language<select name="locale">${languages.join("")}</select></label><label>Time zone<input name="zone" value="${reader.timeZone}"></label><button>Show</button></form><div class="frames">${widths.map((width) => frame(preview, chosen, width)).join("")}</div><h2>As text</h2><pre>${escapeHtml(text)}</pre></main></body></html>`,
      );
  });
}
