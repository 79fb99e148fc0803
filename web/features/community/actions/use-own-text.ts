import { useMutation } from "../../../graphql/hooks.ts";
import { defineCacheUpdates, invalidateList } from "../../../graphql/cache.ts";
import { invalidateDiscussions } from "../../../graphql/invalidate.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useRefusal } from "./use-refusal.ts";

const EditComment = graphql(`
  mutation EditComment($id: ID!, $text: String!) {
    editComment(id: $id, text: $text) {
      id
      text
      editedAt
      isHeld
    }
  }
`);
const DeleteComment = graphql(`
  mutation DeleteComment($id: ID!) {
    deleteComment(id: $id)
  }
`);
const ApproveComment = graphql(`
  mutation ApproveComment($id: ID!) {
    approveComment(id: $id) {
      id
      isWaiting
    }
  }
`);
const EditPost = graphql(`
  mutation EditPost($id: ID!, $text: String!) {
    editPost(id: $id, text: $text) {
      id
      text
      editedAt
      isHeld
    }
  }
`);
const DeletePost = graphql(`
  mutation DeletePost($id: ID!) {
    deletePost(id: $id)
  }
`);

defineCacheUpdates({
  deletePost(_result, { id }, cache) {
    cache.invalidate({ __typename: "Post", id: id as string });
    invalidateList(cache, "posts");
  },
  deleteComment: (_result, _arguments, cache) => invalidateDiscussions(cache),
});

type Act = (id: string) => Promise<string | null>;
type Change = (id: string, text: string) => Promise<string | null>;

/**
 * Edits and deletes the viewer's own posts and comments, and comments on their posts. Each returns an error
 * message or null.
 */
export function useOwnText(): {
  editComment: Change;
  deleteComment: Act;
  approveComment: Act;
  editPost: Change;
  deletePost: Act;
} {
  const refusal = useRefusal();
  const [, editComment] = useMutation(EditComment);
  const [, deleteComment] = useMutation(DeleteComment);
  const [, approveComment] = useMutation(ApproveComment);
  const [, editPost] = useMutation(EditPost);
  const [, deletePost] = useMutation(DeletePost);
  const errorText = ({ error }: { error?: Parameters<typeof refusal>[0] | undefined }) =>
    error ? refusal(error) : null;
  return {
    editComment: async (id, text) => errorText(await editComment({ id, text })),
    deleteComment: async (id) => errorText(await deleteComment({ id })),
    approveComment: async (id) => errorText(await approveComment({ id })),
    editPost: async (id, text) => errorText(await editPost({ id, text })),
    deletePost: async (id) => errorText(await deletePost({ id })),
  };
}
