import { useLingui } from "@lingui/react/macro";
import { Link } from "../../../lib/router/index.ts";
import { ChevronRight } from "lucide-react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import { Icon } from "../../../ui/icon.tsx";
import { ClassSummaryFragment } from "../public/class-summary.ts";
import { ClassRail } from "../public/class-rail.tsx";

const RelatedClassesQuery = graphql(
  `
    query RelatedClasses($style: [String!]) {
      studioClasses(filters: { style: $style }, pagination: { first: 10 }) {
        items {
          id
          ...ClassSummary
        }
      }
    }
  `,
  [ClassSummaryFragment],
);

/**
 * Other classes of the same style. Renders nothing if there are none, or while loading: it is below
 * everything else.
 */
export function RelatedRail({ id, style }: { id: string; style: { slug: string; name: string } }) {
  const { t } = useLingui();
  const [{ data }] = useQuery({ query: RelatedClassesQuery, variables: { style: [style.slug] } });
  const others = data?.studioClasses.items.filter((item) => item.id !== id) ?? [];
  if (others.length < 2) return null;
  return (
    <ClassRail
      id="related"
      title={t`More ${style.name}`}
      classes={others}
      more={
        <Link className="more" to={paths.library()} search={{ style: style.slug }}>
          {t`See all in ${style.name}`} <Icon of={ChevronRight} size="s" />
        </Link>
      }
    />
  );
}
