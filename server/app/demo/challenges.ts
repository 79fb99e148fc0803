import { z } from "zod";
import { demoCatalog, demoPeople } from "../../../demo/index.ts";
import type { Ctx, Tx } from "../../ctx.ts";
import { classLoader } from "../../modules/catalog/index.ts";
import { countCompletion, seedChallenges } from "../../modules/challenges/index.ts";
import { countDueClasses, seedLoops, seedRatings } from "../../modules/practice/index.ts";
import type { SeededRating } from "../../modules/practice/index.ts";
import { insertTranslations } from "../../modules/site/index.ts";
import type { TranslationRow } from "../../modules/site/index.ts";
import { defineJob } from "../../platform/jobs/job.ts";
import { challengeTranslations } from "./challenge-translations.ts";
import { countPlays } from "./plays.ts";
import type { Danced } from "./plays.ts";
import { upcomingSlug } from "./upcoming.ts";

const dayMs = 24 * 60 * 60 * 1000;
/** Practice is seeded after the demo's first class is rendered, since someone waits for that class; milliseconds. */
const practiseAfterMs = 60_000;

/** Seeds the demo dancers' practice, so that leaderboards are filled. */
export const practiseJob = defineJob({
  name: "demo.practise",
  schema: z.object({ before: z.iso.datetime() }),
  maxAttempts: 3,
  run: practise,
});

/** The background dancers, whose accounts are not for signing in. */
const dancers = demoPeople.filter(({ role }) => role === "dancer");
/** These accounts get weeks, badges and notifications of their own. */
const members = demoPeople.filter(({ role }) => role === "member");

/** Announces three challenges: an ended, a running and an upcoming one. */
export async function announceChallenges(tx: Tx): Promise<void> {
  const today = Math.floor(tx.clock.now().getTime() / dayMs) * dayMs;
  const during = (fromDay: number, toDay: number) => ({
    startsAt: new Date(today + fromDay * dayMs),
    endsAt: new Date(today + toDay * dayMs),
  });
  const firstSteps = demoCatalog.classes.filter(({ level }) => level === "absolute-beginner").slice(0, 4);
  const challenges = [
    {
      slug: "eight-in-two-weeks",
      title: "Eight in two weeks",
      description:
        "Complete 8 classes in any style, at any level. Each class counts once, so try something new.",
      triggerType: "class_completed",
      requiredClassIds: [],
      ...during(-6, 8),
      goalHeader: "Complete 8 classes",
      subtitleHeader: "Any style, any level",
      earnedByHeader: "Complete whole classes",
      badges: [
        {
          slug: "two-of-eight",
          name: "Two of eight",
          description: "Complete 2 classes in two weeks",
          amountToEarn: 2,
        },
        {
          slug: "half-an-eight",
          name: "Half an eight",
          description: "Complete 4 classes in two weeks",
          amountToEarn: 4,
        },
        {
          slug: "the-whole-eight",
          name: "The whole eight",
          description: "Complete 8 classes in two weeks",
          amountToEarn: 8,
        },
      ],
    },
    {
      slug: "first-steps-first",
      title: "First steps",
      description: "Four classes for complete beginners. They set you up for everything else.",
      triggerType: "required_classes_completed",
      requiredClassIds: firstSteps.map(({ id }) => id),
      ...during(3, 24),
      goalHeader: "Complete all 4 classes",
      subtitleHeader: "No experience needed",
      earnedByHeader: "Complete the classes below",
      badges: [
        {
          slug: "first-steps-taken",
          name: "First steps taken",
          description: "Complete all 4 first classes",
          amountToEarn: Math.max(1, firstSteps.length),
        },
      ],
    },
    {
      slug: "days-that-dance",
      title: "Dance streak",
      description: "Dance on as many days as you can for three weeks.",
      triggerType: "days_practised",
      requiredClassIds: [],
      ...during(-30, -9),
      goalHeader: "Dance on 8 days",
      subtitleHeader: "One class a day counts",
      earnedByHeader: "Complete one class a day",
      badges: [
        {
          slug: "eight-danced-days",
          name: "Eight dance days",
          description: "Dance on 8 days in three weeks",
          amountToEarn: 8,
        },
      ],
    },
  ] as const;
  const idsBySlug = await seedChallenges(
    tx,
    challenges,
    [...dancers, ...members].map(({ id }) => id),
  );
  await insertTranslations(
    tx.db,
    challenges.flatMap(({ badges, ...challenge }) => [
      ...translationsOf("challenge", idsBySlug.get(challenge.slug) ?? null, challenge),
      ...badges.flatMap((badge) => translationsOf("badge", badge.slug, badge)),
    ]),
  );
  const now = tx.clock.now();
  const runAt = new Date(now.getTime() + practiseAfterMs);
  await tx.enqueue(practiseJob, { before: now.toISOString() }, { priority: 5, runAt });
}

/** Built-in translations of the texts of a challenge or a badge; none without a subject, for one that isn't new. */
const translationsOf = (
  kind: "badge" | "challenge",
  subject: string | null,
  original: { readonly slug: string; readonly [field: string]: unknown },
): TranslationRow[] =>
  subject === null
    ? []
    : (["de", "es"] as const).flatMap((locale) =>
        Object.entries(challengeTranslations[locale][original.slug] ?? {}).map(([field, text]) => ({
          kind,
          subject,
          field,
          locale,
          text,
          source: String(original[field]),
        })),
      );

/** Completes classes for every dancer over the last month. Deterministic, so that each run gives the same ones. */
async function practise(ctx: Ctx, { before }: { before: string }): Promise<void> {
  await loop(ctx);
  const now = Date.parse(before);
  const danced: Danced[] = [];
  for (const { id } of members) danced.push(...(await keepWeeks(ctx, id, now)));
  const unrated: SeededRating[] = [];
  for (const [place, { id }] of dancers.entries()) {
    const count = 2 + ((place * 7) % 13);
    for (let nth = 0; nth < count; nth += 1) {
      const found = demoCatalog.classes[(place * 5 + nth * 3) % demoCatalog.classes.length]!;
      // No one has danced what isn't released.
      if (found.slug === upcomingSlug) continue;
      const one = await complete(ctx, id, found, new Date(now - ((nth * 29 + place * 11) % 600) * 3_600_000));
      unrated.push({ personId: id, difficulty: null, isLoved: false, ...one });
    }
  }
  const load = classLoader(ctx);
  const loaded = await Promise.all(demoCatalog.classes.map(({ id }) => load.load(id)));
  const ids = new Set(loaded.map((found) => found?.id));
  // Staff may have unpublished some since.
  const isThere = ({ classId }: Pick<Danced, "classId">) => ids.has(classId);
  const rated = ratingsOf(now).filter(isThere);
  await ctx.transact((tx) => seedRatings(tx, [...rated, ...unrated.filter(isThere)]));
  await countPlays(ctx, [...danced, ...unrated, ...rated].filter(isThere));
  await countDueClasses(ctx);
}

async function complete(
  ctx: Ctx,
  personId: string,
  { id: classId, durationInMs }: (typeof demoCatalog.classes)[number],
  at: Date,
): Promise<Danced> {
  const durationMs = Math.round(durationInMs);
  await countCompletion(ctx, { personId, classId, completedAt: at, playedMs: durationMs });
  return { classId, at, durationMs };
}

/** Every dancer rates eight classes, and the members two of them: most find them right. */
const ratingsOf = (now: number): SeededRating[] =>
  [...dancers, ...members].flatMap(({ id }, place) =>
    demoCatalog.classes.slice(...(place < dancers.length ? [0, 8] : [3, 5])).map((found, nth) => ({
      personId: id,
      classId: found.id,
      durationMs: Math.round(found.durationInMs),
      difficulty:
        (place + nth) % 5 > 0
          ? ("right" as const)
          : found.level === "advanced"
            ? ("too_hard" as const)
            : ("too_easy" as const),
      isLoved: (place * 3 + nth) % 4 === 0,
      at: new Date(now - ((place * 17 + nth * 53) % 500) * 3_600_000),
    })),
  );

/** Six weeks of three evenings each, including this week up to now. */
async function keepWeeks(ctx: Ctx, personId: string, now: number): Promise<readonly Danced[]> {
  const today = Math.floor(now / dayMs);
  // January 1, 1970 was a Thursday.
  const monday = today - ((today + 3) % 7);
  const evenings = Array.from({ length: 6 }, (_unused, week) =>
    [0, 2, 5].map((day) => monday - 7 * week + day),
  )
    .flat()
    .map((day) => day * dayMs + 18 * 3_600_000)
    .filter((evening) => evening < now);
  const danced: Danced[] = [];
  for (const [nth, evening] of evenings.entries()) {
    const found = demoCatalog.classes[(nth * 4 + 1) % demoCatalog.classes.length]!;
    danced.push(await complete(ctx, personId, found, new Date(evening)));
  }
  return danced;
}

/** Loops the first classes at their hardest part, the middle of the counted part, with some variation per dancer. */
async function loop(ctx: Ctx): Promise<void> {
  for (const found of demoCatalog.classes.slice(0, 6)) {
    const part = found.parts.find(({ kind }) => kind === "counts") ?? found.parts[0];
    if (!part) continue;
    const eightMs = (part.endMs - part.startMs) / Math.max(1, part.eights);
    const loops = dancers.map(({ id }, place) => {
      const first = Math.min(part.eights - 1, Math.floor(part.eights / 2) + (place % 5) - 2);
      const startMs = Math.round(part.startMs + Math.max(0, first) * eightMs);
      const endMs = Math.round(Math.min(part.endMs, startMs + eightMs * (1 + (place % 2))));
      return { personId: id, startMs, endMs };
    });
    await ctx.transact((tx) => seedLoops(tx, found.id, loops));
  }
}
