import { formatDate } from "../../../../contract/formats/dates.ts";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { runDue } from "../billing-cycle/runner.ts";
import { subscribeAs, subscriptionOf } from "../testing.ts";
import type { CheckoutVariables } from "../testing.ts";
import { applyRequest, sweepRequestsJob } from "./apply.ts";

/** Its own server, and so its own clock. */
let server: TestServer;
let admin: TestPerson;
let aheadMs = 0;
const dayMs = 86_400_000;
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock: { now: () => new Date(Date.now() + aheadMs) } });
  admin = await server.member({ role: "admin" });
});
afterAll(() => server?.stop());

const receipt = "id kind receivedAt name email invoiceNumber reason wantedAt isExtraordinary";
type Receipt = Record<"id" | "kind" | "receivedAt" | "name" | "email", string>;
/** Sends the public form without any session; each call from another network. */
const send = async (
  input: object,
  address = `198.51.${Math.floor(Math.random() * 250)}.7`,
  headers: Record<string, string> = {},
) => {
  const { data, errors } = await server.graphql<{ contractRequestSend: Receipt }>(
    `mutation ($input: ContractRequestInput!) { contractRequestSend(input: $input) { ${receipt} } }`,
    { input: { idempotencyKey: randomUUID(), kind: "cancel", name: "Ana Demo", ...input } },
    { headers: { "x-forwarded-for": address, ...headers } },
  );
  return { receipt: data?.contractRequestSend ?? null, error: errors[0]?.extensions ?? null };
};
const confirm = async (token: string) => {
  const { data, errors } = await server.graphql<{ contractRequestConfirm: { id: string; status: string } }>(
    "mutation ($token: String!) { contractRequestConfirm(token: $token) { id status outcome } }",
    { token },
  );
  return data?.contractRequestConfirm ?? errors[0]?.extensions.code;
};
const mailsTo = async (email: string): Promise<string[]> =>
  (
    await server.pool.query<{ payload: string }>(
      `select payload::text from graphile_worker._private_jobs join graphile_worker._private_tasks on _private_tasks.id = task_id
       where identifier = 'mail.send' and payload ->> 'to' = $1 order by _private_jobs.id`,
      [email],
    )
  ).rows.map(({ payload }) => payload);
/** Runs the jobs that requests enqueued. */
const apply = async () => {
  const { rows } = await server.pool.query<{ id: string }>(
    "select id from billing.contract_requests where status = 'accepted'",
  );
  for (const { id } of rows) await applyRequest(server.ctx(), id);
};
const emailOf = async (me: TestPerson): Promise<string> =>
  (await server.pool.query<{ email: string }>(`select email from identity."user" where id = $1`, [me.id]))
    .rows[0]!.email;
const begin = async (given: CheckoutVariables = {}) => {
  const me = await server.member();
  await subscribeAs(server, me, { countryCode: "DE", withoutTrial: true, ...given });
  const { rows } = await server.pool.query<{ number: string }>(
    "select number from billing.invoices where account_id = $1",
    [me.id],
  );
  return { me, email: await emailOf(me), invoiceNumber: rows[0]?.number ?? null };
};
const stateOf = async (id: string) =>
  (await server.pool.query("select status, outcome from billing.contract_requests where id = $1", [id]))
    .rows[0] as { status: string; outcome: string | null };
const tokenIn = (mail: string): string => decodeURIComponent(/confirm=([^"&]+)/.exec(mail)![1]!);

describe("canceling without signing in", () => {
  test("cancels at once with invoice number and email, and mails content and time of receipt", async () => {
    const { me, email, invoiceNumber } = await begin();
    const input = { email: ` ${email.toUpperCase()} `, invoiceNumber: invoiceNumber!.toLowerCase() };
    const sent = await send(input);
    expect(sent.receipt).toMatchObject({ kind: "cancel", name: "Ana Demo", email, invoiceNumber });
    const [mail] = (await mailsTo(email)).slice(-1);
    expect(mail).toContain("We received your cancellation");
    expect(mail).toContain("I cancel my contract with Eightcount.");
    expect(mail).toContain(`Invoice: ${invoiceNumber}`);
    const receivedAt = new Date(sent.receipt!.receivedAt);
    expect(mail).toContain(formatDate(receivedAt, "zonedDateTime", { locale: "en", timeZone: "UTC" }));
    expect(mail).not.toContain("confirm=");
    await apply();
    expect(await subscriptionOf(server, me)).toMatchObject({ status: "non_renewing" });
    expect(await stateOf(sent.receipt!.id)).toEqual({ status: "done", outcome: "canceled_at_end" });
    expect((await mailsTo(email)).at(-1)).toContain("Your subscription is canceled");
  });

  test("answers the same for an unknown person, and waits for the mailed link", async () => {
    const { me, email, invoiceNumber } = await begin();
    const known = await send({ email });
    const stranger = await send({ email: `${randomUUID()}@example.test`, invoiceNumber });
    const unknown = await send({ email: `${randomUUID()}@example.test` });
    expect(known.error ?? stranger.error ?? unknown.error).toBeNull();
    expect(Object.keys(known.receipt!)).toEqual(Object.keys(unknown.receipt!));
    await apply();
    expect(await subscriptionOf(server, me)).toMatchObject({ status: "active" });
    // Anyone can type anyone's address: an unproven one gets no free text.
    const unproven = (await mailsTo(email)).at(-1)!;
    expect(unproven).toContain("I cancel my contract with Eightcount.");
    expect(unproven).not.toContain("Ana Demo");
    const token = tokenIn(unproven);
    expect(await confirm(token)).toMatchObject({ status: "accepted" });
    expect((await mailsTo(email)).at(-1)).toContain("Name: Ana Demo");
    await apply();
    expect(await subscriptionOf(server, me)).toMatchObject({ status: "non_renewing" });
    expect(await confirm(token)).toMatchObject({ status: "done", outcome: "canceled_at_end" });
    expect(await confirm(`${token}x`)).toBe("LINK_INVALID");
  });

  test("writes to a stranger in the language of the form, and to an account in its own", async () => {
    const spanish = { "accept-language": "es-MX" };
    const email = `${randomUUID()}@example.test`;
    await send({ email }, undefined, spanish);
    const [first] = await mailsTo(email);
    expect(first).toContain("Cancelo mi contrato con Eightcount.");
    await confirm(tokenIn(first!));
    expect((await mailsTo(email)).at(-1)).toContain("Tu cancelación");

    const known = await begin();
    await server.graphql('mutation { setLocale(locale: "de") }', {}, { as: known.me });
    await send({ email: known.email, invoiceNumber: known.invoiceNumber }, undefined, spanish);
    expect((await mailsTo(known.email)).at(-1)).toContain("Ich kündige meinen Vertrag mit Eightcount.");
  });

  test("shows requests without a subscription to admins, who close them with a note", async () => {
    const email = `${randomUUID()}@example.test`;
    const { receipt: sent } = await send({ email, name: "Guest" });
    await confirm(tokenIn((await mailsTo(email))[0]!));
    expect(await stateOf(sent!.id)).toEqual({ status: "review", outcome: "no_subscription" });
    expect((await mailsTo(email)).at(-1)).toContain("no running subscription");
    const list = async () =>
      (
        await server.graphql<{ openContractRequests: { id: string }[] }>(
          "{ openContractRequests { id name status outcome } }",
          {},
          { as: admin },
        )
      ).data!.openContractRequests;
    expect((await list()).find(({ id }) => id === sent!.id)).toMatchObject({ name: "Guest" });
    await server.graphql(
      `mutation { contractRequestClose(id: "${sent!.id}", note: "Canceled by hand") }`,
      {},
      { as: admin },
    );
    expect((await list()).some(({ id }) => id === sent!.id)).toBe(false);
  });

  test("acts once, however often it is sent, and refuses a key with other content", async () => {
    const { email, invoiceNumber } = await begin();
    const idempotencyKey = randomUUID();
    const before = (await mailsTo(email)).length;
    const input = { idempotencyKey, email, invoiceNumber };
    const all = await Promise.all([send(input), send(input), send(input)]);
    expect(new Set(all.map(({ receipt: sent }) => sent!.id)).size).toBe(1);
    expect((await mailsTo(email)).length).toBe(before + 1);
    expect((await send({ ...input, name: "Another" })).error?.code).toBe("IDEMPOTENCY_KEY_REUSED");
  });

  test("for good cause stops renewals at once, and lets the studio judge the reason", async () => {
    const { me, email, invoiceNumber } = await begin();
    const order = { email, invoiceNumber, isExtraordinary: true };
    expect((await send(order)).error).toMatchObject({ code: "BAD_INPUT", field: "reason" });
    const { receipt: sent } = await send({ ...order, reason: "The classes that I paid for are gone." });
    await apply();
    expect(await subscriptionOf(server, me)).toMatchObject({ status: "non_renewing" });
    expect(await stateOf(sent!.id)).toEqual({ status: "review", outcome: "good_cause" });
  });

  test("on a later day renews until the term that the day is in", async () => {
    const { me, email, invoiceNumber } = await begin({ planId: "basic-monthly" });
    const wantedAt = new Date(Date.now() + aheadMs + 45 * dayMs).toISOString();
    const { receipt: sent } = await send({ email, invoiceNumber, wantedAt });
    await apply();
    expect(await stateOf(sent!.id)).toMatchObject({ status: "scheduled" });
    const sweep = () =>
      sweepRequestsJob.run(server.ctx(), {}, {
        signal: new AbortController().signal,
        attempt: 1,
        isLastAttempt: false,
      } as never);
    await sweep();
    expect(await subscriptionOf(server, me)).toMatchObject({ status: "active" });
    for (let day = 0; day < 32; day += 1) {
      aheadMs += dayMs;
      await runDue(server.ctx(), { untilMs: 60_000 });
    }
    await sweep();
    expect(await subscriptionOf(server, me)).toMatchObject({ status: "non_renewing" });
    expect(await stateOf(sent!.id)).toEqual({ status: "done", outcome: "canceled_at_end" });
  });

  test("limits requests by email and by network", async () => {
    const email = `${randomUUID()}@example.test`;
    const codes = [];
    for (let n = 0; n < 6; n += 1) codes.push((await send({ email }, `203.0.${n}.1`)).error?.code ?? null);
    expect(codes).toEqual([null, null, null, null, null, "RATE_LIMITED"]);
    const fromOne = [];
    for (let n = 0; n < 11; n += 1)
      fromOne.push(
        (await send({ email: `${randomUUID()}@example.test` }, "203.0.113.9")).error?.code ?? null,
      );
    expect(fromOne.filter(Boolean)).toEqual(["RATE_LIMITED"]);
  });

  test("refuses an invalid address, a missing name and a card number", async () => {
    expect((await send({ email: "nowhere" })).error).toMatchObject({ code: "INVALID_EMAIL", field: "email" });
    expect((await send({ email: "a@example.test", name: " " })).error).toMatchObject({ field: "name" });
    expect((await send({ email: "a@example.test", name: "4242 4242 4242 4242" })).error?.code).toBe(
      "PAN_REJECTED",
    );
  });
});

describe("withdrawing without signing in", () => {
  test("ends the contract and refunds it, by the day of receipt", async () => {
    const { me, email } = await begin({ planId: "premium-yearly" });
    aheadMs += 13 * dayMs;
    const { receipt: sent } = await send({ kind: "withdraw", email });
    aheadMs += 3 * dayMs;
    await confirm(tokenIn((await mailsTo(email)).at(-1)!));
    await apply();
    expect(await stateOf(sent!.id)).toEqual({ status: "done", outcome: "withdrawn" });
    expect(await subscriptionOf(server, me)).toMatchObject({ status: "canceled" });
    const { rows } = await server.pool.query(
      "select amount_paid - amount_refunded as retained from billing.invoices where account_id = $1",
      [me.id],
    );
    expect(rows).toEqual([{ retained: 0 }]);
    expect((await mailsTo(email)).at(-1)).toContain("Your contract is withdrawn");
  });

  test("charges no day after its receipt to a person who asked for an immediate start", async () => {
    const { me, email } = await begin({ planId: "premium-yearly", consentVersion: "2026-11" });
    aheadMs += 10 * dayMs;
    await send({ kind: "withdraw", email });
    aheadMs += 10 * dayMs;
    await confirm(tokenIn((await mailsTo(email)).at(-1)!));
    await apply();
    const { rows } = await server.pool.query<{ retained: number }>(
      "select amount_paid - amount_refunded as retained from billing.invoices where account_id = $1",
      [me.id],
    );
    const tenDays = Math.round((11_900 * 10) / 365);
    expect(Math.abs(rows[0]!.retained - tenDays)).toBeLessThanOrEqual(1);
  });

  test("after the period goes to the studio, and changes nothing", async () => {
    const { me, email, invoiceNumber } = await begin();
    aheadMs += 15 * dayMs;
    const { receipt: sent } = await send({ kind: "withdraw", email, invoiceNumber });
    await apply();
    expect(await stateOf(sent!.id)).toEqual({ status: "review", outcome: "not_withdrawable" });
    expect(await subscriptionOf(server, me)).toMatchObject({ status: "active" });
  });

  test("needs a link that is younger than the period", async () => {
    const { me, email } = await begin({ planId: "premium-yearly" });
    await send({ kind: "withdraw", email });
    aheadMs += 15 * dayMs;
    expect(await confirm(tokenIn((await mailsTo(email)).at(-1)!))).toBe("LINK_INVALID");
    expect(await subscriptionOf(server, me)).toMatchObject({ status: "active" });
  });
});
