import type { Stage } from "../practice-tools.tsx";
import { MasteryMap } from "./mastery-map.tsx";
import { useMastery } from "./use-mastery.ts";

/** Shows mastery and records loops. */
export function MasteryTool(stage: Stage) {
  const known = useMastery(stage);
  return <MasteryMap stage={stage} known={known} />;
}
