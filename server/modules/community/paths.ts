import { paths } from "../../../contract/urls.ts";
import type { SubjectKind } from "./store.ts";

/** Path of a subject on the web. @param id for a class, its id or slug */
function pathOfSubject(kind: SubjectKind, id: string): string {
  return { post: paths.post, video_upload: paths.video, class: paths.studioClass }[kind](id);
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
