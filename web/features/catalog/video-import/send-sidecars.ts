import type { Session } from "../../../graphql/session.ts";
import { saveCaptions } from "../editor/captions/caption-files.ts";
import type { LocalVideo } from "./local-files.ts";

/** What the class of a video has already. */
type Present = { captions: readonly string[]; hasImage: boolean; defaultLanguage: string };

/**
 * Sends the captions and the image beside a video to its class, where it has none of its own.
 * @returns what is wrong with them, as sentences in the reader's language
 */
export async function sendSidecars(
  session: Session,
  classId: string,
  { captions, image }: Pick<LocalVideo, "captions" | "image">,
  present: Present,
): Promise<string[]> {
  const notes: string[] = [];
  const sent = new Set(present.captions);
  for (const { file, language } of captions) {
    const tag = language ?? present.defaultLanguage;
    if (sent.has(tag)) continue;
    sent.add(tag);
    notes.push(...(await noteOf(file.name, () => sendCaptions(session, classId, tag, file))));
  }
  if (image && !present.hasImage)
    notes.push(...(await noteOf(image.name, () => sendImage(session, classId, image))));
  return notes;
}

/** A lost connection isn't noted: the upload of the video fails with it, and its next try sends them again. */
async function noteOf(name: string, send: () => Promise<string | null>): Promise<string[]> {
  try {
    const fault = await send();
    return fault === null ? [] : [`${name}: ${fault}`];
  } catch (error) {
    return error instanceof TypeError ? [] : [name];
  }
}

async function sendCaptions(session: Session, classId: string, language: string, file: File) {
  const answer = await saveCaptions(session, { classId, language }, file, { revision: null });
  return "fault" in answer ? answer.fault : null;
}

async function sendImage(session: Session, classId: string, file: File): Promise<string | null> {
  const answer = await fetch(`/studio/classes/${classId}/poster`, {
    method: "POST",
    headers: { "x-auth-token": `Bearer ${await session.token()}` },
    body: file,
  });
  if (answer.ok) return null;
  const { error } = (await answer.json()) as { error: { message: string } };
  return error.message;
}
