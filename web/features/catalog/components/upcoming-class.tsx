import { useLingui } from "@lingui/react/macro";
import { CalendarPlus } from "lucide-react";
import type { ReactNode } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { formatDuration, formatMoment } from "../../../lib/formats.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Picture } from "../../../ui/picture.tsx";
import { InstructorFace } from "../public/instructor-face.tsx";
import { AlertToggle } from "./alert-toggle.tsx";

const UpcomingClassQuery = graphql(`
  query UpcomingClass($id: ID!) {
    upcomingClass(id: $id) {
      id
      title
      description
      publishAt
      durationInMs
      thumbnailImageUrl
      hasAlert
      calendarUrl
      styleV2 {
        slug
        name
      }
      instructor {
        slug
        name
        faceURL
      }
    }
  }
`);

/** The page of a class before it enters the library: when it does, and a bell. `missing`: what is shown without one. */
export function UpcomingClass({
  classId,
  skeleton,
  missing,
}: {
  classId: string;
  skeleton: ReactNode;
  missing: ReactNode;
}) {
  const { t } = useLingui();
  const [{ data, error }] = useQuery({ query: UpcomingClassQuery, variables: { id: classId } });
  const found = data?.upcomingClass;
  usePageTitle(found?.title);
  if (!data && !error) return skeleton;
  if (!found) return missing;
  const { instructor, styleV2, durationInMs, thumbnailImageUrl, title } = found;
  return (
    <div className="page page-top cls">
      <div className="media class-picture" data-theme="room">
        {thumbnailImageUrl && (
          <Picture url={thumbnailImageUrl} sizes="(min-width: 64rem) 62vw, 100vw" eager />
        )}
      </div>
      <div className="stack cls-words">
        <p className="strong">{t`Coming up`}</p>
        <h1 className="d1 d1-page">{title}</h1>
        <div className="by">
          <InstructorFace url={instructor.faceURL} size="name" eager />
          <div>
            <Link className="link strong" to={paths.instructor(instructor.slug)}>
              <bdi>{instructor.name}</bdi>
            </Link>
            <p className="facts">
              <span>{styleV2.name}</span>
              {durationInMs !== null && <span className="tn">{formatDuration(durationInMs)}</span>}
            </p>
          </div>
        </div>
        <p className="t3 strong">
          <time className="tn" dateTime={found.publishAt}>
            {formatMoment(new Date(found.publishAt), "weekdayTime")}
          </time>
        </p>
        <p className="muted pretty">{found.description}</p>
        <div className="stack gap-3">
          <AlertToggle id={found.id} title={title} hasAlert={found.hasAlert} isMain />
          <a
            className={buttonClass({ wide: true })}
            href={found.calendarUrl}
            download
            aria-label={t`Add to calendar: ${title}`}
          >
            <Icon of={CalendarPlus} />
            {t`Add to calendar`}
          </a>
        </div>
      </div>
    </div>
  );
}
