import type { Tx } from "../../ctx.ts";
import { seedExposures, seedVisitors } from "../../modules/growth/index.ts";
import type { SeededVisitor } from "../../modules/growth/index.ts";
import { seededRandom } from "../../platform/seeded-random.ts";

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** Traffic sources of the demo's visitors, with their share in percent and their conversion. */
const sources = [
  { part: 26, keen: 1.1, touch: { source: "google", medium: "organic", campaign: null } },
  { part: 18, keen: 0.7, touch: { source: "facebook", medium: "paid", campaign: "first-eight" } },
  { part: 14, keen: 0.9, touch: { source: "google", medium: "cpc", campaign: "dance-at-home" } },
  { part: 10, keen: 1.6, touch: { source: "newsletter", medium: "email", campaign: "november" } },
  { part: 7, keen: 1.3, touch: { source: "kitchendancing.example", medium: "referral", campaign: null } },
  { part: 25, keen: 1.2, touch: null },
] as const;
const countries = ["DE", "DE", "GB", "GB", "US", "US", "US", "FR", "NL", "SE", "JP", null] as const;
const answers = {
  google: ["search", "search", "friend", "youtube"],
  facebook: ["instagram", "facebook", "facebook", "friend"],
  newsletter: ["friend", "other"],
  other: ["friend", "friend", "instructor", "tiktok", "article"],
} as const;

/** Visitors of the last twelve weeks with analytics consent, with growth over time. Deterministic for a `count`. */
export function demoVisitors(now: Date, count: number): SeededVisitor[] {
  const next = seededRandom(count);
  const oneOf = <Of>(list: readonly Of[]): Of => list[Math.floor(next() * list.length)]!;
  return Array.from({ length: count }, (_unused, number): SeededVisitor => {
    const firstSeenAt = new Date(now.getTime() - next() ** 1.4 * 84 * dayMs - hourMs);
    let ticket = next() * 100;
    const { keen, touch } = sources.find(({ part }) => (ticket -= part) < 0) ?? sources[0];
    const later = (days: number) => new Date(firstSeenAt.getTime() + days * dayMs);
    const goesOn = (likely: number, at: Date): Date | null =>
      next() < likely * keen && at < now ? at : null;
    const onboardingAt = goesOn(0.52, later(0.01));
    const checkoutAt = onboardingAt && goesOn(0.34, later(next() * 6));
    const trialAt = checkoutAt && goesOn(0.55, new Date(checkoutAt.getTime() + hourMs));
    const paidAt = trialAt && goesOn(0.58, new Date(trialAt.getTime() + 14 * dayMs));
    const surveyAnswers = answers[(touch?.source ?? "other") as keyof typeof answers] ?? answers.other;
    return {
      personId: `demo-visitor-${number + 1}`,
      firstSeenAt,
      countryCode: oneOf(countries),
      touches: [
        ...(touch ? [{ at: firstSeenAt, ...touch }] : []),
        // Some return from the newsletter before they decide.
        ...(checkoutAt && next() < 0.25
          ? [
              {
                at: new Date(checkoutAt.getTime() - hourMs),
                source: "newsletter",
                medium: "email",
                campaign: "november",
              },
            ]
          : []),
      ],
      onboardingAt,
      checkoutAt,
      wasHereInWeek4: paidAt !== null && later(28) < now && next() < 0.74,
      milestones: [
        ...(trialAt ? [{ kind: "trial" as const, at: trialAt, detail: null }] : []),
        ...(paidAt ? [{ kind: "paid" as const, at: paidAt, detail: null }] : []),
        ...(checkoutAt && next() < 0.6
          ? [{ kind: "survey" as const, at: checkoutAt, detail: oneOf(surveyAnswers) }]
          : []),
      ],
    };
  });
}

/** Seeds the reports of a demo. @param people accounts that are part of its experiment */
export async function seedDemoReports(tx: Tx, people: readonly string[]): Promise<void> {
  const now = tx.clock.now();
  await seedVisitors(tx, demoVisitors(now, 600));
  await seedExposures(tx, "onboarding-variant-b", people, new Date(now.getTime() - 28 * dayMs));
}
