import { useLingui } from "@lingui/react/macro";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { FollowButton } from "../public/follow-button.tsx";
import { FollowFragment } from "../public/follow-fragment.ts";

const StyleFollowsQuery = graphql(
  `
    query StyleFollows {
      styles {
        slug
        follow {
          ...FollowState
        }
      }
    }
  `,
  [FollowFragment],
);

/** Follows the style that the library is filtered by. */
export function StyleFollow({ slug }: { slug: string }) {
  const { t } = useLingui();
  const [{ data }] = useQuery({ query: StyleFollowsQuery });
  const style = data?.styles.find((one) => one.slug === slug);
  if (!style) return null;
  return (
    <div className="row wrap mt-4">
      <FollowButton follow={style.follow} size="s" />
      <p className="hint">{t`We’ll tell you about new classes.`}</p>
    </div>
  );
}
