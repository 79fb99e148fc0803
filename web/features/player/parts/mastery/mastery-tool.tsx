import type { Stage } from "../practice-tools.tsx";
import { MasteryMap } from "./mastery-map.tsx";
import { useMastery } from "./use-mastery.ts";

/** What the dancer knows of the class, and what a loop adds to it. */
export function MasteryTool(stage: Stage) {
  const known = useMastery(stage);
  return <MasteryMap stage={stage} known={known} />;
}
