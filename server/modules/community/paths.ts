import type { SubjectKind } from "./store.ts";

export const pathOfPost = (id: string): string => `/post/${id}`;
export const pathOfUpload = (id: string): string => `/video/${id}`;

/** Where a subject stands: a path of the web. @param id of a class its own, or its readable one */
function pathOfSubject(kind: SubjectKind, id: string): string {
  if (kind === "post") return pathOfPost(id);
  return kind === "video_upload" ? pathOfUpload(id) : `/class/${encodeURIComponent(id)}`;
}

/** Where something that was said or shown stands; of a comment the page of its subject, at its place. */
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
