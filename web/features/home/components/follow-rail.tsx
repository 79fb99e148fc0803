import { useLingui } from "@lingui/react/macro";
import { Link } from "../../../lib/router/index.ts";
import { ChevronRight } from "lucide-react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import { Icon } from "../../../ui/icon.tsx";
import { CardSkeletons, Skeleton } from "../../../ui/state.tsx";
import { ClassSummaryFragment } from "../../catalog/public/class-summary.ts";
import { ClassRail } from "../../catalog/public/class-rail.tsx";

const FollowedClassesQuery = graphql(
  `
    query FollowedClasses($slug: String!) {
      studioClasses(filters: { categorySlug: $slug }, pagination: { first: 12 }) {
        items {
          id
          ...ClassSummary
        }
      }
    }
  `,
  [ClassSummaryFragment],
);

/** The newest classes of a followed category. */
export function FollowRail({ slug, name }: { slug: string; name: string }) {
  const { t } = useLingui();
  const [{ data, error }] = useQuery({ query: FollowedClassesQuery, variables: { slug } });
  const title = t`Because you follow ${name}`;
  if (!data) {
    // The rail is optional: a failed query hides it instead of showing an error.
    if (error) return null;
    return (
      <section className="sec">
        <h2 className="d2 mb-6">{title}</h2>
        <Skeleton label={t`Loading classes`} className="rail">
          <CardSkeletons count={6} />
        </Skeleton>
      </section>
    );
  }
  const { items } = data.studioClasses;
  if (items.length === 0) return null;
  return (
    <ClassRail
      id="followed"
      title={title}
      classes={items}
      more={
        <Link className="more" to={paths.category(slug)}>
          {t`See all`} <Icon of={ChevronRight} size="s" />
        </Link>
      }
    />
  );
}
