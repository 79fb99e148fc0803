/** Uploads files by tus, like a client, one request at a time. */
import type { TestPerson } from "./harness.ts";

/** The upload URL of a file, and its authorization. */
export interface FileTicket {
  readonly tusUrl: string;
  readonly ticket: string;
}

export const tus = async (
  url: string,
  method: string,
  person: TestPerson | null,
  headers: Record<string, string> = {},
  body?: Uint8Array,
) =>
  fetch(url, {
    method,
    headers: {
      "tus-resumable": "1.0.0",
      ...(person ? { "x-auth-token": `Bearer ${await person.token()}` } : {}),
      ...headers,
    },
    ...(body ? { body: Buffer.from(body) } : {}),
  });
export const create = (ticket: FileTicket, person: TestPerson | null, size: number) =>
  tus(ticket.tusUrl, "POST", person, {
    "upload-length": String(size),
    "upload-metadata": `ticket ${Buffer.from(ticket.ticket).toString("base64")}`,
  });
export const patch = (url: string, person: TestPerson, offset: number, body: Uint8Array) =>
  tus(
    url,
    "PATCH",
    person,
    { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" },
    body,
  );
export const offsetOf = async (url: string, person: TestPerson) =>
  Number((await tus(url, "HEAD", person)).headers.get("upload-offset"));
