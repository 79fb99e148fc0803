import "./mastery.css";
import { useLingui } from "@lingui/react/macro";
import { type MasteryLevel, useMasteryWords } from "../../../practice/embeds/mastery-words.ts";
import { Slot, type Stage } from "../practice-tools.tsx";
import type { useMastery } from "./use-mastery.ts";

const levels: readonly MasteryLevel[] = ["none", "seen", "counts", "slow", "tempo"];
/** More blocks than this would say nothing more. */
const mostBlocks = 24;

/** The class in eights, each as high as its part is known; the dancer may say how well that is. */
export function MasteryMap({ stage, known }: { stage: Stage; known: ReturnType<typeof useMastery> }) {
  const { t } = useLingui();
  const words = useMasteryWords();
  if (known.mastery.length === 0) return null;
  return (
    <Slot screen={stage.screen} name="map">
      <section className="know" aria-labelledby="pl-know">
        <h2 className="lab" id="pl-know">{t`How well you know it`}</h2>
        <ol>
          {stage.studioClass.parts.map((part) => {
            const own = known.mastery.find(({ partIndex }) => partIndex === part.index);
            const level = own?.level ?? "none";
            return (
              <li key={part.index} data-level={level}>
                <b className="num" aria-hidden="true">
                  {part.index}
                </b>
                <span className="know-eights" aria-hidden="true">
                  {Array.from(
                    { length: Math.min(mostBlocks, Math.max(1, part.eights)) },
                    (_unused, eight) => (
                      <i key={eight} />
                    ),
                  )}
                </span>
                <label>
                  <span className="sr-only">{t`How well you know ${part.title}`}</span>
                  <select
                    value={own?.isOwnWord ? level : "danced"}
                    onChange={(event) => {
                      const chosen = levels.find((one) => one === event.target.value) ?? null;
                      known.setLevel(part.index, chosen);
                    }}
                  >
                    <option value="danced">{own?.isOwnWord ? t`As danced` : words[level]}</option>
                    {levels
                      .filter((one) => own?.isOwnWord || one !== level)
                      .map((one) => (
                        <option key={one} value={one}>
                          {words[one]}
                        </option>
                      ))}
                  </select>
                </label>
              </li>
            );
          })}
        </ol>
      </section>
    </Slot>
  );
}
