import type { FastifyRequest } from "fastify";
import { directionOf, requestedLocale } from "../../../contract/locales.ts";
import { paths } from "../../../contract/urls.ts";
import type { DomainError } from "../errors.ts";
import { msg, translate, type Message } from "../i18n/messages.ts";

/** Whether a browser opens the response as a page: such a request is never answered with JSON. */
export function isNavigation({ method, headers }: FastifyRequest): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const mode = headers["sec-fetch-mode"];
  // Browsers without fetch metadata name HTML first; programs don't.
  return mode === undefined ? /^\s*text\/html/.test(String(headers.accept ?? "")) : mode === "navigate";
}

/** Headers of the page. It has its styles in it, since files may be what fails. */
export const errorPageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
} as const;

function textsOf(shown: DomainError | null): { title: Message; text: Message } {
  if (shown?.code === "UNAUTHENTICATED")
    return { title: msg("Sign in again"), text: msg("Your session ended. Nothing is lost.") };
  if (shown?.status === 429)
    return { title: msg("Too many requests"), text: msg("Wait a minute, then try again.") };
  if (shown?.status === 404 || shown?.status === 410)
    return { title: msg("Page not found"), text: msg("The link may be wrong or expired.") };
  if (shown && shown.status < 500)
    return { title: msg("We couldn’t open this page"), text: msg("The address may be wrong or incomplete.") };
  return { title: msg("Something went wrong on our end"), text: msg("Try again in a minute.") };
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** The page for a failed navigation, in the browser's language. `shown`: null for a fault of the server. */
export function errorPage(request: FastifyRequest, shown: DomainError | null): string {
  const locale = requestedLocale(request.headers);
  const { title, text } = textsOf(shown);
  const say = (message: Message): string => escaped(translate(message, locale));
  const [to, label] =
    shown?.code === "UNAUTHENTICATED"
      ? [paths.login(), msg("Sign in")]
      : [paths.dashboard(), msg("Go to today’s classes")];
  return `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${say(title)}</title>
<style>
:root { color-scheme: dark light; font: 1rem/1.5 system-ui, sans-serif; }
body { display: grid; place-content: center; gap: 1rem; min-height: 90vh; margin: 0; padding: 1.5rem; max-width: 32rem; margin-inline: auto; background: light-dark(#fbf8f3, #100a0e); color: light-dark(#1d1519, #f6f1ea); }
h1 { font-size: 2rem; line-height: 1.1; margin: 0; text-wrap: balance; }
p { margin: 0; }
a { color: inherit; min-height: 2.75rem; display: inline-grid; align-items: center; }
</style>
</head>
<body>
<main>
<h1>${say(title)}</h1>
<p>${say(text)}</p>
<p><a href="${escaped(to)}">${say(label)}</a></p>
</main>
</body>
</html>
`;
}
