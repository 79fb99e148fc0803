import { useMutation } from "../../../graphql/hooks.ts";
import { useRef } from "react";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { invalidateDiscussions } from "../../../graphql/invalidate.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useRefusal } from "../actions/use-refusal.ts";
import { CommentFragment } from "./comment-fragment.ts";

const CreateComment = graphql(
  `
    mutation CreateComment(
      $postId: ID!
      $replyToId: ID
      $text: String!
      $atMs: Int
      $idempotencyKey: String!
    ) {
      createComment(
        postId: $postId
        replyToId: $replyToId
        text: $text
        atMs: $atMs
        idempotencyKey: $idempotencyKey
      ) {
        id
        ...Comment
      }
    }
  `,
  [CommentFragment],
);
const CreateClassComment = graphql(
  `
    mutation CreateClassComment(
      $classId: ID!
      $replyToId: ID
      $text: String!
      $atMs: Int
      $idempotencyKey: String!
    ) {
      createClassComment(
        classId: $classId
        replyToId: $replyToId
        text: $text
        atMs: $atMs
        idempotencyKey: $idempotencyKey
      ) {
        id
        ...Comment
      }
    }
  `,
  [CommentFragment],
);
const CreateVideoComment = graphql(
  `
    mutation CreateVideoComment(
      $videoUploadId: ID!
      $replyToId: ID
      $text: String!
      $atMs: Int
      $idempotencyKey: String!
    ) {
      createVideoComment(
        videoUploadId: $videoUploadId
        replyToId: $replyToId
        text: $text
        atMs: $atMs
        idempotencyKey: $idempotencyKey
      ) {
        id
        ...Comment
      }
    }
  `,
  [CommentFragment],
);

defineCacheUpdates({
  createComment: (_result, _arguments, cache) => invalidateDiscussions(cache),
  createClassComment: (_result, _arguments, cache) => invalidateDiscussions(cache),
  createVideoComment: (_result, _arguments, cache) => invalidateDiscussions(cache),
});

/** The subject of a discussion: a post, a video, or a class by its internal id. */
export type Subject = { readonly kind: "post" | "video" | "class"; readonly id: string };

/**
 * Creates a comment. A retry after a failure reuses the idempotency key.
 * @returns an error message or null
 */
export function useComment(
  subject: Subject,
): (comment: { text: string; replyToId: string | null; atMs: number | null }) => Promise<string | null> {
  const refusal = useRefusal();
  const [, createComment] = useMutation(CreateComment);
  const [, createClassComment] = useMutation(CreateClassComment);
  const [, createVideoComment] = useMutation(CreateVideoComment);
  const lastAttempt = useRef<{ serialized: string; key: string } | null>(null);
  return async (comment) => {
    const serialized = JSON.stringify([subject, comment]);
    if (lastAttempt.current?.serialized !== serialized)
      lastAttempt.current = { serialized, key: crypto.randomUUID() };
    const input = { ...comment, idempotencyKey: lastAttempt.current.key };
    const send = {
      post: () => createComment({ ...input, postId: subject.id }),
      class: () => createClassComment({ ...input, classId: subject.id }),
      video: () => createVideoComment({ ...input, videoUploadId: subject.id }),
    };
    const { error } = await send[subject.kind]();
    if (error) return refusal(error);
    lastAttempt.current = null;
    return null;
  };
}
