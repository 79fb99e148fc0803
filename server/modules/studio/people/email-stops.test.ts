import { randomUUID } from "node:crypto";
import { createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendMailJob } from "../../../platform/mail/send-job.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";

/** What the mail server answers to a sender and a recipient, and how often it was asked for a recipient. */
let senderReply = "250 ok";
let reply = "250 ok";
let asked = 0;
const sockets: Socket[] = [];
const smtp = createServer((socket) => {
  sockets.push(socket);
  socket.on("error", () => socket.destroy());
  socket.write("220 test\r\n");
  let isText = false;
  socket.on("data", (chunk) => {
    const text = chunk.toString();
    if (isText) {
      if (!text.endsWith("\r\n.\r\n")) return;
      isText = false;
      return void socket.write("250 ok\r\n");
    }
    if (text.startsWith("RCPT")) asked += 1;
    isText = text.startsWith("DATA");
    const answer = text.startsWith("MAIL") ? senderReply : text.startsWith("RCPT") ? reply : "250 ok";
    socket.write(`${isText ? "354 go on" : answer}\r\n`);
  });
});
let server: TestServer;
beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
  const { port } = smtp.address() as AddressInfo;
  server = await startTestServer({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` }, roles: "api" });
});
afterAll(async () => {
  await server?.stop();
  // The mailer keeps its connections.
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => smtp.close(resolve));
});

/** Sends an email to an address. @returns whether the mail server was asked to take it */
async function send(to: string, isUnsubscribable: boolean): Promise<boolean> {
  const before = asked;
  const content = { subject: "Demo", preheader: "Demo", heading: "Demo", paragraphs: ["Demo"] };
  await sendMailJob
    .run(
      server.ctx(),
      {
        ...content,
        ...(isUnsubscribable && { unsubscribePath: "/unsubscribe/demo" }),
        id: randomUUID(),
        to,
        writtenAt: new Date().toISOString(),
        locale: "en",
      },
      { signal: new AbortController().signal, attempt: 1, isLastAttempt: false },
    )
    // What the mail server refuses is tried again later.
    .catch(() => null);
  return asked > before;
}

test("blames no mailbox for a refusal of the sender", async () => {
  const to = `${randomUUID()}@example.test`;
  senderReply = "550 5.1.1 No such sender";
  await send(to, true);
  senderReply = "250 ok";
  // Postfix judges the sender when it is given the recipient.
  reply = "550 5.1.0 <studio@example.test>: Sender address rejected: User unknown";
  expect(await send(to, true)).toBe(true);
  reply = "250 ok";
  expect(await send(to, true)).toBe(true);
});

test("keeps what can be unsubscribed from away from a mailbox that doesn’t exist, until staff allow it", async () => {
  const support = await server.member({ role: "support" });
  const person = await server.member();
  const { rows } = await server.pool.query<{ email: string }>(
    `select email from identity."user" where id = $1`,
    [person.id],
  );
  const to = rows[0]!.email;
  const stoppedAt = async () => {
    const { data } = await server.graphql<{ studioPerson: { emailStop: { at: string } | null } }>(
      `{ studioPerson(id: "${person.id}") { emailStop { at } } }`,
      {},
      { as: support },
    );
    return data!.studioPerson.emailStop?.at ?? null;
  };
  reply = "550 5.7.1 Looks like spam";
  expect(await send(to, true)).toBe(true);
  expect(await stoppedAt()).toBeNull();
  reply = "550 5.1.1 No such mailbox";
  expect(await send(to, true)).toBe(true);
  expect(await stoppedAt()).toEqual(expect.any(String));
  expect(await send(to.toUpperCase(), true)).toBe(false);
  // A receipt or a sign-in link is tried all the same.
  expect(await send(to, false)).toBe(true);

  reply = "250 ok";
  for (const _ of [1, 2])
    await server.graphql(
      `mutation { studioAllowEmails(personId: "${person.id}") { id } }`,
      {},
      { as: support },
    );
  expect(await stoppedAt()).toBeNull();
  expect(await send(to, true)).toBe(true);
  const audit = await server.pool.query(
    "select from identity.staff_acts where action = 'studio.emails_allowed' and subject = $1",
    [`person:${person.id}`],
  );
  expect(audit.rowCount).toBe(1);
  const { rows: stored } = await server.pool.query<{ all: string }>(
    "select coalesce(string_agg(t::text, ''), '') as all from platform.suppressed_addresses as t",
  );
  expect(stored[0]!.all).not.toContain(to);
});
