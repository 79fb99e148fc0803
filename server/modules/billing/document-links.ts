import type { Ctx } from "../../ctx.ts";
import { isSameText, keyedHash } from "../../platform/signature.ts";

/** Lifetime of a link in seconds. */
const linkSeconds = 3600;

/** What signs a link to a document, in its query. */
export interface LinkSignature {
  /** Seconds since 1970. */
  readonly until: string;
  readonly signature: string;
}

const signatureOf = (ctx: Ctx, subject: string, until: string): string =>
  keyedHash(ctx.config.authSecret, `${subject} ${until}`);

/**
 * Signs a link to a document, which then works for an hour without sign-in: browsers send no token with downloads.
 * @param subject its kind and its id
 */
export function signLink(ctx: Ctx, subject: string): LinkSignature {
  // Rounded to ten minutes, so that repeated queries return the same link.
  const until = String(Math.ceil(ctx.clock.now().getTime() / 1000 / 600) * 600 + linkSeconds);
  return { until, signature: signatureOf(ctx, subject, until) };
}

/** Whether a link to that document was signed here and still works. */
export const isSigned = (ctx: Ctx, subject: string, { until, signature }: LinkSignature): boolean =>
  isSameText(signature, signatureOf(ctx, subject, until)) && Number(until) * 1000 > ctx.clock.now().getTime();
