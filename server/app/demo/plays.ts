import { dayIn } from "../../../contract/formats/time-zones.ts";
import type { PlaySource } from "../../../contract/play-sources.ts";
import type { Ctx } from "../../ctx.ts";
import { seedFigures } from "../../modules/practice/index.ts";
import { seededRandom } from "../../platform/seeded-random.ts";

/** A class that one of the demo's people has danced. */
export interface Danced {
  readonly classId: string;
  readonly at: Date;
  /** How long the class is. */
  readonly durationMs: number;
}

/** Sources of plays. Repeated entries are more likely. */
const sources: readonly PlaySource[] = [
  "home",
  "home",
  "home",
  "library",
  "library",
  "search",
  "set",
  "set",
  "course",
  "saved",
  "challenge",
  "email",
];
/** Tempos and views, with the share of the class danced in each. */
const views = [
  { tempo: 70, angle: "front", isMirrored: true, share: 0.25 },
  { tempo: 80, angle: "back", isMirrored: false, share: 0.35 },
  { tempo: 100, angle: "front", isMirrored: false, share: 0.9 },
] as const;

/** Counts plays for a studio's figures: some people dance a class twice. Idempotent. */
export async function countPlays(ctx: Ctx, danced: readonly Danced[]): Promise<void> {
  const next = seededRandom(danced.length);
  const dayOf = ({ at }: Danced) => dayIn(at, ctx.studio.timeZone);
  await ctx.transact(async (tx) => {
    for (const [day, ofDay] of Map.groupBy(danced, dayOf))
      for (const [classId, ofClass] of Map.groupBy(ofDay, (one) => one.classId)) {
        const plays = ofClass.length + Math.floor(next() * 2);
        await seedFigures(tx.db, {
          classId,
          day,
          plays,
          source: sources[Math.floor(next() * sources.length)]!,
          use: views.map(({ share, ...view }) => ({
            ...view,
            ms: Math.round(plays * ofClass[0]!.durationMs * share * (0.5 + next() / 2)),
          })),
        });
      }
  });
}
