import { generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { startSnsServer, topicArn } from "../../../testing/sns-server.ts";
import type { SnsServer } from "../../../testing/sns-server.ts";
import { sendGridHeaders } from "./sendgrid.ts";

const dayMs = 24 * 3_600_000;
const password = "demo-password-of-a-webhook";
const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
let sns: SnsServer;
let server: TestServer;
let support: TestPerson;
beforeAll(async () => {
  sns = await startSnsServer();
  server = await startTestServer({
    env: {
      SES_TOPIC_ARN: topicArn,
      SES_SNS_URL: sns.url,
      SENDGRID_WEBHOOK_KEY: publicKey.export({ format: "der", type: "spki" }).toString("base64"),
      POSTMARK_WEBHOOK_PASSWORDS: password,
    },
  });
  support = await server.member({ role: "support" });
});
afterAll(async () => {
  await server?.stop();
  await sns?.stop();
});

const post = async (name: string, body: string, headers: Record<string, string> = {}) =>
  (
    await server.fetch(`/webhooks/${name}`, {
      method: "POST",
      headers: { "content-type": "text/plain", ...headers },
      body,
    })
  ).status;

/** A member, their email address, and an email that the mail server took. */
async function mailed() {
  const person = await server.member();
  const {
    rows: [found],
  } = await server.pool.query<{ email: string }>(`select email from identity."user" where id = $1`, [
    person.id,
  ]);
  const emailId = randomUUID();
  await server.pool.query(
    "insert into platform.sent_emails (id, person_id, subject, queued_at, sent_at) values ($1, $2, 'Demo', now(), now())",
    [emailId, person.id],
  );
  const delivery = async () => {
    const { rows } = await server.pool.query<{ is_sent: boolean; is_refused: boolean; is_spam: boolean }>(
      `select sent_at is not null as is_sent, refused_at is not null as is_refused, complained_at is not null as is_spam
       from platform.sent_emails where id = $1`,
      [emailId],
    );
    return rows[0];
  };
  return { person, email: found!.email, emailId, delivery };
}
const stopOf = async ({ id }: TestPerson) => {
  const { data } = await server.graphql<{ studioPerson: { emailStop: { reason: string } | null } }>(
    `{ studioPerson(id: "${id}") { emailStop { reason } } }`,
    {},
    { as: support },
  );
  return data!.studioPerson.emailStop?.reason ?? null;
};
const emailChoiceOf = async (as: TestPerson) => {
  const { data } = await server.graphql<{
    notificationSettings: { kinds: { type: string; email: string }[] };
  }>("{ notificationSettings { kinds { type email } } }", {}, { as });
  return data!.notificationSettings.kinds.find(({ type }) => type === "StudioAnnouncement")!.email;
};
const agree = (as: TestPerson) =>
  server.graphql(
    "mutation { changeNotificationKind(type: StudioAnnouncement, email: at_once) { kinds { type } } }",
    {},
    { as },
  );
const bounceOf = (email: string, emailId: string, feedbackId = randomUUID()) => ({
  notificationType: "Bounce",
  mail: { messageId: "demo", commonHeaders: { messageId: `<${emailId}@dance.example>` } },
  bounce: { bounceType: "Permanent", bouncedRecipients: [{ emailAddress: email }], feedbackId },
});

test("takes a bounced address out once, by a message that Amazon SNS signed", async () => {
  const { person, email, emailId, delivery } = await mailed();
  const message = bounceOf(email, emailId);
  for (const version of ["1", "2"] as const)
    expect(await post("ses", sns.messageOf({ message, version }))).toBe(200);
  expect(await stopOf(person)).toBe("bounce");
  expect(await delivery()).toEqual({ is_sent: false, is_refused: true, is_spam: false });

  await server.graphql(
    `mutation { studioAllowEmails(personId: "${person.id}") { id } }`,
    {},
    { as: support },
  );
  expect(await post("ses", sns.messageOf({ message }))).toBe(200);
  expect(await stopOf(person)).toBeNull();
});

test("refuses messages that Amazon SNS didn’t sign for the topic, or long ago", async () => {
  const { person, email, emailId } = await mailed();
  const message = bounceOf(email, emailId);
  const refused = [
    sns.messageOf({ message }, { MessageId: randomUUID() }),
    sns.messageOf({ message }, { SigningCertURL: "https://example.test/SimpleNotificationService-0.pem" }),
    sns.messageOf({ message }, { SigningCertURL: `${sns.url}/other.pem` }),
    // Each of these would be loaded, and its key kept.
    sns.messageOf({ message }, { SigningCertURL: `${sns.certificateUrl}?1` }),
    sns.messageOf({ message, topic: `${topicArn}-other` }),
    sns.messageOf({ message, at: new Date(Date.now() - 8 * dayMs) }),
  ];
  for (const body of refused) expect(await post("ses", body)).toBe(401);
  expect(await post("ses", "{")).toBe(400);
  expect(await stopOf(person)).toBeNull();
});

test("confirms the subscription of its own topic alone", async () => {
  const type = "SubscriptionConfirmation";
  expect(await post("ses", sns.messageOf({ type, message: "Demo" }))).toBe(200);
  expect(sns.confirmed()).toBe(1);
  expect(await post("ses", sns.messageOf({ type, message: "Demo", topic: `${topicArn}-other` }))).toBe(401);
  expect(sns.confirmed()).toBe(1);
});

test("leaves an address that Amazon SES will try again", async () => {
  const { person, email, emailId } = await mailed();
  const { bounce, ...message } = bounceOf(email, emailId);
  const transient = { ...message, bounce: { ...bounce, bounceType: "Transient" } };
  expect(await post("ses", sns.messageOf({ message: transient }))).toBe(200);
  expect(await stopOf(person)).toBeNull();
});

const complaintOf = (email: string, emailId: string, type?: string) => ({
  notificationType: "Complaint",
  mail: { messageId: "demo", commonHeaders: { messageId: `<${emailId}@dance.example>` } },
  complaint: {
    complainedRecipients: [{ emailAddress: email }],
    feedbackId: randomUUID(),
    ...(type && { complaintFeedbackType: type }),
  },
});

test("takes what mailbox providers report of an email as a complaint only if its reader complained", async () => {
  const { person, email, emailId } = await mailed();
  for (const type of ["not-spam", "auth-failure", "virus"])
    expect(await post("ses", sns.messageOf({ message: complaintOf(email, emailId, type) }))).toBe(200);
  expect(await stopOf(person)).toBeNull();
  expect(await post("ses", sns.messageOf({ message: complaintOf(email, emailId, "abuse") }))).toBe(200);
  expect(await stopOf(person)).toBe("complaint");
});

test("takes back the consent of a person who has changed their email address since", async () => {
  const { person, email, emailId } = await mailed();
  await agree(person);
  await server.pool.query(`update identity."user" set email = $2 where id = $1`, [
    person.id,
    `${randomUUID()}@example.test`,
  ]);
  expect(await post("ses", sns.messageOf({ message: complaintOf(email, emailId) }))).toBe(200);
  await vi.waitFor(async () => expect(await emailChoiceOf(person)).toBe("off"), { timeout: 20_000 });
});

const sendGrid = (events: object[], { at = new Date(), isForged = false } = {}) => {
  const body = JSON.stringify(events);
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = sign("sha256", Buffer.from(timestamp + body), privateKey).toString("base64");
  return post("sendgrid", isForged ? body.replace("bounce", "dropped") : body, {
    [sendGridHeaders.signature]: signature,
    [sendGridHeaders.timestamp]: timestamp,
  });
};

test("takes back the consent to news of a person who calls one spam", async () => {
  const { person, email, emailId, delivery } = await mailed();
  await agree(person);
  expect(await emailChoiceOf(person)).toBe("at_once");
  const event = { email: email.toUpperCase(), sg_event_id: randomUUID(), "smtp-id": `<${emailId}@demo>` };
  expect(await sendGrid([{ event: "open" }, { ...event, event: "spamreport" }])).toBe(200);
  expect(await stopOf(person)).toBe("complaint");
  expect(await delivery()).toEqual({ is_sent: true, is_refused: false, is_spam: true });
  await vi.waitFor(async () => expect(await emailChoiceOf(person)).toBe("off"), { timeout: 20_000 });
  // Who turns emails on again gets them.
  await agree(person);
  expect(await stopOf(person)).toBeNull();
});

test("leaves a mailbox that doesn’t exist out when its owner turns emails on", async () => {
  const { person, email, emailId } = await mailed();
  expect(await post("ses", sns.messageOf({ message: bounceOf(email, emailId) }))).toBe(200);
  await agree(person);
  expect(await stopOf(person)).toBe("bounce");
});

test("believes SendGrid’s own signature alone, and a bounce that is for good", async () => {
  const { person, email, emailId, delivery } = await mailed();
  const event = { event: "bounce", email, sg_event_id: randomUUID(), "smtp-id": `<${emailId}@demo>` };
  expect(await sendGrid([event], { isForged: true })).toBe(401);
  expect(await sendGrid([event], { at: new Date(Date.now() - 8 * dayMs) })).toBe(401);
  expect(await sendGrid([{ ...event, type: "blocked" }])).toBe(200);
  expect(await stopOf(person)).toBeNull();
  expect(await sendGrid([{ ...event, type: "bounce" }])).toBe(200);
  expect(await stopOf(person)).toBe("bounce");
  expect(await delivery()).toEqual({ is_sent: false, is_refused: true, is_spam: false });
});

test("believes Postmark with its password", async () => {
  const { person, email, emailId, delivery } = await mailed();
  // Ids of Postmark are longer than numbers of JavaScript are exact.
  const body = `{ "RecordType": "Bounce", "ID": 4323372036854775807, "MessageID": "${randomUUID()}",
    "Type": "HardBounce", "Email": "${email}", "Metadata": { "email-id": "${emailId}" } }`;
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString("base64")}` });
  expect(await post("postmark", body)).toBe(401);
  expect(await post("postmark", body, basic(`postmark:${password}x`))).toBe(401);
  expect(await stopOf(person)).toBeNull();
  expect(await post("postmark", body, basic(`postmark:${password}`))).toBe(200);
  expect(await stopOf(person)).toBe("bounce");
  expect(await delivery()).toEqual({ is_sent: false, is_refused: true, is_spam: false });
});
