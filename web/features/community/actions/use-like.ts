import { useLingui } from "@lingui/react/macro";
import { useMutation } from "urql";
import { graphql, type VariablesOf } from "../../../graphql/graphql.ts";
import { showToast } from "../../../ui/toast.tsx";

const SetLike = graphql(`
  mutation SetLike($contentType: ContentType!, $id: ID!, $liked: Boolean!) {
    setLike(contentType: $contentType, id: $id, liked: $liked)
  }
`);

/** Likes a thing, or no longer. The cache answers at once; what the server refuses is taken back and said. */
export function useLike(): (like: VariablesOf<typeof SetLike>) => Promise<void> {
  const { t } = useLingui();
  const [, setLike] = useMutation(SetLike);
  return async (like) => {
    const { error } = await setLike(like);
    if (!error) return;
    const needsAccount = error.graphQLErrors.some(
      ({ extensions }) => extensions["code"] === "REGISTRATION_REQUIRED",
    );
    showToast(
      needsAccount
        ? t`Register to like it; what you have danced stays yours.`
        : t`Your like didn’t arrive. Press it again.`,
    );
  };
}
