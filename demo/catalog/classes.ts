import { captionPart } from "./captions.ts";
import { CLASS_DRAFTS, type ClassDraft } from "./class-list.ts";
import { demoId } from "./identity.ts";
import { planLesson, type PartPlan } from "./lessons.ts";
import { CATEGORIES } from "./library.ts";
import { troupeOf, type Troupe } from "./troupes.ts";
import type { DemoClass, DemoPart, DemoTempoSpan } from "./types.ts";
import type { Shot } from "../picture/shot.ts";
import type { Stretch } from "../music/soundtrack.ts";
import type { Arrangement } from "../music/loops.ts";

const ARRANGEMENTS: Record<DemoPart["kind"], Arrangement> = {
  warm_up: "groove",
  breakdown: "talk",
  counts: "count",
  slow: "slow",
  full_out: "full",
  cool_down: "cool",
};

/** True if a part's last eight counts in the next one, which is danced rather than explained. */
const countsIn = (plans: PartPlan[], index: number): boolean => {
  const next = plans[index + 1]?.kind;
  return next === "counts" || next === "slow" || next === "full_out";
};

/** An advanced drill is as strenuous as a workout. */
const energyOf = ({ type, level }: ClassDraft): DemoClass["energy"] => {
  if (type === "wellness") return "gentle";
  if (type === "workout" || type === "party") return level === "absolute-beginner" ? "steady" : "high";
  return type === "drill" && level === "advanced" ? "high" : type === "foundations" ? "gentle" : "steady";
};

/**
 * A part's camera. What is danced at tempo shows the room; what is explained is seen from nearer, and counted steps from their height. For
 * someone who has never danced, steps are shown with the rest of the body.
 */
const shotOf = (draft: ClassDraft, troupe: Troupe, { kind, tempo }: PartPlan): Shot => {
  if (tempo === "full") return "wide";
  return kind === "counts" && draft.level !== "absolute-beginner" ? troupe.shots.counts : troupe.shots.slow;
};

const build = (draft: ClassDraft, index: number): DemoClass => {
  const troupe = troupeOf(draft.troupe);
  const plans = planLesson(troupe, draft.shape, draft.moves, draft.minutes, index);
  const parts: DemoPart[] = [];
  const beatGrid: DemoTempoSpan[] = [];
  const cues: DemoClass["captions"]["cues"] = [];
  const sequence: DemoClass["sequence"] = [];
  let startMs = 0;
  plans.forEach((plan, i) => {
    const frames = troupe.frames[plan.tempo];
    const endMs = startMs + (plan.eights.length * frames * 100) / 3;
    parts.push({
      index: i + 1,
      title: plan.title,
      kind: plan.kind,
      startMs,
      endMs,
      eights: plan.eights.length,
    });
    beatGrid.push({ startMs, endMs, bpm: 14_400 / frames, firstBeatMs: startMs + (frames * 25) / 12 });
    cues.push(...captionPart(troupe, plan, startMs, countsIn(plans, i)));
    const shot = shotOf(draft, troupe, plan);
    for (const eight of plan.eights) sequence.push({ eight, frames, part: i + 1, shot });
    startMs = endMs;
  });
  return {
    id: demoId("class", draft.slug),
    slug: draft.slug,
    title: draft.title,
    description: draft.description,
    section: CATEGORIES.find((c) => c.slug === draft.categories[0])!.section,
    categories: draft.categories,
    style: troupe.style,
    instructor: troupe.instructor,
    troupe: troupe.slug,
    type: draft.type,
    level: draft.level,
    accessType: draft.access,
    isExplicit: draft.explicit ?? false,
    energy: energyOf(draft),
    // Drills are danced on the spot.
    space: draft.type === "drill" && troupe.space === "steps" ? "spot" : troupe.space,
    durationInMs: startMs,
    publishedDaysAgo: index === 0 ? 1 : 2 + ((index * 17) % 41) * 3,
    hasBackView: true,
    parts,
    beatGrid,
    sequence,
    captions: { language: "en", label: "English", cues },
  };
};

/** Rendered first because it is short: it repeats three eights, and suits everyone. */
const first = "first-bounce";

/** The demo's classes; the first is rendered first. */
export const CLASSES: DemoClass[] = CLASS_DRAFTS.map(build).toSorted(
  (a, b) => Number(b.slug === first) - Number(a.slug === first),
);

/**
 * Finds a class by its slug.
 * @throws Error if there is none
 */
export const classOf = (slug: string): DemoClass => {
  const found = CLASSES.find((c) => c.slug === slug);
  if (!found) throw new Error(`there is no demo class "${slug}"`);
  return found;
};

/** The music of a class, section by section. */
export const stretchesOf = (of: DemoClass): Stretch[] => {
  const troupe: Troupe = troupeOf(of.troupe);
  return of.parts.map((part, i): Stretch => {
    const next = of.parts[i + 1]?.kind;
    return {
      frames: of.sequence.find((e) => e.part === part.index)?.frames ?? troupe.frames.full,
      eights: part.eights,
      arrangement: ARRANGEMENTS[part.kind],
      countIn: next === "counts" || next === "slow" || next === "full_out",
    };
  });
};
