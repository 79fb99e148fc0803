import { paths } from "../../../../contract/urls.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Ctx } from "../../../ctx.ts";
import { BadInput } from "../../../platform/errors.ts";
import { msg, translate } from "../../../platform/i18n/messages.ts";
import { isCouponUsable } from "../../billing/index.ts";
import { classLoader, classTitles, isInLibraryAt } from "../../catalog/index.ts";
import { courseById, courseTitle } from "../../courses/index.ts";
import type { Card, CardKind } from "./content.ts";

/** What a card shows, and where it leads. */
export interface ShownCard {
  readonly kind: CardKind;
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  /** A path of the web. */
  readonly path: string;
}
/** A card as its editor keeps it. */
export interface EditedCard extends ShownCard {
  /** False for what isn't published, and for a promo code that can't be used: readers don't get it. */
  readonly isShown: boolean;
}

/** Cards in a language, without what isn't in the library any more. */
export async function shownCards(ctx: Ctx, cards: readonly Card[], locale: Locale): Promise<ShownCard[]> {
  const found = await Promise.all(cards.map((card) => showCard(ctx, card, locale)));
  return found.filter((card) => card !== null);
}

/** Every card, so that saving keeps what isn't published now; of that, neither title nor path is known. */
export const editedCards = (ctx: Ctx, cards: readonly Card[], locale: Locale): Promise<EditedCard[]> =>
  Promise.all(
    cards.map(async (card) => {
      const shown = await showCard(ctx, card, locale);
      if (shown) return { ...shown, isShown: true };
      const title = card.kind === "coupon" ? card.id : translate(msg("Not published"), locale);
      return { ...card, title, detail: "", path: "", isShown: false };
    }),
  );

async function showCard(ctx: Ctx, card: Card, locale: Locale): Promise<ShownCard | null> {
  switch (card.kind) {
    case "class": {
      const row = await classLoader(ctx).load(card.id);
      if (!row) return null;
      const titles = await classTitles(ctx, [row], locale);
      const title = titles.get(row.id) ?? row.title;
      return { ...card, title, detail: row.instructorName, path: paths.studioClass(row.slug) };
    }
    case "course": {
      const row = await courseById(ctx, card.id);
      if (!row?.publishedAt) return null;
      const title = translate(courseTitle(ctx.studio, row), locale);
      return { ...card, title, detail: translate(msg("Course"), locale), path: paths.course(row.slug) };
    }
    case "coupon": {
      if (!(await isCouponUsable(ctx, card.id, ctx.clock.now()))) return null;
      const path = `${paths.checkout()}?coupon=${encodeURIComponent(card.id)}`;
      return { ...card, title: card.id, detail: translate(msg("Promo code"), locale), path };
    }
  }
}

/** Checks that every card leads somewhere at the time of sending. @throws BadInput */
export async function requireShown(ctx: Ctx, cards: readonly Card[], at: Date): Promise<void> {
  const shown = await Promise.all(cards.map((card) => isShownAt(ctx, card, at)));
  if (shown.includes(false))
    throw new BadInput("cards", msg("A card’s class, course or promo code isn’t available when it is sent."));
}

async function isShownAt(ctx: Ctx, { kind, id }: Card, at: Date): Promise<boolean> {
  switch (kind) {
    case "class":
      return isInLibraryAt(ctx, id, at);
    case "course":
      return Boolean((await courseById(ctx, id))?.publishedAt);
    case "coupon":
      return isCouponUsable(ctx, id, at);
  }
}
