import type { SubjectKind } from "./store.ts";

export const pathOfPost = (id: string): string => `/post/${id}`;
export const pathOfUpload = (id: string): string => `/video/${id}`;

/** Path of a subject on the web. @param id for a class, its id or slug */
function pathOfSubject(kind: SubjectKind, id: string): string {
  if (kind === "post") return pathOfPost(id);
  return kind === "video_upload" ? pathOfUpload(id) : `/class/${encodeURIComponent(id)}`;
}

/** Path of content; for a comment, the page of its subject with an anchor. */
export function pathOfContent(content: {
  readonly id: string;
  readonly kind: "post" | "comment" | "video_upload";
  readonly subjectKind?: SubjectKind | null;
  readonly subjectId?: string | null;
}): string {
  const { id, kind, subjectKind, subjectId } = content;
  if (kind !== "comment") return pathOfSubject(kind, id);
  return `${pathOfSubject(subjectKind!, subjectId!)}#comment-${id}`;
}
