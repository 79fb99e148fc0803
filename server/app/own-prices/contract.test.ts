import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { applyRequest } from "../../modules/billing/contract-requests/apply.ts";
import { access, booksHold, buy, charges, server, staff } from "../../modules/billing/passes/testing.ts";
import { refundJob } from "../../modules/billing/payments/refunds.ts";
import { subscribeAs } from "../../modules/billing/testing.ts";
import type { TestPerson } from "../../testing/harness.ts";
import { ask, locks, newCourse, priced, refund, startOwnPrices } from "./testing.ts";

startOwnPrices();

const bought = async (me: TestPerson) => {
  const course = await newCourse();
  const { error } = await buy(me, await priced({ kind: "course", id: course.id }));
  expect(error).toBeNull();
  return course;
};

/** Sends the refunds that wait for a worker. */
const sendRefunds = async () => {
  const { rows } = await server.pool.query<{ id: string }>(
    "select id from billing.refunds where status = 'started'",
  );
  const attempt = { signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
  for (const { id } of rows) await refundJob.run(server.ctx(), { refundId: id }, attempt);
};

test("credit that paid a part of a course comes back with a refund of the money", async () => {
  const me = await server.member();
  await server.pool.query(
    `insert into billing.credits (account_id, currency_code, amount, reason, source, created_at)
     values ($1, 'EUR', 3000, 'given by staff', $2, now())`,
    [me.id, randomUUID()],
  );
  const course = await bought(me);
  expect(await charges(me)).toEqual([900]);
  await refund(me, 400);
  expect((await staff.read(me)).credit).toEqual([]);
  expect(await locks(me, course.classIds)).toEqual([false, false]);
  await refund(me, 500);
  expect(await locks(me, course.classIds)).toEqual([true, true]);
  expect((await staff.read(me)).credit).toEqual([{ currencyCode: "EUR", amount: 3000 }]);
  await sendRefunds();
  await booksHold(me);
});

test("days that were added to a course can be refunded, which doesn't take it away", async () => {
  const me = await server.member();
  const course = await newCourse();
  const pass = await priced({ kind: "course", id: course.id }, { days: 30 });
  await buy(me, pass);
  await buy(me, pass);
  expect(await charges(me)).toEqual([3900, 3900]);
  expect(await refund(me, 3900)).toMatchObject({ takesAway: null });
  expect(await locks(me, course.classIds)).toEqual([false, false]);
});

test("the card that paid for a course to keep isn't kept with it, and can be removed", async () => {
  const me = await server.member();
  const course = await bought(me);
  const { paymentMethods } = await ask<{ paymentMethods: { id: string; isDefault: boolean }[] }>(
    me,
    "{ paymentMethods { id isDefault } }",
  );
  expect(paymentMethods).toMatchObject([{ isDefault: false }]);
  await ask(me, "mutation ($id: ID!) { paymentMethodRemove(paymentMethodId: $id) { id } }", {
    id: paymentMethods[0]!.id,
  });
  expect(await locks(me, course.classIds)).toEqual([false, false]);
});

describe("withdrawing without signing in", () => {
  const requestOf = async (me: TestPerson, input: object) => {
    const { rows } = await server.pool.query<{ email: string }>(
      `select email from identity."user" where id = $1`,
      [me.id],
    );
    const { contractRequestSend } = await ask<{ contractRequestSend: { id: string } }>(
      me,
      "mutation ($input: ContractRequestInput!) { contractRequestSend(input: $input) { id } }",
      {
        input: {
          idempotencyKey: randomUUID(),
          kind: "withdraw",
          name: "Ana Demo",
          email: rows[0]!.email,
          ...input,
        },
      },
    );
    return contractRequestSend.id;
  };
  const outcomeOf = async (id: string): Promise<string | null> => {
    await applyRequest(server.ctx(), id);
    const { rows } = await server.pool.query<{ outcome: string | null }>(
      "select outcome from billing.contract_requests where id = $1",
      [id],
    );
    return rows[0]!.outcome;
  };

  test("from a course that was taken away leaves the plan as it is", async () => {
    const me = await server.member();
    await bought(me);
    const { rows } = await server.pool.query<{ number: string }>(
      "select number from billing.invoices where account_id = $1",
      [me.id],
    );
    await refund(me, 3900);
    await subscribeAs(server, me, { planId: "premium-monthly", countryCode: "DE", withoutTrial: true });
    expect(await access(me)).toBe("premium");
    expect(await outcomeOf(await requestOf(me, { invoiceNumber: rows[0]!.number }))).toBe("already_ended");
    expect(await access(me)).toBe("premium");
  });

  test("is from the only course that was bought, if the mailed link names no other contract", async () => {
    const me = await server.member();
    const course = await bought(me);
    const id = await requestOf(me, {});
    const { rows } = await server.pool.query<{ mail: string }>(
      `select payload::text as mail from graphile_worker._private_jobs where payload::text like '%confirm=%' order by id desc limit 1`,
    );
    const token = decodeURIComponent(/confirm=([^"&]+)/.exec(rows[0]!.mail)![1]!);
    await ask(me, "mutation ($token: String!) { contractRequestConfirm(token: $token) { id } }", { token });
    expect(await outcomeOf(id)).toBe("withdrawn");
    expect(await locks(me, course.classIds)).toEqual([true, true]);
    await sendRefunds();
    await booksHold(me);
  });
});
