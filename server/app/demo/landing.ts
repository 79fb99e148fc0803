import { randomUUID } from "node:crypto";
import { demoCatalog } from "../../../demo/index.ts";
import type { Tx } from "../../ctx.ts";
import { seedLandingDraft } from "../../modules/studio/landing/seed.ts";
import type { LandingBlock } from "../../modules/studio/landing/blocks.ts";

const block = (
  kind: LandingBlock["kind"],
  title: string,
  { slugs = [], ...fields }: Partial<LandingBlock> & { slugs?: readonly string[] } = {},
): LandingBlock => ({
  id: randomUUID(),
  kind,
  title,
  text: "",
  courseId: null,
  instructors: [],
  items: [],
  ...fields,
  classIds: slugs.flatMap((slug) => demoCatalog.classes.find((one) => one.slug === slug)?.id ?? []),
});
const item = (title: string, text: string, isAgreed = false) => ({ id: randomUUID(), title, text, isAgreed });

/** Drafts a landing page for the demo's admin to look at. Visitors of the demo begin at the home page. */
export const draftLanding = (tx: Tx): Promise<void> =>
  seedLandingDraft(tx, {
    title: "",
    description: "",
    blocks: [
      block("hero", "Your living room, eight counts at a time", {
        text: "Seven instructors count every step with you. Slow it down, loop an eight, and see it from behind.",
        slugs: ["first-bounce"],
      }),
      block("classes", "Free to begin with", {
        slugs: ["drag-the-left", "shoulders-first", "basic-on-one", "four-poses", "warm-the-ankles-first"],
      }),
      block("text", "We count out loud", {
        text: "Most classes show you a dance. Ours take it apart: every class is cut into parts and eights, and you stay with one until it sits.\n\nNew classes come every week.",
        slugs: ["jack-then-let-it-ring"],
      }),
      block("instructors", "Who you dance with", { instructors: ["demo-ana", "demo-kofi", "demo-noor"] }),
      block("prices", "What it costs"),
      block("quotes", "", {
        items: [
          item("Demo Mara", "I looped the turn for a week. On Friday it was mine.", true),
          item("Demo Theo", "My daughter and I do one class before dinner.", true),
        ],
      }),
      block("questions", "Before you start", {
        items: [
          item("Do I need experience?", "No. Classes for absolute beginners start with how to stand."),
          item("How much room do I need?", "Two steps in each direction. Some classes stay on one spot."),
        ],
      }),
    ],
  });
