import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { sendMailJob } from "../../../platform/mail/send-job.ts";
import { listMails } from "../../../platform/mail/outbox.ts";
import { runDue } from "../billing-cycle/runner.ts";
import { applyDispute } from "../payments/disputes.ts";
import { cardToken, cards, subscribeAs } from "../testing.ts";
import { creditMissing } from "./credit-notes.ts";

let server: TestServer;
let admin: TestPerson;
let aheadMs = 0;
const now = () => new Date(Date.now() + aheadMs);
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock: { now } });
  admin = await server.member({ role: "admin" });
});
afterAll(() => server?.stop());

interface Invoice {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  readonly total: number;
  readonly taxTotal: number;
  readonly pdfUrl: string;
  readonly creditNotes: readonly {
    readonly number: string;
    readonly reason: string;
    readonly amount: number;
    readonly refunded: number;
    readonly credited: number;
    readonly taxTotal: number;
    readonly pdfUrl: string;
  }[];
}
const invoicesOf = async (as: TestPerson): Promise<readonly Invoice[]> => {
  const { data } = await server.graphql<{ invoices: { items: Invoice[] } }>(
    `{ invoices { items { id number status total taxTotal pdfUrl
      creditNotes { number reason amount refunded credited taxTotal pdfUrl } } } }`,
    {},
    { as },
  );
  return data!.invoices.items;
};
const subscribe = async (me: TestPerson, more: object = {}): Promise<string> =>
  (await subscribeAs(server, me, { withoutTrial: true, countryCode: "DE", ...more })).data!
    .subscriptionCreateV2.id;
const refund = async (invoiceId: string, amount: number): Promise<string | null> => {
  const { errors } = await server.graphql(
    `mutation { invoiceRefund(id: "${invoiceId}", amountInCents: ${amount}, reason: "Too loud", idempotencyKey: "${randomUUID()}") { id } }`,
    {},
    { as: admin },
  );
  return errors[0]?.extensions.code ?? null;
};
/** Sends the queued emails of an account. @returns those with this subject */
const sentTo = async (me: TestPerson, subject: string) => {
  const { rows } = await server.pool.query<{ payload: unknown; email: string }>(
    `select payload, email from graphile_worker._private_jobs
     join graphile_worker._private_tasks on _private_tasks.id = task_id and identifier = 'mail.send'
     join identity."user" on payload ->> 'to' = email where "user".id = $1`,
    [me.id],
  );
  const attempt = { signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
  for (const { payload } of rows)
    await sendMailJob.run(server.ctx(), sendMailJob.schema.parse(payload), attempt);
  return (await listMails(server.dataDir)).filter(
    (mail) => mail.to === rows[0]?.email && mail.subject === subject,
  );
};
const call = (as: TestPerson, name: string, args: string) =>
  server.graphql(`mutation { ${name}(${args}) { id } }`, {}, { as });

describe("a refund", () => {
  test("issues a credit note with its tax share, whose parts add up to the invoice", async () => {
    const me = await server.member();
    await subscribe(me, { planId: "premium-yearly" });
    const [invoice] = await invoicesOf(me);
    for (const amount of [1, 3333, 11_900 - 3334]) expect(await refund(invoice!.id, amount)).toBeNull();
    const [after] = await invoicesOf(me);
    expect(after).toMatchObject({ number: invoice!.number, total: 11_900, taxTotal: 1900, status: "paid" });
    const notes = after!.creditNotes;
    expect(notes.map(({ amount, refunded, reason }) => [amount, refunded, reason])).toEqual([
      [1, 1, "refund"],
      [3333, 3333, "refund"],
      [8566, 8566, "refund"],
    ]);
    expect(notes.map(({ taxTotal }) => taxTotal)).toEqual([0, 532, 1368]);
    expect(new Set(notes.map(({ number }) => number)).size).toBe(3);
    for (const { number } of notes) expect(number).toMatch(/^CN-\d{4}-\d{6}$/);

    const pdf = await fetch(notes[1]!.pdfUrl);
    expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect((await fetch(notes[1]!.pdfUrl.replace("signature=", "signature=x"))).status).toBe(404);
    const [mail] = await sentTo(me, "Your refund of €33.33 is on its way");
    expect(mail!.attachments.map(({ name }) => name)).toEqual([`${notes[1]!.number}.pdf`]);
    expect(mail!.attachments[0]!.content.subarray(0, 5).toString()).toBe("%PDF-");
  });

  test("keeps its credit note if the bank returns the money, and the next refund needs no other", async () => {
    const me = await server.anonymous();
    await subscribe(me);
    const [invoice] = await invoicesOf(me);
    await refund(invoice!.id, 500);
    await server.pool.query(
      `with failed as (update billing.refunds set status = 'failed' where invoice_id = $1 returning amount)
       update billing.invoices set amount_refunded = 0 where id = $1 and exists (select from failed)`,
      [invoice!.id],
    );
    expect(await refund(invoice!.id, 700)).toBeNull();
    const [after] = await invoicesOf(me);
    expect(after!.creditNotes.map(({ amount }) => amount)).toEqual([500, 200]);
  });

  test("made at the provider is credited by the nightly run, once", async () => {
    const me = await server.anonymous();
    await subscribe(me);
    const [invoice] = await invoicesOf(me);
    await server.pool.query(`update billing.invoices set amount_refunded = 400 where id = $1`, [invoice!.id]);
    await creditMissing(server.ctx());
    await creditMissing(server.ctx());
    expect((await invoicesOf(me))[0]!.creditNotes.map(({ amount }) => amount)).toEqual([400]);
  });
});

test("a document keeps its days and its language if the buyer moves and reads another one", async () => {
  const me = await server.member();
  await server.pool.query(`update identity."user" set "timeZone" = 'Pacific/Auckland' where id = $1`, [
    me.id,
  ]);
  await subscribe(me);
  const [invoice] = await invoicesOf(me);
  expect(await refund(invoice!.id, 500)).toBeNull();
  const read = async () => {
    const [{ pdfUrl, creditNotes }] = (await invoicesOf(me)) as [Invoice];
    return Promise.all([pdfUrl, creditNotes[0]!.pdfUrl].map(async (url) => (await fetch(url)).text()));
  };
  const before = await read();
  await server.pool.query(
    `update identity."user" set "timeZone" = 'Pacific/Honolulu', locale = 'de' where id = $1`,
    [me.id],
  );
  expect(await read()).toEqual(before);
  await expect(
    server.pool.query(`update billing.invoices set reader = null where id = $1`, [invoice!.id]),
  ).rejects.toThrow("never changes");
});

test("a withdrawal credits what was paid with money and with credit", async () => {
  const me = await server.member();
  const id = await subscribe(me, { planId: "premium-yearly" });
  await call(me, "subscriptionPause", `id: "${id}", months: 1`);
  await call(me, "subscriptionResume", `id: "${id}"`);
  const paid = (await invoicesOf(me)).filter(({ status }) => status === "paid");
  expect(paid).toHaveLength(2);
  await call(me, "subscriptionWithdraw", `id: "${id}"`);
  const after = await invoicesOf(me);
  const sum = (of: (note: Invoice["creditNotes"][number]) => number) =>
    after.flatMap(({ creditNotes }) => creditNotes).reduce((total, note) => total + of(note), 0);
  expect(sum(({ refunded }) => refunded)).toBe(11_900);
  expect(after.flatMap(({ creditNotes }) => creditNotes).every(({ reason }) => reason === "withdrawal")).toBe(
    true,
  );
  const [mail] = await sentTo(me, "Your contract is withdrawn");
  expect(mail!.attachments.length).toBeGreaterThan(0);
});

test("a lost dispute issues a credit note, and one that is won doesn't", async () => {
  for (const [status, expected] of [
    ["won", []],
    ["lost", [["dispute_lost", 1499]]],
  ] as const) {
    const me = await server.anonymous();
    await subscribe(me);
    const { rows } = await server.pool.query<{ ref: string }>(
      `select provider_ref as ref from billing.payments where account_id = $1`,
      [me.id],
    );
    const held = {
      ref: randomUUID(),
      paymentRef: rows[0]!.ref,
      amount: 1499,
      currencyCode: "EUR",
      reason: "fraudulent",
      dueAt: null,
      openedAt: now(),
    };
    for (const next of ["open", status, status] as const)
      await applyDispute(server.ctx(), "eightcount", { ...held, status: next });
    const [invoice] = await invoicesOf(me);
    expect(invoice!.creditNotes.map(({ reason, amount }) => [reason, amount])).toEqual(expected);
  }
});

test("an issued renewal that is never paid is taken back as a whole", async () => {
  const me = await server.anonymous();
  await subscribe(me, {
    countryCode: "US",
    withoutTrial: false,
    token: await cardToken(server, cards.failsLater),
  });
  for (let week = 0; week < 5; week += 1) {
    aheadMs += 7 * 86_400_000;
    await runDue(server.ctx(), { untilMs: 60_000 });
  }
  const unpaid = (await invoicesOf(me)).find(({ status }) => status === "not_paid");
  expect(unpaid!.creditNotes).toMatchObject([{ reason: "canceled", amount: 1499, refunded: 0 }]);
});

test("the database refuses to change or delete issued invoices and credit notes", async () => {
  const me = await server.anonymous();
  await subscribe(me);
  const [invoice] = await invoicesOf(me);
  await refund(invoice!.id, 100);
  const refused = (statement: string) =>
    expect(server.pool.query(statement, [invoice!.id])).rejects.toMatchObject({ code: "23001" });
  await refused(`update billing.invoices set total = total + 1, amount_due = amount_due + 1 where id = $1`);
  await refused(`update billing.invoices set number = 'EC-2026-999999' where id = $1`);
  await refused(`update billing.invoices set country_code = 'FR' where id = $1`);
  await refused(`delete from billing.invoices where id = $1`);
  await refused(`update billing.invoice_lines set amount = 1 where invoice_id = $1`);
  await refused(`delete from billing.invoice_lines where invoice_id = $1`);
  await refused(`update billing.credit_notes set amount = 99 where invoice_id = $1`);
  await refused(`delete from billing.credit_notes where invoice_id = $1`);
  await expect(
    server.pool.query(
      `insert into billing.credit_notes (id, number, invoice_id, reason, amount, refunded, credited, tax_total, taxes, issued_at)
       values (gen_random_uuid(), 'CN-0', $1, 'refund', 1400, 1400, 0, 0, '[]', now())`,
      [invoice!.id],
    ),
  ).rejects.toMatchObject({ code: "23514" });
});
