import { expect } from "vitest";
import { listMails } from "../platform/mail/outbox.ts";
import type { StoredEmail } from "../platform/mail/outbox.ts";
import type { TestServer } from "./harness.ts";

/** Waits for an email with this subject to an address. @returns the newest */
export async function mailTo(
  server: Pick<TestServer, "dataDir">,
  address: string,
  subject: string,
): Promise<StoredEmail> {
  let found: StoredEmail | undefined;
  await expect
    .poll(
      async () => {
        const mails = await listMails(server.dataDir);
        found = mails.find((mail) => mail.to === address && mail.subject === subject);
        return found !== undefined;
      },
      { timeout: 60_000, message: `a mail to ${address}: ${subject}` },
    )
    .toBe(true);
  return found!;
}

/** The token in an email's link. */
export function keyIn(mail: StoredEmail): string {
  const key = /#([\w-]{20,})/.exec(mail.text)?.[1];
  if (!key) throw new Error("There is no token in this email.");
  return key;
}

/** Subjects of all emails to an address. */
export const subjectsTo = async (server: Pick<TestServer, "dataDir">, address: string): Promise<string[]> =>
  (await listMails(server.dataDir)).filter(({ to }) => to === address).map(({ subject }) => subject);
