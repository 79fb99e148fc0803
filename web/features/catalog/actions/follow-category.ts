import { useLingui } from "@lingui/react/macro";
import { useMutation } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import "../public/follow-updates.ts";
import { showToast } from "../../../ui/toast.tsx";

const FollowCategoriesMutation = graphql(`
  mutation FollowCategories($categories: [String!]!) {
    followCategories(categories: $categories) {
      slug
      isFollowing
    }
  }
`);

type Known = { slug: string; name: string; isFollowing: boolean };

/**
 * Follows or unfollows a category. The server takes the whole set, so `all` must hold every category.
 * The update is optimistic; a rejection is rolled back and announced.
 */
export function useFollowCategory(): (category: Known, all: readonly Known[]) => Promise<void> {
  const { t } = useLingui();
  const [, follow] = useMutation(FollowCategoriesMutation);
  return async (category, all) => {
    const others = all.filter((one) => one.isFollowing && one.slug !== category.slug).map(({ slug }) => slug);
    const { error } = await follow({
      categories: category.isFollowing ? others : [...others, category.slug],
    });
    if (!error) return;
    showToast(
      category.isFollowing
        ? t`Couldn’t unfollow ${category.name}. Try again.`
        : t`Couldn’t follow ${category.name}. Try again.`,
    );
  };
}
