import { useLingui } from "@lingui/react/macro";
import { Link } from "../../../lib/router/index.ts";
import { Check } from "lucide-react";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { minutesOf } from "../../../lib/formats.ts";
import { paths, setSearch } from "../../../lib/paths.ts";
import { startState } from "../../../lib/start-state.ts";
import { Icon } from "../../../ui/icon.tsx";
import { ClassSummaryFragment } from "../../catalog/public/class-summary.ts";
import { useClassLabels } from "../../catalog/public/labels.ts";

export const DuePartFragment = graphql(`
  fragment DuePart on DuePart {
    mastery {
      partIndex
      level
      tempo
    }
    studioClass {
      id
      classId
      title
      parts {
        index
        title
      }
    }
  }
`);

/** A class of the set, as this list needs it. */
type SetItem = { isDanced: boolean; studioClass: FragmentOf<typeof ClassSummaryFragment> };

/** The set of the day as a numbered list, preceded by parts that are due for review. The page's lead starts it. */
export function TonightsSet({
  setId,
  items,
  due,
}: {
  setId: string;
  items: readonly SetItem[];
  due: readonly FragmentOf<typeof DuePartFragment>[];
}) {
  const { t } = useLingui();
  const labels = useClassLabels();
  const set = items.map(({ isDanced, studioClass }) => {
    const found = readFragment(ClassSummaryFragment, studioClass);
    const { userProgress, video } = found;
    const danced = userProgress && !userProgress.completed ? userProgress.percent / 100 : 0;
    return { ...found, isDanced, danced, minutes: minutesOf(video.durationInMs * (1 - danced)) };
  });
  const left = set.filter(({ isDanced }) => !isDanced);
  const total = left.reduce((sum, { minutes }) => sum + minutes, 0);
  return (
    <section className="tonight" aria-labelledby="tonights-set">
      <div className="row between">
        <h2 className="d2" id="tonights-set">
          {t`Today’s set`}
        </h2>
        <span className="t1 muted tn nowrap">
          {left.length === 0
            ? t`All danced`
            : left.length < set.length
              ? t`${total} min left`
              : t`${total} min`}
        </span>
      </div>
      <ol className="setlist">
        {due.map((item) => {
          const { mastery, studioClass } = readFragment(DuePartFragment, item);
          const part = studioClass.parts.find(({ index }) => index === mastery.partIndex);
          return (
            part && (
              <li key={`${studioClass.id} ${part.index}`}>
                <Link
                  className="set-i"
                  to={paths.player(studioClass.classId)}
                  state={startState}
                  search={{ part: String(part.index) }}
                >
                  <span>
                    <span className="strong">{part.title}</span>
                    <span className="facts">
                      <span>{t`Getting rusty`}</span>
                      <span>{studioClass.title}</span>
                    </span>
                  </span>
                  <span className="t1 muted tn nowrap">{mastery.tempo !== null && t`${mastery.tempo}%`}</span>
                </Link>
              </li>
            )
          );
        })}
        {set.map(({ id, classId, title, type, instructor, minutes, danced, isDanced }) => (
          <li key={id} className={id === left[0]?.id ? "now" : undefined}>
            <Link className="set-i" to={paths.studioClass(classId)} search={setSearch(setId)}>
              <span>
                <span className="strong">{title}</span>
                <span className="facts">
                  <span>{labels.type(type)}</span>
                  <span>
                    <bdi>{instructor.name}</bdi>
                  </span>
                </span>
              </span>
              <span className="t1 muted tn nowrap">
                {isDanced ? (
                  <>
                    <Icon of={Check} size="s" />
                    <span className="sr-only">{t`Danced`}</span>
                  </>
                ) : danced > 0 ? (
                  t`${minutes} min left`
                ) : (
                  t`${minutes} min`
                )}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
