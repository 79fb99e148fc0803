import { useLingui } from "@lingui/react/macro";
import { Suspense } from "react";
import { Link, useNavigate, useParams } from "../../../lib/router/index.ts";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import { AwaitedPage } from "../../../layouts/awaited-page.tsx";
import { Picture } from "../../../ui/picture.tsx";
import { FilteredClasses, preload } from "../components/late-filtered-classes.ts";
import { HeadSkeleton } from "../components/head-skeleton.tsx";
import { useIsChild } from "../../identity/public/me.ts";
import { FollowButton } from "../public/follow-button.tsx";
import { useMergedInto } from "../components/use-merged-into.ts";
import { FollowFragment } from "../public/follow-fragment.ts";

preload();

const CategoryPageQuery = graphql(
  `
    query CategoryPage {
      categories {
        slug
        name
        description
        isFollowing
        classCount
        previewThumbnailUrl
        imageFocus
        follow {
          ...FollowState
        }
      }
    }
  `,
  [FollowFragment],
);

/** A category: description, follow switch, and all of its classes. */
export function Page() {
  const { t } = useLingui();
  const { slug = "" } = useParams() as { slug?: string };
  const query = useQuery({ query: CategoryPageQuery });
  const categories = query[0].data?.categories;
  const found = categories?.find((category) => category.slug === slug);
  const navigate = useNavigate();
  const isLooking = useMergedInto(
    "category",
    categories && !found ? slug : null,
    (into) => void navigate({ to: paths.category(into), replace: true }),
  );
  const skeleton = <HeadSkeleton label={t`Loading category`} />;
  if (isLooking) return skeleton;
  return (
    <AwaitedPage
      query={query}
      title={found?.name}
      failed={{
        title: t`We couldn’t load this page`,
        words: t`We couldn’t connect. The categories you follow are saved.`,
      }}
      missing={{
        title: t`Category not found`,
        words: t`It may have been renamed or removed.`,
        way: (
          <Link className="btn" to={paths.library()}>
            {t`Browse the library`}
          </Link>
        ),
      }}
      skeleton={skeleton}
    >
      {found && <Category category={found} />}
    </AwaitedPage>
  );
}

function Category({ category }: { category: ResultOf<typeof CategoryPageQuery>["categories"][number] }) {
  const { t } = useLingui();
  const isChild = useIsChild();
  return (
    <div className="page page-top">
      <div className="cls">
        <div className="media media-wide" data-theme="room">
          <Picture
            url={category.previewThumbnailUrl}
            focus={category.imageFocus}
            sizes="(min-width: 64rem) 62vw, 100vw"
            eager
          />
        </div>
        <div className="stack cls-words">
          <h1 className="d1 d1-page">{category.name}</h1>
          <p className="muted pretty">{category.description}</p>
          {!isChild && (
            <div className="stack gap-2">
              <div>
                <FollowButton follow={category.follow} isMain />
              </div>
              <p className="hint">
                {category.isFollowing
                  ? t`Its classes appear on your home page.`
                  : t`Follow to see its classes on your home page.`}
              </p>
            </div>
          )}
        </div>
      </div>
      <section className="sec" aria-labelledby="classes">
        <div className="sec-h">
          <h2 className="d2" id="classes">
            {t`Classes`}
          </h2>
        </div>
        <Suspense>
          <FilteredClasses
            within={{ categorySlug: category.slug }}
            offers={["level", "length", "access", "sort"]}
            empty={{
              title: t`No classes yet`,
              sentence: isChild
                ? t`The first class is on its way.`
                : t`Follow this category to see its first class on your home page.`,
            }}
          />
        </Suspense>
      </section>
    </div>
  );
}
