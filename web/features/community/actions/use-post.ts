import { useRef } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { invalidating } from "../../../graphql/invalidate.ts";
import { graphql, type VariablesOf } from "../../../graphql/graphql.ts";
import { useRefusal } from "./use-refusal.ts";

const CreatePost = graphql(`
  mutation CreatePost(
    $text: String!
    $videoUploadId: ID
    $classId: ID
    $atMs: Int
    $style: String
    $idempotencyKey: String!
  ) {
    createPost(
      text: $text
      videoUploadId: $videoUploadId
      classId: $classId
      atMs: $atMs
      style: $style
      idempotencyKey: $idempotencyKey
    ) {
      id
      isHeld
    }
  }
`);

defineCacheUpdates({ createPost: invalidating("posts") });

type NewPost = Omit<VariablesOf<typeof CreatePost>, "idempotencyKey">;

/** Creates a post. A retry after a failure reuses the idempotency key, so that it is posted once. */
export function usePost(): (post: NewPost) => Promise<{ id: string } | { fault: string }> {
  const refusal = useRefusal();
  const [, createPost] = useMutation(CreatePost);
  const lastAttempt = useRef<{ serialized: string; key: string } | null>(null);
  return async (post) => {
    const serialized = JSON.stringify(post);
    if (lastAttempt.current?.serialized !== serialized)
      lastAttempt.current = { serialized, key: crypto.randomUUID() };
    const { data, error } = await createPost({ ...post, idempotencyKey: lastAttempt.current.key });
    if (error || !data) return { fault: error ? refusal(error) : "" };
    lastAttempt.current = null;
    return { id: data.createPost.id };
  };
}
