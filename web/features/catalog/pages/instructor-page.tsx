import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { Link, useNavigate, useParams } from "../../../lib/router/index.ts";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import { AwaitedPage } from "../../../layouts/awaited-page.tsx";
import { Avatar } from "../../../ui/avatar.tsx";
import { Picture } from "../../../ui/picture.tsx";
import { FilteredClasses, preload } from "../components/late-filtered-classes.ts";
import { HeadSkeleton } from "../components/head-skeleton.tsx";
import { InstructorLinks } from "../components/instructor-links.tsx";
import { useMergedInto } from "../components/use-merged-into.ts";
import { useIsChild } from "../../identity/public/me.ts";
import { FollowButton } from "../public/follow-button.tsx";
import { FollowFragment } from "../public/follow-fragment.ts";

const OwnPage = lazy(async () => ({ default: (await import("../components/own-page.tsx")).OwnPage }));

preload();

const InstructorPageQuery = graphql(
  `
    query InstructorPage($slug: String!) {
      instructorBySlugPublic(slug: $slug) {
        slug
        name
        bio
        links
        photoURL
        imageFocus
        faceURL
        isOwn
        follow {
          ...FollowState
        }
      }
    }
  `,
  [FollowFragment],
);

/** An instructor: image, description and all classes. */
export function Page() {
  const { t } = useLingui();
  const { slug = "" } = useParams() as { slug?: string };
  const query = useQuery({ query: InstructorPageQuery, variables: { slug } });
  const found = query[0].data?.instructorBySlugPublic;
  const navigate = useNavigate();
  const isLooking = useMergedInto(
    "instructor",
    found === null ? slug : null,
    (into) => void navigate({ to: paths.instructor(into), replace: true }),
  );
  const skeleton = <HeadSkeleton label={t`Loading instructor`} />;
  if (isLooking) return skeleton;
  return (
    <AwaitedPage
      query={query}
      title={found?.name}
      failed={{
        title: t`Couldn’t load this instructor`,
        words: t`We couldn’t connect.`,
      }}
      missing={{
        title: t`Instructor not found`,
        words: t`This instructor may have left, or the link may be wrong.`,
        way: (
          <Link className="btn" to={paths.library()}>
            {t`Browse the library`}
          </Link>
        ),
      }}
      skeleton={skeleton}
    >
      {found && <Instructor instructor={found} />}
    </AwaitedPage>
  );
}

type Found = NonNullable<ResultOf<typeof InstructorPageQuery>["instructorBySlugPublic"]>;

function Instructor({ instructor }: { instructor: Found }) {
  const { t } = useLingui();
  const isChild = useIsChild();
  const { name } = instructor;
  return (
    <div className="page page-top">
      <div className="cls">
        <div className="media media-wide media-person" data-theme="room">
          <Picture
            url={instructor.photoURL}
            alt={t`Photo of ${name}`}
            focus={instructor.imageFocus}
            sizes="(min-width: 64rem) 62vw, 100vw"
            eager
          />
        </div>
        <div className="stack cls-words">
          <Avatar url={instructor.faceURL} name={name} size="page" />
          <h1 className="d1 d1-page">
            <bdi>{name}</bdi>
          </h1>
          {instructor.bio && (
            <p className="muted pretty" dir="auto">
              {instructor.bio}
            </p>
          )}
          <InstructorLinks instructor={instructor} />
          {instructor.isOwn && (
            <Suspense>
              <OwnPage instructor={instructor} />
            </Suspense>
          )}
          {!isChild && (
            <div className="stack gap-2">
              <div>
                <FollowButton follow={instructor.follow} isMain />
              </div>
              <p className="hint">{t`We’ll tell you about new classes.`}</p>
            </div>
          )}
        </div>
      </div>
      <section className="sec" aria-labelledby="classes">
        <h2 className="d2" id="classes">
          {t`Classes`}
        </h2>
        <Suspense>
          <FilteredClasses
            within={{ instructorSlug: instructor.slug }}
            offers={["level", "length", "type", "sort"]}
            empty={{
              title: t`No classes yet`,
              sentence: t`The first class is on its way.`,
            }}
          />
        </Suspense>
      </section>
    </div>
  );
}
