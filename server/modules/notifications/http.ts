import { directionOf, requestedLocale } from "../../../contract/locales.ts";
import type { Locale } from "../../../contract/locales.ts";
import { paths } from "../../../contract/urls.ts";
import { NotFound } from "../../platform/errors.ts";
import { msg, translate } from "../../platform/i18n/messages.ts";
import type { Message } from "../../platform/i18n/messages.ts";
import { escapeHtml } from "../../platform/mail/escape.ts";
import type { HttpRoutes } from "../../platform/module.ts";
import { readUnsubscribe } from "./unsubscribe.ts";
import type { Subscription } from "./unsubscribe.ts";
import { stopMails } from "./settings.ts";
import { kinds } from "./kinds/index.ts";

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const style = `:root{color-scheme:light dark;--g:#faf5ec;--i:#241a22;--m:#5a4b55;--f:#fdb04d;--o:#1c1209}
@media (prefers-color-scheme:dark){:root{--g:#171016;--i:#f7f3ec;--m:#c3b8bb}}
body{margin:0;background:var(--g);color:var(--i);font:1.0625rem/1.55 "Instrument Sans",Helvetica,Arial,sans-serif}
main{max-width:34rem;margin:0 auto;padding:4rem 1.25rem}h1{font-size:2.25rem;line-height:1.05;margin:0 0 1rem}p{margin:0 0 1.5rem;color:var(--m)}
button{font:600 1.0625rem/1.375 inherit;font-family:inherit;min-height:3rem;padding:.75rem 1.5rem;border:0;border-radius:.625rem;background:var(--f);color:var(--o);cursor:pointer}
a{color:var(--i)}:focus-visible{outline:3px solid var(--i);outline-offset:3px}`;

interface UnsubscribePage {
  readonly title: Message;
  readonly text: Message;
  /** Whether it has the button that unsubscribes. */
  readonly hasForm: boolean;
}

function pageOf({ title, text, hasForm }: UnsubscribePage, locale: Locale, studioName: string): string {
  const write = (message: Message): string => escapeHtml(translate(message, locale));
  return `<!doctype html><html lang="${locale}" dir="${directionOf(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${write(title)} · ${escapeHtml(studioName)}</title><style>${style}</style></head><body><main><h1>${write(title)}</h1><p>${write(text)}</p>${hasForm ? `<form method="post"><button type="submit">${write(msg("Stop these emails"))}</button></form>` : `<p><a href="${paths.notificationSettings()}">${write(msg("Choose what we send you"))}</a></p>`}</main></body></html>`;
}

const offered = ({ kind }: Subscription): Message =>
  kind === "digest"
    ? msg("This stops the daily summary. Your notifications stay in your inbox here.")
    : msg("This stops emails about “{title}”. Your notifications stay in your inbox here.", {
        title: kinds[kind].title,
      });
const stopped = ({ kind }: Subscription): Message =>
  kind === "digest"
    ? msg("You won’t get the daily summary anymore.")
    : msg("You won’t get emails about “{title}” anymore.", { title: kinds[kind].title });

/**
 * /unsubscribe/{token}: turns off emails of a kind without signing in. GET changes nothing, since email
 * clients prefetch links. The button sends a POST, and so does a client's one-click unsubscribe (RFC 8058).
 */
export async function registerUnsubscribe({ server, ctx }: HttpRoutes): Promise<void> {
  const found = (token: string) => {
    const subscription = readUnsubscribe(ctx.config.authSecret, token);
    if (!subscription) throw new NotFound("link");
    return subscription;
  };
  await server.register(async (scope) => {
    // The body adds nothing to the URL, so it isn't parsed.
    for (const type of ["application/x-www-form-urlencoded", "multipart/form-data"])
      scope.addContentTypeParser(type, { parseAs: "string", bodyLimit: 4096 }, (_request, _body, done) =>
        done(null, null),
      );
    scope.addHook("onSend", async (_request, reply) => {
      reply
        .header("cache-control", "no-store")
        .header("content-security-policy", policy)
        .header("referrer-policy", "no-referrer");
    });
    scope.get<{ Params: { token: string } }>("/unsubscribe/:token", async (request, reply) => {
      const text = offered(found(request.params.token));
      const page = { title: msg("Fewer emails?"), text, hasForm: true };
      return reply
        .type("text/html; charset=utf-8")
        .send(pageOf(page, requestedLocale(request.headers), ctx.studio.name));
    });
    scope.post<{ Params: { token: string } }>("/unsubscribe/:token", async (request, reply) => {
      const subscription = found(request.params.token);
      await stopMails(ctx, subscription.personId, subscription.kind);
      const page = { title: msg("Unsubscribed"), text: stopped(subscription), hasForm: false };
      return reply
        .type("text/html; charset=utf-8")
        .send(pageOf(page, requestedLocale(request.headers), ctx.studio.name));
    });
  });
}
