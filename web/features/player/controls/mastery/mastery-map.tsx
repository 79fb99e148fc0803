import { useEffect } from "react";
import { Slot, type Stage } from "../practice-tools.tsx";
import { LevelChoice } from "./level-choice.tsx";
import type { useMastery } from "./use-mastery.ts";

/** Mastery of each part, after the first pass: raises its eights in the list of parts, and lets the dancer set the level. */
export function MasteryMap({ stage, known }: { stage: Stage; known: ReturnType<typeof useMastery> }) {
  const { mastery } = known;
  const { screen } = stage;
  const { parts } = stage.studioClass;
  useEffect(() => {
    const rows = screen.querySelectorAll<HTMLElement>(".know-eights");
    for (const [at, part] of parts.entries()) {
      const row = rows[at];
      if (row)
        row.dataset["level"] = mastery.find(({ partIndex }) => partIndex === part.index)?.level ?? "none";
    }
  }, [screen, parts, mastery]);
  const isKnown = mastery.some(({ level, isSelfReported }) => level !== "none" || isSelfReported);
  if (mastery.length === 0 || (stage.isFirstOpen && !isKnown)) return null;
  return parts.map((part) => {
    const own = mastery.find(({ partIndex }) => partIndex === part.index);
    return (
      <Slot key={part.index} screen={screen} name={`part-${part.index}`}>
        <LevelChoice title={part.title} known={own} onSay={(level) => known.setLevel(part.index, level)} />
      </Slot>
    );
  });
}
