import { useLingui } from "@lingui/react/macro";
import { Link, useParams } from "../../../lib/router/index.ts";
import { useQuery } from "urql";
import { graphql } from "../../../graphql/graphql.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Picture } from "../../../ui/picture.tsx";
import { EmptyState, ErrorState } from "../../../ui/state.tsx";
import { FilteredClasses } from "../parts/filtered-classes.tsx";
import { HeadSkeleton } from "../parts/head-skeleton.tsx";

const InstructorPageQuery = graphql(`
  query InstructorPage($slug: String!) {
    instructorBySlugPublic(slug: $slug) {
      slug
      name
      bio
      photoURL
    }
  }
`);

/** A teacher: picture, words, and all classes. */
export function Page() {
  const { t } = useLingui();
  const { slug = "" } = useParams() as { slug?: string };
  const [{ data, error, fetching }, again] = useQuery({ query: InstructorPageQuery, variables: { slug } });
  const instructor = data?.instructorBySlugPublic;
  usePageTitle(instructor?.name ?? (data ? t`No such teacher` : undefined));
  if (!instructor) {
    if (!data && !error) return <HeadSkeleton label={t`The teacher’s page is coming`} />;
    return (
      <div className="page">
        {data ? (
          <EmptyState
            page
            title={t`No such teacher`}
            action={
              <Link className="btn" to={paths.library()}>
                {t`To the library`}
              </Link>
            }
          >
            {t`Nobody teaches under this name, or the link lost a letter.`}
          </EmptyState>
        ) : (
          <ErrorState
            page
            title={t`This page didn’t load`}
            retryLabel={t`Try again`}
            busy={fetching}
            onRetry={() => again({ requestPolicy: "network-only" })}
          >
            {t`The studio didn’t answer. What you have saved and danced is safe.`}
          </ErrorState>
        )}
      </div>
    );
  }
  return (
    <div className="page page-top">
      <div className="cls">
        <div className="media media-wide media-person" data-theme="room">
          <Picture
            url={instructor.photoURL}
            alt={t`${instructor.name} in the studio`}
            sizes="(min-width: 64rem) 62vw, 100vw"
            eager
          />
        </div>
        <div className="stack cls-words">
          <h1 className="d1 d1-page">{instructor.name}</h1>
          {instructor.bio && <p className="muted pretty">{instructor.bio}</p>}
        </div>
      </div>
      <section className="sec" aria-labelledby="classes">
        <h2 className="d2" id="classes">
          {t`Classes`}
        </h2>
        <FilteredClasses
          within={{ instructorSlug: slug }}
          offers={["level", "length", "type", "sort"]}
          empty={{
            title: t`No class yet`,
            sentence: t`The first one is being made. It appears here by itself.`,
          }}
        />
      </section>
    </div>
  );
}
