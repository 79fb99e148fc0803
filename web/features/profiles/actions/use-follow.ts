import { useLingui } from "@lingui/react/macro";
import { useMutation } from "../../../graphql/hooks.ts";
import { defineCacheUpdates, invalidateList } from "../../../graphql/cache.ts";
import { patchEntity } from "../../../graphql/invalidate.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { showToast } from "../../../ui/toast.ts";

const SetFollowing = graphql(`
  mutation SetFollowing($userId: ID!, $following: Boolean!) {
    setFollowing(userId: $userId, following: $following)
  }
`);

defineCacheUpdates(
  {
    setFollowing(_result, { userId, following: isFollowing }, cache, { optimistic }) {
      patchEntity(cache, "User", { id: userId, isFollowing });
      if (!optimistic) invalidateList(cache, "posts");
    },
  },
  { setFollowing: ({ following: isFollowing }) => isFollowing as boolean },
);

/** Follows or unfollows a profile by id. The update is optimistic; a rejection is rolled back and announced. */
export function useFollow(): (userId: string, following: boolean) => Promise<void> {
  const { t } = useLingui();
  const [, setFollowing] = useMutation(SetFollowing);
  return async (userId, following) => {
    const { error } = await setFollowing({ userId, following });
    if (!error) return;
    const needsAccount = error.graphQLErrors.some(
      ({ extensions }) => extensions["code"] === "REGISTRATION_REQUIRED",
    );
    showToast(needsAccount ? t`Sign up to follow people.` : t`Couldn’t save. Try again.`);
  };
}
