import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint, getSessionFromCtx } from "better-auth/api";
import { z } from "zod";
import { signInProviders, type SignInProvider } from "../../../../contract/sign-in-providers.ts";
import { paths } from "../../../../contract/urls.ts";
import { DomainError, NotFound } from "../../../platform/errors.ts";
import { seal, unseal } from "../../../platform/signature.ts";
import { refuseSuspended } from "../suspensions/suspensions.ts";
import { ProviderFailed } from "../errors.ts";
import { connectProvider, personByProvider } from "../providers/sign-in.ts";
import { createProvider } from "../providers/open-id.ts";
import type { Provider } from "../providers/open-id.ts";
import { challengeFor, hasSecondFactor } from "../two-step/two-step.ts";
import { cookieNameOf, hasSecureCookies } from "../sessions/cookie.ts";
import { requireConfirmed } from "../sessions/sessions.ts";
import { answering, holderOf, localeOfRequest, openSession } from "./adapter.ts";
import type { EndpointDeps } from "./adapter.ts";
import { placeOf } from "./place.ts";

/** Maximum time at the provider, in seconds. */
const awaySeconds = 600;
const errandShape = z.object({
  provider: z.enum(Object.keys(signInProviders) as SignInProvider[]),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string(),
  /** The account to link the provider to; null to sign in. */
  linkTo: z.uuid().nullable(),
  until: z.number(),
});
type Remembered = z.infer<typeof errandShape>;

/** Sign-in with Google and Apple, if configured. */
export const providers = (deps: EndpointDeps) => {
  const { ctx: studio } = deps;
  const known = new Map<string, Provider>(
    studio.config.signInProviders.map((settings) => [settings.name, createProvider(settings)]),
  );
  const find = (name: string): Provider => {
    const found = known.get(name);
    if (!found) throw new NotFound("page");
    return found;
  };
  const errandIn = (sealed: string | null | undefined): Remembered | null => {
    const errand = unseal(studio.config.authSecret, "errand", sealed ?? "", errandShape);
    return errand && errand.until > studio.clock.now().getTime() ? errand : null;
  };
  const cookieName = cookieNameOf(studio.config, "errand");
  const cookie = {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: hasSecureCookies(studio.config),
  } as const;
  const originOf = (url: string) => studio.config.publicUrl ?? new URL(url).origin;
  const returnUrl = (url: string, name: SignInProvider) => `${originOf(url)}/api/auth/callback/${name}`;

  return {
    id: "providers",
    endpoints: {
      listProviders: createAuthEndpoint("/providers", { method: "GET" }, async (ctx) =>
        ctx.json({ providers: [...known.keys()] }),
      ),
      beginByProvider: createAuthEndpoint(
        "/begin-with",
        {
          method: "POST",
          requireRequest: true,
          body: z.object({ provider: z.string(), next: z.string().max(2000), link: z.boolean().optional() }),
        },
        async (ctx) => {
          const who = ctx.body.link ? await holderOf(ctx) : null;
          const { url, remembered } = await answering(ctx, async () => {
            if (who) await requireConfirmed(studio, who.sessionId);
            const provider = find(ctx.body.provider);
            const begun = await provider.begin(returnUrl(ctx.request.url, provider.name));
            const until = studio.clock.now().getTime() + awaySeconds * 1000;
            const linkTo = who?.personId ?? null;
            return {
              url: begun.url,
              remembered: { ...begun.errand, provider: provider.name, next: ctx.body.next, linkTo, until },
            };
          });
          ctx.setCookie(cookieName, seal(studio.config.authSecret, "errand", remembered), {
            ...cookie,
            maxAge: awaySeconds,
          });
          return ctx.json({ url });
        },
      ),
      // The name has better-auth's callback prefix, so that the merge hook runs after it.
      comeBackFromProvider: createAuthEndpoint(
        "/callback-from/:provider",
        {
          method: "GET",
          requireRequest: true,
          query: z.object({
            code: z.string().max(4000).optional(),
            state: z.string().max(500).optional(),
            error: z.string().max(200).optional(),
            user: z.string().max(2000).optional(),
          }),
        },
        async (ctx) => {
          const errand = errandIn(ctx.getCookie(cookieName));
          ctx.setCookie(cookieName, "", { ...cookie, maxAge: 0 });
          const { code, state, error, user } = ctx.query;
          const goTo = (path: string) => ctx.redirect(originOf(ctx.request.url) + path);
          const next = errand ? `next=${encodeURIComponent(errand.next)}` : "";
          if (error === "access_denied" || error === "user_cancelled_authorize")
            throw goTo(`${paths.login()}?${next}`);
          if (!errand || !code || state !== errand.state || errand.provider !== ctx.params.provider)
            throw goTo(`${paths.login()}?fault=PROVIDER_FAILED&${next}`);
          try {
            const provider = find(errand.provider);
            const person = await provider.finish({
              code,
              errand,
              returnUrl: returnUrl(ctx.request.url, errand.provider),
            });
            const found = await getSessionFromCtx(ctx, { disableRefresh: true });
            const here = found?.user as { id: string; isAnonymous?: boolean } | undefined;
            const place = await placeOf(deps.countryOf, ctx);
            if (errand.linkTo) {
              // The signed-in account must be the one that started the flow.
              if (here?.id !== errand.linkTo) throw new ProviderFailed();
              await connectProvider(studio, {
                personId: here.id,
                provider: errand.provider,
                subject: person.subject,
                place,
              });
              throw goTo(safePath(errand.next));
            }
            const personId = await personByProvider(studio, {
              provider: errand.provider,
              person: { ...person, name: person.name ?? nameIn(user) },
              anonymousId: here?.isAnonymous ? here.id : null,
              place,
              locale: localeOfRequest(ctx),
            });
            if (await hasSecondFactor(studio, personId))
              throw goTo(`${paths.login()}?${next}#${challengeFor(studio, personId)}`);
            await refuseSuspended(studio, personId);
            await openSession(ctx, personId);
          } catch (fault) {
            if (!(fault instanceof DomainError)) throw fault;
            studio.log.warn({ err: fault.cause ?? fault }, "Sign-in with a provider failed");
            throw goTo(
              errand.linkTo
                ? `${paths.settings()}?fault=${fault.code}#security`
                : `${paths.login()}?fault=${fault.code}&${next}`,
            );
          }
          throw goTo(safePath(errand.next));
        },
      ),
    },
  } satisfies BetterAuthPlugin;
};

/** The return path if it is one of ours. */
const safePath = (next: string): string => (/^\/(?![/\\])[^\\\s]*$/.test(next) ? next : paths.dashboard());

/** Apple sends the name once, in its own format. */
function nameIn(user: string | undefined): string | null {
  const shape = z.object({
    name: z.object({ firstName: z.string().optional(), lastName: z.string().optional() }),
  });
  try {
    const { name } = shape.parse(JSON.parse(user ?? ""));
    return [name.firstName, name.lastName].filter(Boolean).join(" ") || null;
  } catch {
    return null;
  }
}
