import { mkdir, readFile, readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Stored emails: one .eml file each, named by the time at which they were written. */
const fileForm = /^\d{14}-[\w-]{1,80}\.eml$/;
/** Maximum number of emails in the mailbox. */
const shownMails = 100;

/** Folder of stored emails in an installation without SMTP. */
const outboxDir = (dataDir: string): string => join(dataDir, "outbox");

/** Stores an email; idempotent by its id. */
export async function storeEmail(
  dataDir: string,
  mail: { id: string; writtenAt: Date },
  message: Buffer,
): Promise<void> {
  const dir = outboxDir(dataDir);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const time = mail.writtenAt.toISOString().replaceAll(/\D/g, "").slice(0, 14);
  const path = join(dir, `${time}-${mail.id}.eml`);
  await writeFile(`${path}.part`, message, { mode: 0o600 });
  await rename(`${path}.part`, path);
}

/** An email as the mailbox shows it. */
export interface StoredEmail {
  readonly name: string;
  readonly to: string;
  readonly subject: string;
  readonly date: string;
  readonly html: string;
  readonly text: string;
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly content: Buffer }[];
  /** Images that the HTML shows, by content id. */
  readonly inlineImages: ReadonlyMap<string, Buffer>;
}

/** Stored emails, the newest first. */
export async function listMails(dataDir: string): Promise<StoredEmail[]> {
  const names = await readdir(outboxDir(dataDir)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const newest = names
    .filter((name) => fileForm.test(name))
    .toSorted()
    .toReversed()
    .slice(0, shownMails);
  return Promise.all(newest.map((name) => readMail(dataDir, name)));
}

/** @throws when there is no such file */
export async function readMail(dataDir: string, name: string): Promise<StoredEmail> {
  if (!fileForm.test(name)) throw new Error("This is not the name of a stored email.");
  const message = parse(await readFile(join(outboxDir(dataDir), name)));
  const parts = partsOf(message);
  const textOf = (type: string) =>
    parts.find((part) => part.headers.get("content-type")?.startsWith(type))?.body.toString("utf8") ?? "";
  const { headers } = message;
  return {
    name,
    to: decodeWords(headers.get("to") ?? ""),
    subject: decodeWords(headers.get("subject") ?? ""),
    date: headers.get("date") ?? "",
    html: textOf("text/html"),
    text: textOf("text/plain"),
    attachments: parts.flatMap(({ headers: about, body }) => {
      const name = /^attachment;.*filename="?([^";]+)"?/.exec(about.get("content-disposition") ?? "")?.[1];
      const type = about.get("content-type")?.split(";")[0] ?? "application/octet-stream";
      return name ? [{ name, type, content: body }] : [];
    }),
    inlineImages: new Map(
      parts.flatMap(({ headers: about, body }): [string, Buffer][] => {
        const id = /^<([^>]+)>/.exec(about.get("content-id") ?? "")?.[1];
        return id ? [[id, body]] : [];
      }),
    ),
  };
}

interface Part {
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** Parses headers and body of a message or of one MIME part. Supports only the output of our own mailer. */
function parse(source: Buffer): Part {
  const text = source.toString("latin1");
  const end = text.indexOf("\r\n\r\n");
  const head = text.slice(0, end).replaceAll(/\r\n[ \t]+/g, " ");
  const headers = new Map(
    head.split("\r\n").map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const raw = text.slice(end + 4);
  const encoding = headers.get("content-transfer-encoding")?.toLowerCase();
  const body =
    encoding === "base64"
      ? Buffer.from(raw, "base64")
      : encoding === "quoted-printable"
        ? decodeQuoted(raw.replaceAll("=\r\n", ""))
        : Buffer.from(raw, "latin1");
  return { headers, body };
}

function partsOf(message: Part): Part[] {
  const boundary = /boundary="?([^";]+)"?/.exec(message.headers.get("content-type") ?? "")?.[1];
  if (!boundary) return [message];
  const pieces = message.body.toString("latin1").split(`--${boundary}`).slice(1, -1);
  // Attachments come beside a part that itself consists of text and HTML.
  return pieces.flatMap((piece) => partsOf(parse(Buffer.from(piece.replace(/^\r\n|\r\n$/g, ""), "latin1"))));
}

const decodeQuoted = (text: string): Buffer =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );

/** Decodes a header's encoded words (RFC 2047). */
function decodeWords(header: string): string {
  return header
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_all, kind: string, text: string) =>
      (kind.toUpperCase() === "B"
        ? Buffer.from(text, "base64")
        : decodeQuoted(text.replaceAll("_", " "))
      ).toString("utf8"),
    );
}
