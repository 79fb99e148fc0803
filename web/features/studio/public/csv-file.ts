import { SessionError, type Session } from "../../../graphql/session.ts";

/** Downloads a file of the studio's figures. `path`: below `/api/studio/`. @throws SessionError */
export async function downloadCsv(session: Session, path: string): Promise<void> {
  // A link can't carry the access token.
  const answer = await fetch(`/api/studio/${path}`, {
    headers: { "x-auth-token": `Bearer ${await session.token()}` },
  });
  if (!answer.ok) throw new SessionError(await codeIn(answer), answer.status);
  const url = URL.createObjectURL(await answer.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = path.replace(/^.*\/|\?.*$/g, "");
  link.click();
  URL.revokeObjectURL(url);
}

/** The code of a refused download; UNEXPECTED where a proxy answered with a page of its own. */
async function codeIn(answer: Response): Promise<string> {
  const body = (await answer.json().catch(() => null)) as { error?: { code?: string } } | null;
  return body?.error?.code ?? "UNEXPECTED";
}
