import { createEmptyCard, fsrs, Rating, TypeConvert } from "ts-fsrs";
import type { Card, CardInput, Grade } from "ts-fsrs";

/** Scheduler state of a part as stored: dates as ISO 8601. */
export type StoredCard = Omit<Card, "due" | "last_review"> & {
  readonly due: string;
  readonly last_review?: string | undefined;
};

/** Review state of a part. */
export interface Review {
  readonly card: StoredCard | null;
  readonly cardBefore: StoredCard | null;
  readonly ratedAt: Date | null;
  readonly rating: number | null;
}

/** 1 again, 2 hard, 3 good, 4 easy (FSRS ratings). */
export type ReviewRating = 1 | 2 | 3 | 4;

/** One evening is one review, however many loops it has. */
const sameEveningMs = 12 * 3_600_000;
const grades: Record<ReviewRating, Grade> = {
  1: Rating.Again,
  2: Rating.Hard,
  3: Rating.Good,
  4: Rating.Easy,
};
// Whole days: review intervals of minutes make no sense for dancing. No fuzz: the same practice gives the same day.
const scheduler = fsrs({
  request_retention: 0.9,
  maximum_interval: 180,
  enable_fuzz: false,
  enable_short_term: false,
});

const toStored = (card: Card): StoredCard => ({
  ...card,
  due: card.due.toISOString(),
  last_review: card.last_review?.toISOString(),
});

/** Rating of a session that shows level `shown` for a dancer at level `known` (indices into `masteryLevels`). */
export function ratingOf(shown: number, known: number): ReviewRating {
  return shown >= known ? 3 : 2;
}

/**
 * Applies a review by a loop or by a self-reported level. Within one evening the better rating counts, so that a
 * repeated report changes nothing. `isWord`: self-reported, which always counts.
 */
export function review(
  known: Review,
  rating: ReviewRating,
  now: Date,
  isSelfReported = false,
): Review & { readonly card: StoredCard } {
  const isSameEvening = known.ratedAt !== null && now.getTime() - known.ratedAt.getTime() < sameEveningMs;
  if (isSameEvening && known.card && known.rating !== null && !isSelfReported && rating <= known.rating)
    return { card: known.card, cardBefore: known.cardBefore, ratedAt: known.ratedAt, rating: known.rating };
  const before = isSameEvening ? known.cardBefore : known.card;
  const at = isSameEvening && known.ratedAt ? known.ratedAt : now;
  const { card } = scheduler.next(
    before ? TypeConvert.card(before as unknown as CardInput) : createEmptyCard(at),
    at,
    grades[rating],
  );
  return { card: toStored(card), cardBefore: before, ratedAt: at, rating };
}
