import { useLingui } from "@lingui/react/macro";
import { Link } from "../../../lib/router/index.ts";
import { Play } from "lucide-react";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { minutesOf } from "../../../lib/formats.ts";
import { paths, setSearch } from "../../../lib/paths.ts";
import { startState } from "../../../lib/start-state.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { showPressed } from "../../catalog/public/class-transition.ts";
import { Eight } from "../../../ui/eight.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Picture } from "../../../ui/picture.tsx";
import { ClassByline } from "../../catalog/public/class-byline.tsx";
import { ClassSummaryFragment } from "../../catalog/public/class-summary.ts";
import { resumePlace } from "../../catalog/public/resume-place.ts";

export const HeroFragment = graphql(
  `
    fragment Hero on StudioClass {
      ...ClassSummary
      userProgress {
        completed
        percent
        time {
          hour
          minute
          second
        }
      }
    }
  `,
  [ClassSummaryFragment],
);

export const HeroPartsFragment = graphql(`
  fragment HeroParts on StudioClass {
    id
    parts {
      index
      startMs
      endMs
    }
  }
`);

type HeroProps = {
  studioClass: FragmentOf<typeof HeroFragment>;
  /** The class in progress, with its parts; null if it isn't started. */
  begun: FragmentOf<typeof HeroPartsFragment> | null;
  /** Its place in the set of the day, if it is part of it. */
  inSet: { id: string; place: number; length: number } | null;
};

/** The class to dance now. */
export function Hero({ studioClass, begun, inSet }: HeroProps) {
  const { t } = useLingui();
  const hero = readFragment(HeroFragment, studioClass);
  const found = readFragment(ClassSummaryFragment, hero);
  const { userProgress } = hero;
  const { video } = found;
  const isReady = video.encodingStatus === "available";
  const danced = userProgress?.percent ?? 0;
  const left = minutesOf(video.durationInMs * (1 - danced / 100));
  const atMs = resumePlace(userProgress, video.durationInMs);
  const parts = begun ? readFragment(HeroPartsFragment, begun).parts : [];
  const part = parts.find(({ startMs, endMs }) => atMs >= startMs && atMs < endMs);
  return (
    <article
      className="stage"
      data-theme="room"
      aria-labelledby="hero"
      // No style attribute: the policy of pages forbids it in their HTML.
      ref={(stage) => stage?.style.setProperty("--x", found.imageFocus)}
    >
      <Picture url={found.thumbnailImageUrl} sizes="(min-width: 64rem) 68vw, 100vw" eager />
      <div className="stage-b">
        <p className="strong">
          {!begun
            ? inSet && inSet.place > 1
              ? t`Next in your set: ${inSet.place} of ${inSet.length}`
              : t`Start here`
            : part
              ? t`Resume at part ${part.index}`
              : t`Resume where you left off`}
        </p>
        <h2 className="d1" id="hero">
          {found.title}
        </h2>
        <ClassByline studioClass={found} eager>
          <span>{begun ? t`${left} min left` : t`${minutesOf(video.durationInMs)} min`}</span>
        </ClassByline>
        {isReady ? (
          <>
            {begun && (
              <Eight className="stage-e" value={danced / 100} label={t`${Math.round(danced)}% complete`} />
            )}
            <div className="row wrap">
              <Link
                className={buttonClass({ tone: "go", size: "l" })}
                to={paths.player(found.classId)}
                search={setSearch(inSet?.id)}
                state={startState}
              >
                <Icon of={Play} />
                {begun ? t`Continue` : found.isLocked ? t`Watch preview` : t`Start class`}
              </Link>
              <Link
                className={buttonClass({ tone: "text" })}
                to={paths.studioClass(found.classId)}
                search={setSearch(inSet?.id)}
                onClick={(event) => showPressed(event, found)}
              >
                {t`About this class`}
              </Link>
            </div>
          </>
        ) : (
          <>
            <div className="stack gap-2" role="status">
              <Eight
                className="stage-e"
                value={video.encodingPercent / 100}
                label={t`${video.encodingPercent}% processed`}
              />
              <p className="t1 muted">
                {video.encodingPercent > 0
                  ? t`Processing video, ${video.encodingPercent}%. You can play it as soon as it’s ready.`
                  : t`Video queued for processing. You can play it as soon as it’s ready.`}
              </p>
            </div>
            <div className="row wrap">
              <Link className={buttonClass({ size: "l" })} to={paths.studioClass(found.classId)}>
                {t`About this class`}
              </Link>
            </div>
          </>
        )}
      </div>
    </article>
  );
}
