import { useLingui } from "@lingui/react/macro";
import { useMutation } from "../../../graphql/hooks.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { contentTypes, patchEntity } from "../../../graphql/invalidate.ts";
import { graphql, type VariablesOf } from "../../../graphql/graphql.ts";
import { showToast } from "../../../ui/toast.ts";

const SetLike = graphql(`
  mutation SetLike($contentType: ContentType!, $id: ID!, $liked: Boolean!) {
    setLike(contentType: $contentType, id: $id, liked: $liked)
  }
`);

type LikedType = keyof typeof contentTypes;
defineCacheUpdates(
  {
    setLike(result, { contentType, id, liked: likedByMe }, cache) {
      patchEntity(cache, contentTypes[contentType as LikedType], {
        id,
        likedByMe,
        likesCount: result.setLike,
      });
    },
  },
  {
    setLike({ contentType, id, liked: isLiked }, cache) {
      const entity = { __typename: contentTypes[contentType as LikedType], id: id as string };
      const before = Number(cache.resolve(entity, "likesCount") ?? 0);
      if (cache.resolve(entity, "likedByMe") === isLiked) return before;
      return Math.max(0, before + (isLiked ? 1 : -1));
    },
  },
);

/** Likes or unlikes. The update is optimistic; a rejection is rolled back and announced. */
export function useLike(): (like: VariablesOf<typeof SetLike>) => Promise<void> {
  const { t } = useLingui();
  const [, setLike] = useMutation(SetLike);
  return async (like) => {
    const { error } = await setLike(like);
    if (!error) return;
    const needsAccount = error.graphQLErrors.some(
      ({ extensions }) => extensions["code"] === "REGISTRATION_REQUIRED",
    );
    showToast(needsAccount ? t`Sign up to like this.` : t`Couldn’t like this. Try again.`);
  };
}
