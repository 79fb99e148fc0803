import { useLingui } from "@lingui/react/macro";
import { Link } from "../../../lib/router/index.ts";
import { ChevronRight, Play } from "lucide-react";
import { readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { minutesOf } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Icon } from "../../../ui/icon.tsx";
import { ClassSummaryFragment } from "../../catalog/public/class-summary.ts";
import { useClassLabels } from "../../catalog/public/labels.ts";
import { CategoryCard } from "./category-card.tsx";
import type { CategoryCardFragment } from "./category-fragment.ts";

type ShortClassesProps = {
  classes: readonly (FragmentOf<typeof ClassSummaryFragment> & { id: string })[];
  /** The category shown as an image next to the list. */
  beside: FragmentOf<typeof CategoryCardFragment> | undefined;
};

/** The shortest classes, listed by minutes, next to a category. */
export function ShortClasses({ classes, beside }: ShortClassesProps) {
  const { t } = useLingui();
  const labels = useClassLabels();
  const minutes = 6;
  return (
    <section className="sec split" aria-labelledby="short">
      <div>
        <div className="sec-h">
          <h2 className="d2" id="short">
            {t`Short on time`}
          </h2>
          <Link className="more" to={paths.library()} search={{ length: String(minutes), sort: "shortest" }}>
            {t`Up to ${minutes} min`} <Icon of={ChevronRight} size="s" />
          </Link>
        </div>
        <ul className="lines">
          {classes.map((item) => {
            const { id, classId, title, type, level, video } = readFragment(ClassSummaryFragment, item);
            return (
              <li key={id}>
                <Link className="line-i" to={paths.studioClass(classId)}>
                  <span className="mins">
                    <b className="num">{minutesOf(video.durationInMs)}</b>
                    <small>{t`min`}</small>
                  </span>
                  <span>
                    <span className="t3 strong">{title}</span>
                    <span className="facts">
                      <span>{labels.type(type)}</span>
                      <span>{labels.level(level)}</span>
                    </span>
                  </span>
                  {video.encodingStatus === "available" ? (
                    <Icon of={Play} />
                  ) : (
                    <span className="t1 muted nowrap">{t`Coming soon`}</span>
                  )}
                </Link>
              </li>
            );
          })}
        </ul>
      </div>
      {beside && <CategoryCard category={beside} />}
    </section>
  );
}
