import { useLingui } from "@lingui/react/macro";
import { Play } from "lucide-react";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { minutesOf } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Icon } from "../../../ui/icon.tsx";
import { EmptyState } from "../../../ui/state.tsx";

export const FirstClassFragment = graphql(`
  fragment FirstClass on StudioClass {
    id
    classId
    title
    thumbnailImageUrl
    isLocked
    styleV2 {
      name
    }
    video {
      durationInMs
    }
  }
`);
type FirstClass = FragmentOf<typeof FirstClassFragment>;

/** The end of the questions: one class to start now, and what could follow. */
export function FirstClasses({ classes }: { classes: readonly FirstClass[] }) {
  const { t } = useLingui();
  const found = readFragment(FirstClassFragment, classes);
  const first = found.find(({ isLocked }) => !isLocked) ?? found[0];
  if (!first)
    return (
      <EmptyState title={t`You’re set`} page>
        {t`The studio hasn’t put up its first class. It appears on your page by itself.`}
      </EmptyState>
    );
  return (
    <div className="onb-end">
      <div className="stack">
        <h1 className="d1" tabIndex={-1}>{t`Start with this one`}</h1>
        <p className="muted pretty">{t`Your answers are kept. Change them in the settings whenever you like.`}</p>
      </div>
      <ol className="onb-classes">
        {[first, ...found.filter(({ id }) => id !== first.id)].map((one) => {
          const minutes = minutesOf(one.video.durationInMs);
          return (
            <li key={one.id}>
              <Link to={paths.studioClass(one.classId)} className={one.id === first.id ? "strong" : "muted"}>
                {one.title}
              </Link>
              <span className="t1 muted">{t`${minutes} min, ${one.styleV2.name}`}</span>
            </li>
          );
        })}
      </ol>
      <div className="row wrap">
        <Link className="btn btn-go btn-l" to={paths.player(first.classId)}>
          <Icon of={Play} /> {t`Dance it now`}
        </Link>
        <Link className="btn btn-l" to={paths.dashboard()}>
          {t`See tonight’s set`}
        </Link>
      </div>
    </div>
  );
}

FirstClasses.Picture = function ScenePicture({ studioClass }: { studioClass: FirstClass }) {
  const { thumbnailImageUrl } = readFragment(FirstClassFragment, studioClass);
  return <img src={thumbnailImageUrl} alt="" />;
};
