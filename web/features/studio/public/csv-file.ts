import type { Session } from "../../../graphql/session.ts";
import { SessionError } from "../../../graphql/session-error.ts";

/**
 * Downloads a CSV file of studio figures. `path`: below `/api/studio/`.
 * @throws SessionError
 */
export async function downloadCsv(session: Session, path: string): Promise<void> {
  // A plain link can't send the access token.
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

/** Error code of a failed download; UNEXPECTED if a proxy responded with its own page. */
async function codeIn(answer: Response): Promise<string> {
  const body = (await answer.json().catch(() => null)) as { error?: { code?: string } } | null;
  return body?.error?.code ?? "UNEXPECTED";
}
