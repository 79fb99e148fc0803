import { describe, expect, test } from "vitest";
import type { TestPerson } from "../../../testing/harness.ts";
import { sweepJob } from "../billing-cycle/sweep.ts";
import { seedCoupon } from "../index.ts";
import { cards, cardToken } from "../testing.ts";
import { booksHold, buy, charges, days, pass, server, staff, startPasses } from "./testing.ts";

startPasses();

/** Makes a promo code that takes half off once. */
const createCode = (id: string) =>
  server.ctx().transact((tx) =>
    seedCoupon(tx, {
      id,
      discountType: "percentage",
      basisPoints: 5000,
      amounts: {},
      duration: "one_time",
      durationMonths: null,
      appliesTo: "invoice",
      state: "active",
      planIds: null,
      redeemBy: null,
      redemptionsLeft: 1,
    }),
  );
/** The texts of the emails to a person, which wait for a worker. */
const mailsTo = async ({ id }: TestPerson): Promise<string[]> =>
  (
    await server.pool.query<{ payload: string }>(
      `select payload::text from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = task_id
       where identifier = 'mail.send' and payload ->> 'to' = (select coalesce("pendingEmail", email) from identity."user" where id = $1)
       order by job.id`,
      [id],
    )
  ).rows.map(({ payload }) => payload);

/** Asks the provider about payments without a result, as the job does. */
const sweep = () =>
  sweepJob.run(server.ctx(), {}, { signal: new AbortController().signal, attempt: 1, isLastAttempt: false });

describe("a pass that ends while its extension waits for the bank", () => {
  /** Leaves an extension with a promo code at the bank until the pass has ended. */
  const leaveWaiting = async (code: string) => {
    await createCode(code);
    const me = await server.member();
    await buy(me);
    const token = await cardToken(server, cards.confirms);
    const { found } = await buy(me, pass, { couponIds: [code], token });
    await days(11);
    return { me, bank: found!.nextAction!.url };
  };

  test("gives the promo code back once the payment is given up", async () => {
    const { me } = await leaveWaiting("GIVENUP");
    await sweep();
    expect((await buy(me, pass, { couponIds: ["GIVENUP"] })).error).toBeNull();
    expect(await charges(me)).toEqual([1000, 500]);
    await booksHold(me);
  });

  test("gives the promo code back if the bank agrees too late", async () => {
    const { me, bank } = await leaveWaiting("TOOLATE");
    await fetch(bank, {
      method: "POST",
      body: new URLSearchParams({ answer: "approve" }),
      redirect: "manual",
    });
    await sweep();
    expect((await buy(me, pass, { couponIds: ["TOOLATE"] })).error).toBeNull();
  });
});

test("a receipt of a pass that staff send again names the end that was bought, though a plan followed", async () => {
  const me = await server.member();
  await buy(me);
  const [first] = (await mailsTo(me)).filter((mail) => mail.includes("Your receipt"));
  await buy(me, "premium-monthly");
  const { items } = (await staff.read(me)).invoices;
  expect(await staff.act("studioSendReceipt", me, { invoiceId: items.at(-1)!.invoice.id })).toBeNull();
  const endIn = (mail: string) => /Your pass ends on [^.]+/.exec(mail)?.[0];
  const again = (await mailsTo(me)).filter((mail) => mail.includes("Your receipt")).at(-1)!;
  expect(endIn(first!)).toBeDefined();
  expect(endIn(again)).toBe(endIn(first!));
});

test("a pass that isn't sold any more isn't offered again, on the page or by email", async () => {
  const me = await server.member();
  await buy(me);
  const canBuyAgain = async () =>
    (
      await server.graphql<{ me: { primarySubscription: { canBuyAgain: boolean } } }>(
        "{ me { primarySubscription { canBuyAgain } } }",
        {},
        { as: me },
      )
    ).data!.me.primarySubscription.canBuyAgain;
  const setOffered = (isOffered: boolean) =>
    server.pool.query("update billing.plans set is_offered = $1 where id = $2", [isOffered, pass]);
  expect(await canBuyAgain()).toBe(true);
  await setOffered(false);
  expect(await canBuyAgain()).toBe(false);
  await days(9);
  await setOffered(true);
  const reminder = (await mailsTo(me)).find((mail) => mail.includes("Your pass ends soon"))!;
  expect(reminder).toContain("See plans");
  expect(reminder).not.toMatch(/Buy (it )?again/);
});
