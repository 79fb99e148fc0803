import { useLingui } from "@lingui/react/macro";
import { Link } from "../../../lib/router/index.ts";
import { Play } from "lucide-react";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { minutesOf } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { startState } from "../../../lib/start-state.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { useClassLabels } from "../../catalog/public/labels.ts";

export const SetClassFragment = graphql(`
  fragment SetClass on StudioClass {
    id
    classId
    title
    type
    isLocked
    instructor {
      slug
      name
    }
    video {
      durationInMs
      encodingStatus
    }
    userProgress {
      completed
      percent
    }
  }
`);

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

/** Tonight's classes as a numbered set to start, preceded by parts that are due for review. */
export function TonightsSet({
  classes,
  due,
}: {
  classes: readonly FragmentOf<typeof SetClassFragment>[];
  due: readonly FragmentOf<typeof DuePartFragment>[];
}) {
  const { t } = useLingui();
  const labels = useClassLabels();
  const set = classes.map((item) => {
    const found = readFragment(SetClassFragment, item);
    const { userProgress, video } = found;
    const danced = userProgress && !userProgress.completed ? userProgress.percent / 100 : 0;
    return { ...found, danced, minutes: minutesOf(video.durationInMs * (1 - danced)) };
  });
  const total = set.reduce((sum, { minutes }) => sum + minutes, 0);
  const start = set.find(({ video, isLocked }) => video.encodingStatus === "available" && !isLocked);
  return (
    <section className="tonight" aria-labelledby="tonights-set">
      <div className="row between">
        <h2 className="d2" id="tonights-set">
          {t`Today’s set`}
        </h2>
        <span className="t1 muted tn nowrap">{t`${total} min`}</span>
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
        {set.map(({ id, classId, title, type, instructor, minutes, danced, video }) => (
          <li key={id} className={id === start?.id ? "now" : undefined}>
            <Link className="set-i" to={paths.studioClass(classId)}>
              <span>
                <span className="strong">{title}</span>
                <span className="facts">
                  <span>{labels.type(type)}</span>
                  <span>{instructor.name}</span>
                </span>
              </span>
              <span className="t1 muted tn nowrap">
                {video.encodingStatus === "available"
                  ? danced > 0
                    ? t`${minutes} min left`
                    : t`${minutes} min`
                  : t`Coming soon`}
              </span>
            </Link>
          </li>
        ))}
      </ol>
      {start && (
        <div>
          <Link className={buttonClass()} to={paths.player(start.classId)} state={startState}>
            <Icon of={Play} />
            {t`Start the set`}
          </Link>
        </div>
      )}
    </section>
  );
}
