import type { Ctx } from "../../../ctx.ts";
import { NotFound } from "../../../platform/errors.ts";
import { isSameText, keyedHash } from "../../../platform/signature.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { findGiftCard } from "./store.ts";
import type { GiftCardRow } from "./store.ts";

/** Lifetime of a link to a PDF, in seconds. */
const linkSeconds = 3600;

const signatureOf = (ctx: Ctx, id: string, until: number): string =>
  keyedHash(ctx.config.authSecret, `gift card ${id} ${until}`);

/** A signed link to a card as a PDF, valid for an hour without sign-in: browsers send no token with downloads. */
export function giftCardUrl(ctx: Ctx, { id }: Pick<GiftCardRow, "id">): string {
  // Rounded to ten minutes, so that repeated queries return the same link.
  const until = Math.ceil(ctx.clock.now().getTime() / 1000 / 600) * 600 + linkSeconds;
  return `${ctx.publicUrl}/gift-cards/${id}.pdf?until=${until}&signature=${signatureOf(ctx, id, until)}`;
}

/** The good card of a signed link. @throws NotFound for an invalid link */
export async function giftCardOfLink(
  ctx: Ctx,
  link: { readonly id: string; readonly until: string; readonly signature: string },
): Promise<GiftCardRow> {
  const until = Number(link.until);
  const isValid =
    isSameText(link.signature, signatureOf(ctx, link.id, until)) &&
    until * 1000 > ctx.clock.now().getTime() &&
    isUuid(link.id);
  const card = isValid ? await findGiftCard(ctx.db, link.id) : null;
  if (card?.state !== "active") throw new NotFound("gift card");
  return card;
}
