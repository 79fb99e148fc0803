import { useMutation } from "urql";
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

/** What is talked about: a post, a video, or a class by its own id. */
export type Subject = { readonly kind: "post" | "video" | "class"; readonly id: string };

/** Says something about a subject. A text that is sent again after a failure keeps its key, so that it is said once. @returns why it wasn't taken */
export function useComment(
  subject: Subject,
): (comment: { text: string; replyToId: string | null; atMs: number | null }) => Promise<string | null> {
  const refusal = useRefusal();
  const [, createComment] = useMutation(CreateComment);
  const [, createClassComment] = useMutation(CreateClassComment);
  const [, createVideoComment] = useMutation(CreateVideoComment);
  const tried = useRef<{ said: string; key: string } | null>(null);
  return async (comment) => {
    const said = JSON.stringify([subject, comment]);
    if (tried.current?.said !== said) tried.current = { said, key: crypto.randomUUID() };
    const given = { ...comment, idempotencyKey: tried.current.key };
    const send = {
      post: () => createComment({ ...given, postId: subject.id }),
      class: () => createClassComment({ ...given, classId: subject.id }),
      video: () => createVideoComment({ ...given, videoUploadId: subject.id }),
    };
    const { error } = await send[subject.kind]();
    if (error) return refusal(error);
    tried.current = null;
    return null;
  };
}
