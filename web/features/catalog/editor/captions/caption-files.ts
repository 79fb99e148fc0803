import type { Session } from "../../../../graphql/session.ts";

/** Captions of a class in one language. */
type Track = { readonly classId: string; readonly language: string };
/** WebVTT as the server has it; without a revision if there are none yet. */
export type CaptionFile = { readonly content: string; readonly revision: string | null };

/** Which captions may be replaced: of a revision, none, or any. */
export type Expected = { readonly revision: string | null } | "any";

/** The server's answer to a save: the new revision; why the file is wrong; or that someone else has saved. */
export type SaveResult =
  | { readonly revision: string }
  | { readonly fault: string }
  | { readonly isConflict: true };

const urlOf = ({ classId, language }: Track): string =>
  `/studio/classes/${classId}/captions/${encodeURIComponent(language)}`;
const revisionOf = (answer: Response): string =>
  (answer.headers.get("etag") ?? "").replace(/^(?:W\/)?"|"$/g, "");
const auth = async (session: Session) => ({ "x-auth-token": `Bearer ${await session.token()}` });

/** Captions before the first ones are saved. */
export const noCaptions: CaptionFile = { content: "WEBVTT\n", revision: null };

/** Fetches captions; an empty file if someone has removed them. @throws without a usable response */
export async function fetchCaptions(session: Session, track: Track): Promise<CaptionFile> {
  const answer = await fetch(urlOf(track), { headers: await auth(session), cache: "no-store" });
  if (answer.status === 404) return noCaptions;
  if (!answer.ok) throw new Error(String(answer.status));
  return { content: await answer.text(), revision: revisionOf(answer) };
}

/** Saves captions, or a file of them. @throws without a usable response */
export async function saveCaptions(
  session: Session,
  track: Track,
  content: Blob,
  expected: Expected,
): Promise<SaveResult> {
  const answer = await fetch(urlOf(track), {
    method: "PUT",
    headers: {
      ...(await auth(session)),
      "content-type": "text/vtt",
      ...(expected !== "any" &&
        (expected.revision === null ? { "if-none-match": "*" } : { "if-match": `"${expected.revision}"` })),
    },
    body: content,
  });
  if (answer.ok) return { revision: revisionOf(answer) };
  const { error } = (await answer.json()) as { error: { code: string; message: string } };
  if (error.code === "CHANGED_MEANWHILE") return { isConflict: true };
  if (error.code === "BAD_INPUT") return { fault: error.message };
  throw new Error(error.code);
}
