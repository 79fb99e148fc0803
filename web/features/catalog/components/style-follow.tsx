import { useLingui } from "@lingui/react/macro";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { Picture } from "../../../ui/picture.tsx";
import { FollowButton } from "../public/follow-button.tsx";
import { FollowFragment } from "../public/follow-fragment.ts";
import { useMergedInto } from "./use-merged-into.ts";

const StyleFollowsQuery = graphql(
  `
    query StyleFollows {
      styles {
        slug
        imageUrl
        imageFocus
        follow {
          ...FollowState
        }
      }
    }
  `,
  [FollowFragment],
);

type StyleFollowProps = {
  slug: string;
  /** Filters by the style that this one was merged into. */
  onMerged: (slug: string) => void;
};

/** Follows the style that the library is filtered by. */
export function StyleFollow({ slug, onMerged }: StyleFollowProps) {
  const { t } = useLingui();
  const [{ data }] = useQuery({ query: StyleFollowsQuery });
  const style = data?.styles.find((one) => one.slug === slug);
  useMergedInto("style", data && !style ? slug : null, onMerged);
  if (!style) return null;
  return (
    <div className="library-style">
      {style.imageUrl && (
        <div className="media">
          <Picture url={style.imageUrl} focus={style.imageFocus} sizes="12rem" />
        </div>
      )}
      <div className="row wrap">
        <FollowButton follow={style.follow} size="s" />
        <p className="hint">{t`We’ll tell you about new classes.`}</p>
      </div>
    </div>
  );
}
