import type { Session } from "../../../graphql/session.ts";

/** What the server answered: its result, or what is wrong with the file, in the reader's language. */
export type CsvAnswer<Result> = { result: Result } | { fault: string | null };

/**
 * Sends a CSV file, which exceeds the size of a GraphQL request. `path`: below `/api/studio/`.
 * @returns a fault of null if the server can't be reached
 */
export async function sendCsv<Result>(
  session: Session,
  path: string,
  file: File,
): Promise<CsvAnswer<Result>> {
  try {
    const answer = await fetch(`/api/studio/${path}`, {
      method: "POST",
      body: file,
      headers: { "x-auth-token": `Bearer ${await session.token()}`, "content-type": "text/csv" },
    });
    const body = (await answer.json()) as Result & { error?: { code: string; message: string } };
    if (answer.ok) return { result: body };
    return { fault: body.error?.code === "BAD_INPUT" ? body.error.message : null };
  } catch {
    return { fault: null };
  }
}
