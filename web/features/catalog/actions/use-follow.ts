import { useLingui } from "@lingui/react/macro";
import { useMutation } from "../../../graphql/hooks.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { showToast } from "../../../ui/toast.ts";
import type { FollowFragment } from "../public/follow-fragment.ts";
import "../public/follow-updates.ts";

const SetFollow = graphql(`
  mutation SetFollow($kind: FollowKind!, $slug: String!, $following: Boolean!) {
    setFollow(kind: $kind, slug: $slug, following: $following) {
      id
      isFollowing
    }
  }
`);

type Followed = Pick<ResultOf<typeof FollowFragment>, "kind" | "slug" | "name">;

/**
 * Follows or unfollows an instructor, style, category or course. The update is optimistic; a rejection is rolled back and
 * announced. Unfollowing can be undone.
 */
export function useFollow(): (followed: Followed, following: boolean) => Promise<void> {
  const { t } = useLingui();
  const [, setFollow] = useMutation(SetFollow);
  const change = async (followed: Followed, following: boolean): Promise<void> => {
    const { kind, slug, name } = followed;
    const { error } = await setFollow({ kind, slug, following });
    if (error)
      showToast(
        following ? t`Couldn’t follow ${name}. Try again.` : t`Couldn’t unfollow ${name}. Try again.`,
      );
    else if (!following)
      showToast(t`Unfollowed ${name}.`, { label: t`Undo`, run: () => void change(followed, true) });
  };
  return change;
}
