import { useLingui } from "@lingui/react/macro";
import { CalendarPlus } from "lucide-react";
import type { ReactNode } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { formatDuration, formatMoment } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { AwaitedPage } from "../../../layouts/awaited-page.tsx";
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
      isLate
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

/** The page of a class that isn't in the library: when it enters it, and a bell; else that there is none. */
export function UpcomingClass({ classId, skeleton }: { classId: string; skeleton: ReactNode }) {
  const { t } = useLingui();
  const query = useQuery({ query: UpcomingClassQuery, variables: { id: classId } });
  const found = query[0].data?.upcomingClass;
  return (
    <AwaitedPage
      query={query}
      title={found?.title}
      failed={{
        title: t`Couldn’t load this class`,
        words: t`We couldn’t connect. Your progress is saved.`,
      }}
      missing={{
        title: t`Class not found`,
        words: t`This class may have been removed, or the link may be wrong.`,
        way: (
          <Link className="btn" to={paths.library()}>
            {t`Browse the library`}
          </Link>
        ),
      }}
      skeleton={skeleton}
    >
      {found && <Upcoming found={found} />}
    </AwaitedPage>
  );
}

function Upcoming({ found }: { found: NonNullable<ResultOf<typeof UpcomingClassQuery>["upcomingClass"]> }) {
  const { t } = useLingui();
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
        <h1 className="d1 d1-page class-title">{title}</h1>
        <div className="by class-facts">
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
            {found.isLate ? t`Soon` : formatMoment(new Date(found.publishAt), "weekdayTime")}
          </time>
        </p>
        <p className="muted pretty">{found.description}</p>
        <div className="stack gap-3">
          <AlertToggle id={found.id} title={title} hasAlert={found.hasAlert} isMain />
          {!found.isLate && (
            <a
              className={buttonClass({ wide: true })}
              href={found.calendarUrl}
              download
              aria-label={t`Add to calendar: ${title}`}
            >
              <Icon of={CalendarPlus} />
              {t`Add to calendar`}
            </a>
          )}
        </div>
      </div>
    </div>
  );
}
