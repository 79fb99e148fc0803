import type { Ctx } from "../../../ctx.ts";
import { NotFound } from "../../../platform/errors.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { isSigned, signLink } from "../document-links.ts";
import type { LinkSignature } from "../document-links.ts";
import { findGiftCard } from "./store.ts";
import type { GiftCardRow } from "./store.ts";

const subjectOf = (id: string): string => `gift card ${id}`;

/** A signed link to a card as a PDF, valid for an hour without sign-in. */
export function giftCardUrl(ctx: Ctx, { id }: Pick<GiftCardRow, "id">): string {
  const { until, signature } = signLink(ctx, subjectOf(id));
  return `${ctx.publicUrl}/gift-cards/${id}.pdf?until=${until}&signature=${signature}`;
}

/** The good card of a signed link. @throws NotFound for an invalid link */
export async function giftCardOfLink(
  ctx: Ctx,
  link: LinkSignature & { readonly id: string },
): Promise<GiftCardRow> {
  const isValid = isSigned(ctx, subjectOf(link.id), link) && isUuid(link.id);
  const card = isValid ? await findGiftCard(ctx.db, link.id) : null;
  if (card?.state !== "active") throw new NotFound("gift card");
  return card;
}
