import { useLingui } from "@lingui/react/macro";
import { Link, useParams } from "../../../lib/router/index.ts";
import { Check, Plus } from "lucide-react";
import { useQuery } from "urql";
import { graphql } from "../../../graphql/graphql.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Picture } from "../../../ui/picture.tsx";
import { EmptyState, ErrorState } from "../../../ui/state.tsx";
import { useFollowCategory } from "../actions/follow-category.ts";
import { FilteredClasses } from "../parts/filtered-classes.tsx";
import { HeadSkeleton } from "../parts/head-skeleton.tsx";

const CategoryPageQuery = graphql(`
  query CategoryPage {
    categories {
      slug
      name
      description
      isFollowing
      classCount
      previewThumbnailUrl
    }
  }
`);

/** One category: what it is, whether its classes come up tonight, and all of them. */
export function Page() {
  const { t } = useLingui();
  const { slug = "" } = useParams() as { slug?: string };
  const [{ data, error, fetching }, again] = useQuery({ query: CategoryPageQuery });
  const toggle = useFollowCategory();
  const category = data?.categories.find((found) => found.slug === slug);
  usePageTitle(category?.name ?? (data ? t`No such category` : undefined));

  if (!data) {
    return error ? (
      <div className="page">
        <ErrorState
          page
          title={t`This page didn’t load`}
          retryLabel={t`Try again`}
          busy={fetching}
          onRetry={() => again({ requestPolicy: "network-only" })}
        >
          {t`The studio didn’t answer. What you follow is kept.`}
        </ErrorState>
      </div>
    ) : (
      <HeadSkeleton label={t`The category is coming`} />
    );
  }
  if (!category) {
    return (
      <div className="page">
        <EmptyState
          page
          title={t`No such category`}
          action={
            <Link className="btn" to={paths.library()}>
              {t`To the library`}
            </Link>
          }
        >
          {t`The studio may have given it another name.`}
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="page page-top">
      <div className="cls">
        <div className="media media-wide" data-theme="room">
          <Picture url={category.previewThumbnailUrl} sizes="(min-width: 64rem) 62vw, 100vw" eager />
        </div>
        <div className="stack cls-words">
          <h1 className="d1 d1-page">{category.name}</h1>
          <p className="muted pretty">{category.description}</p>
          <div className="stack gap-2">
            <div>
              <Button
                tone={category.isFollowing ? "quiet" : "go"}
                chosen={category.isFollowing}
                icon={category.isFollowing ? Check : Plus}
                onClick={() => void toggle(category, data.categories)}
              >
                {category.isFollowing ? t`Following` : t`Follow`}
              </Button>
            </div>
            <p className="hint">
              {category.isFollowing
                ? t`Its classes come up in Tonight.`
                : t`Follow it, and its classes come up in Tonight.`}
            </p>
          </div>
        </div>
      </div>
      <section className="sec" aria-labelledby="classes">
        <h2 className="d2" id="classes">
          {t`Classes`}
        </h2>
        <FilteredClasses
          within={{ categorySlug: slug }}
          offers={["level", "length", "access", "sort"]}
          empty={{
            title: t`No class here yet`,
            sentence: t`The studio is working on it. Follow it, and its first class comes up in Tonight.`,
          }}
        />
      </section>
    </div>
  );
}
