import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { mailTo, subjectsTo } from "../../../testing/mailbox.ts";
import { startStripeServer, stripeSettings } from "../../../testing/stripe-server.ts";
import type { Disturbance, StripeServer } from "../../../testing/stripe-server.ts";
import { runMemberImportJob } from "../../studio/member-import/jobs.ts";
import { runDue } from "../billing-cycle/runner.ts";

const dayMs = 86_400_000;
let aheadMs = 0;
const clock = { now: () => new Date(Date.now() + aheadMs) };
let stripe: StripeServer;
let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  stripe = await startStripeServer(clock);
  server = await startTestServer({ clock, env: stripeSettings(stripe.url) });
  admin = await server.member({ role: "admin" });
});
beforeEach(() => {
  aheadMs = 0;
});
afterAll(async () => {
  await server?.stop();
  await stripe?.stop();
});

interface Found {
  id: string;
  state: string;
  columns: { field: string }[];
  counts: { state: string; count: number }[];
  refused: { items: { line: number; state: string }[] };
  subscriptions: {
    providerName: string | null;
    prices: (Record<string, unknown> & { plans: { id: string }[] })[];
    takeovers: { items: Record<string, unknown>[] };
  } | null;
}
const selection = `{ id state columns { field } counts { state count } refused { items { line state } }
  subscriptions { providerName prices { value name amount rows isChosen plans { id } }
    takeovers { items { line email planId cardBrand cardLast4 amount currencyCode renews isTrial } } } }`;
const countsOf = ({ counts }: Found): Record<string, number> =>
  Object.fromEntries(counts.map(({ state, count }) => [state, count]));
const ask = async (document: string, variables: object): Promise<Found> => {
  const { data, errors } = await server.graphql<{ found: Found }>(document, variables, { as: admin });
  expect(errors).toEqual([]);
  return data!.found;
};
const read = (id: string) => ask(`query ($id: ID!) { found: memberImport(id: $id) ${selection} }`, { id });
/** A list that was sent, once the payment provider was asked about it. */
const draft = async (content: string): Promise<Found> => {
  const answer = await server.fetch("/api/studio/member-imports?name=members.csv", {
    method: "POST",
    headers: { "content-type": "text/csv", "x-auth-token": `Bearer ${await admin.token()}` },
    body: content,
  });
  expect(answer.status).toBe(201);
  const { id } = (await answer.json()) as { id: string };
  await expect.poll(async () => countsOf(await read(id))["unchecked"] ?? 0, { timeout: 60_000 }).toBe(0);
  return read(id);
};
const choose = (found: Found, priceChoices: object[]) =>
  ask(
    `mutation ($id: ID!, $fields: [MemberImportField!]!, $priceChoices: [MemberImportPlanChoice!]) {
       found: memberImportChange(id: $id, fields: $fields, priceChoices: $priceChoices) ${selection} }`,
    { id: found.id, fields: found.columns.map(({ field }) => field), priceChoices },
  );
const start = (id: string) =>
  ask(`mutation ($id: ID!) { found: memberImportStart(id: $id) ${selection} }`, { id });
const ended = async (id: string): Promise<Found> => {
  await expect.poll(async () => (await read(id)).state, { timeout: 120_000 }).toBe("done");
  return read(id);
};
const gold = { value: "price_gold", planId: "standard-monthly" };
const newEmail = () => `${randomUUID()}@example.test`;
/** Imports subscriptions of the price "Gold" as the standard plan. @returns the emails of their people, and the result */
const takeOver = async (ids: readonly string[]) => {
  const emails = ids.map(newEmail);
  const list = `email,subscription id\n${ids.map((id, at) => `${emails[at]},${id}`).join("\n")}\n`;
  const { id } = await choose(await draft(list), [gold]);
  await start(id);
  return { emails, list, found: await ended(id) };
};
const subscriptionOf = async (email: string) =>
  (
    await server.pool.query<Record<string, unknown>>(
      `select s.status, s.plan_id as plan, s.price_amount as price, s.term_ends_at as "termEndsAt", s.trial_ends_at as "trialEndsAt",
         s.next_billing_at as "nextBillingAt", m.last4, u.id as "accountId"
       from identity."user" u join billing.subscriptions s on s.person_id = u.id
       left join billing.payment_methods m on m.id = s.payment_method_id where u."pendingEmail" = $1`,
      [email],
    )
  ).rows;
/** How many invitations someone got, once the first one arrived. */
const invitationsTo = async (email: string): Promise<number> => {
  const subject = "Your account at Eightcount";
  await mailTo(server, email, subject);
  return (await subjectsTo(server, email)).filter((one) => one === subject).length;
};
const chargesOf = (accountId: unknown) =>
  stripe.charges.filter(({ metadata }) => metadata["accountId"] === accountId).map(({ amount }) => amount);
/** Lets both Stripe and our cycle charge what is due after days. */
const after = async (days: number) => {
  aheadMs = days * dayMs;
  stripe.subscriptions.renewDue();
  await runDue(server.ctx(), { untilMs: 60_000 });
};
const at = (seconds: number) => new Date(seconds * 1000);

describe("the dry run of a list with subscriptions", () => {
  test("shows the card, the price and its plans, and why others stay at Stripe, and changes nothing there", async () => {
    const { add } = stripe.subscriptions;
    const now = Math.floor(Date.now() / 1000);
    const forever = { percentOff: 50, duration: "forever" } as const;
    const twice = add();
    add({ customer: twice.customer });
    const idle = add({ status: "canceled" });
    const rows: [string, string][] = [
      [add().id, "unknown_price"],
      [add().customer, "unknown_price"],
      [idle.customer, "ready"],
      ["sub_unknown", "subscription_not_found"],
      [idle.id, "subscription_ended"],
      [twice.customer, "subscription_several"],
      [twice.id, "subscription_several"],
      [add({ status: "past_due" }).id, "subscription_unpaid"],
      [add({ isCollectionPaused: true }).id, "subscription_paused"],
      [add({ periodEnd: now + 3600 }).id, "subscription_renewing"],
      [add({ invoice: "draft" }).id, "subscription_renewing"],
      [add({ method: null }).id, "subscription_no_method"],
      [add({ discount: { ...forever, duration: "repeating" } }).id, "subscription_discounted"],
      [add({ discount: { ...forever, of: "item" } }).id, "subscription_discounted"],
      [add({ discount: { ...forever, of: "product" } }).id, "subscription_discounted"],
      [add({ balance: -500 }).id, "subscription_balance"],
      [add({ hasPendingItems: true }).id, "subscription_balance"],
    ];
    const before = stripe.changes.length;
    const found = await draft(
      `Email,Customer,id\n${rows.map(([id]) => `${newEmail()},${id.startsWith("cus") ? `${id},` : `,${id}`}`).join("\n")}\n`,
    );
    expect(found.columns.map(({ field }) => field)).toEqual(["email", "customer", "subscription"]);
    const states = new Map(found.refused.items.map(({ line, state }) => [line, state]));
    expect(rows.map((_row, index) => states.get(index + 2) ?? "ready")).toEqual(
      rows.map(([, state]) => state),
    );
    expect(found.subscriptions).toMatchObject({
      providerName: "Stripe",
      prices: [{ value: "price_gold", name: "Gold", amount: 1900, rows: 2, isChosen: false }],
    });
    const plans = found.subscriptions!.prices[0]!.plans.map(({ id }) => id);
    expect(plans).toContain("standard-monthly");
    expect(plans).not.toContain("standard-yearly");
    const chosen = await choose(found, [gold]);
    expect(countsOf(chosen)).toMatchObject({ ready_to_take_over: 2, ready: 1 });
    expect(chosen.subscriptions!.takeovers.items[0]).toMatchObject({
      line: 2,
      planId: "standard-monthly",
      cardBrand: "visa",
      cardLast4: "4242",
      amount: 1900,
      currencyCode: "USD",
      renews: true,
      isTrial: false,
    });
    expect(stripe.changes.slice(before)).toEqual([]);
  });

  test("leaves subscriptions at Stripe whose price an admin doesn't want to take over", async () => {
    const { id: held } = stripe.subscriptions.add();
    const found = await draft(`email,subscription id\n${newEmail()},${held}\n`);
    expect(countsOf(await choose(found, [{ ...gold, planId: null }]))).toEqual({ ready: 1 });
    await start(found.id);
    expect(countsOf(await ended(found.id))).toEqual({ invited: 1 });
    expect(stripe.subscriptions.all.get(held)!.status).toBe("active");
  });

  test("asks again after Stripe took too many requests", async () => {
    const { id } = stripe.subscriptions.add();
    let left = 2;
    stripe.disturb(() => ((left -= 1) >= 0 ? 429 : null));
    const found = await draft(`email,subscription id\n${newEmail()},${id}\n`);
    stripe.disturb(null);
    expect(countsOf(found)).toEqual({ unknown_price: 1 });
  });
});

describe("a subscription that is taken over", () => {
  test("is charged by one side alone: by Stripe until then, and by us from the end of the paid term on", async () => {
    const { add } = stripe.subscriptions;
    const [monthly, forever, ending, trial] = [
      add(),
      add({ discount: { percentOff: 25, duration: "forever" } }),
      add({ cancelAtPeriodEnd: true }),
      add({ status: "trialing" }),
    ] as const;
    const all = [monthly, forever, ending, trial];
    const { emails, found } = await takeOver(all.map(({ id }) => id));
    expect(countsOf(found)).toEqual({ taken_over: 4 });
    expect(all.map(({ status }) => status)).toEqual(["canceled", "canceled", "canceled", "canceled"]);
    const rows = (await Promise.all(emails.map(subscriptionOf))).map(([row]) => row!);
    const end = at(monthly.periodEnd);
    expect(rows).toMatchObject([
      {
        status: "active",
        plan: "standard-monthly",
        price: 1900,
        termEndsAt: end,
        nextBillingAt: end,
        last4: "4242",
      },
      { status: "active", price: 1425 },
      { status: "non_renewing", termEndsAt: at(ending.periodEnd), nextBillingAt: null },
      { status: "in_trial", trialEndsAt: at(trial.periodEnd), nextBillingAt: at(trial.periodEnd) },
    ]);
    const charges = () => rows.map(({ accountId }) => chargesOf(accountId));
    await after(11);
    expect(charges()).toEqual([[], [], [], []]);
    await after(13);
    expect(charges()).toEqual([[1900], [1425], [], [1900]]);
    await after(13);
    expect(charges()).toEqual([[1900], [1425], [], [1900]]);
    expect(all.flatMap((one) => one.charges)).toEqual([]);
    // Terms are counted as Stripe counted them.
    const [renewed] = await subscriptionOf(emails[0]!);
    const anchor = at(monthly.anchor);
    expect((renewed!["termEndsAt"] as Date).getTime()).toBeGreaterThan(end.getTime());
    expect([anchor.getUTCDate(), end.getUTCDate()]).toContain((renewed!["termEndsAt"] as Date).getUTCDate());
    expect((await subscriptionOf(emails[2]!))[0]).toMatchObject({ status: "canceled" });
  });

  test("tells its person the plan, the next payment and its day, and lists the card", async () => {
    // Its own card comes before that of the customer's other invoices.
    const [source, customerMethod] = ["pm_good_of_its_own", "pm_good_of_others"];
    const { id, periodEnd } = stripe.subscriptions.add({ method: null, source, customerMethod });
    const { emails } = await takeOver([id]);
    const { text } = await mailTo(server, emails[0]!, "Your account at Eightcount");
    expect(text).toContain("$19.00");
    expect(text).toContain(String(at(periodEnd).getUTCDate()));
    expect(text).not.toContain("4242");
    const [row] = await subscriptionOf(emails[0]!);
    const methods = await server.pool.query(
      "select provider_ref from billing.payment_methods where account_id = $1",
      [row!["accountId"]],
    );
    expect(methods.rows).toEqual([{ provider_ref: source }]);
  });

  test("changes nothing, here or at Stripe, by the same file again", async () => {
    const { id } = stripe.subscriptions.add();
    const { emails, list } = await takeOver([id]);
    const before = { changes: stripe.changes.length, row: await subscriptionOf(emails[0]!) };
    const again = await draft(list);
    expect(countsOf(again)).toEqual({ known: 1 });
    await start(again.id);
    expect(countsOf(await ended(again.id))).toEqual({ known: 1 });
    // Nor by another address.
    const other = await draft(`email,subscription id\n${newEmail()},${id}\n`);
    expect(countsOf(other)).toEqual({ subscription_customer_taken: 1 });
    expect({ changes: stripe.changes.length, row: await subscriptionOf(emails[0]!) }).toEqual(before);
    expect(await invitationsTo(emails[0]!)).toBe(1);
  });

  test.each<[string, Disturbance]>([
    ["before Stripe ended its own", "drop"],
    ["after Stripe ended its own", "lose answer"],
    ["behind a proxy that answers for Stripe", "page as answer"],
    ["while Stripe takes too many requests", 429],
  ])("begins once after it was interrupted %s", async (_when, disturbance) => {
    const held = stripe.subscriptions.add();
    // Longer than the requests of one attempt of the job.
    let left = 4;
    stripe.disturb((path, verb) =>
      verb === "DELETE" && path.endsWith(held.id) && (left -= 1) >= 0 ? disturbance : null,
    );
    const { emails, found } = await takeOver([held.id]);
    stripe.disturb(null);
    expect(countsOf(found)).toEqual({ taken_over: 1 });
    expect(held.status).toBe("canceled");
    const [row] = await subscriptionOf(emails[0]!);
    expect(row).toMatchObject({ status: "active", termEndsAt: at(held.periodEnd) });
    await after(13);
    expect(chargesOf(row!["accountId"])).toEqual([1900]);
    expect(held.charges).toEqual([]);
    expect(await invitationsTo(emails[0]!)).toBe(1);
  });

  test("stays at Stripe if it changed since the dry run, and its person isn't invited", async () => {
    const { add } = stripe.subscriptions;
    const [cheaper, gone] = [add(), add()];
    const emails = [newEmail(), newEmail()];
    const found = await draft(`email,subscription id\n${emails[0]},${cheaper.id}\n${emails[1]},${gone.id}\n`);
    await choose(found, [gold]);
    cheaper.discount = { percentOff: 50, duration: "forever" };
    gone.status = "canceled";
    await start(found.id);
    expect(countsOf(await ended(found.id))).toEqual({ subscription_changed: 1, subscription_ended: 1 });
    expect(cheaper.status).toBe("active");
    expect(await subscriptionOf(emails[0]!)).toEqual([]);
    expect(await subjectsTo(server, emails[1]!)).toEqual([]);
  });

  test("waits, and invites no one, while it can't be ended at Stripe", async () => {
    const [held, blocked, email] = [stripe.subscriptions.add(), stripe.subscriptions.add(), newEmail()];
    let asked = 0;
    const list = `email,subscription id\n${email},${held.id}\n${newEmail()},${blocked.id}\n${newEmail()},\n`;
    const { id } = await choose(await draft(list), [gold]);
    stripe.disturb((path) => {
      if (path.endsWith(held.id) && (asked += 1) === 2) held.status = "past_due";
      return path.endsWith(blocked.id) ? "drop" : null;
    });
    await start(id);
    // One that Stripe doesn't answer about keeps no one else waiting.
    const counts = async () => countsOf(await read(id));
    await expect.poll(counts, { timeout: 60_000 }).toMatchObject({ taking_over: 1, invited: 1 });
    const last = { signal: new AbortController().signal, attempt: 10, isLastAttempt: true };
    await runMemberImportJob.run(server.ctx(), { importId: id, staffId: admin.id, after: 0 }, last);
    expect(await counts()).toMatchObject({ unreachable: 1 });
    const failed = `select from graphile_worker._private_jobs where last_error like '%unpaid%' and payload->>'importId' = $1`;
    const failures = async () => (await server.pool.query(failed, [id])).rowCount;
    await expect.poll(failures, { timeout: 60_000 }).toBe(1);
    expect(await subscriptionOf(email)).toMatchObject([{ status: "pending" }]);
    expect(await subjectsTo(server, email)).toEqual([]);
    held.status = "active";
    stripe.disturb(null);
    expect(countsOf(await ended(id))).toEqual({ taken_over: 1, invited: 1, unreachable: 1 });
    expect(await invitationsTo(email)).toBe(1);
  });

  test("is counted in the audit log, and who took it over is its cause", async () => {
    const { id } = stripe.subscriptions.add();
    const { emails, found } = await takeOver([id]);
    const { rows } = await server.pool.query(
      "select details from identity.staff_acts where subject = $1 and action = 'studio.members_imported'",
      [`member_import:${found.id}`],
    );
    expect(rows).toEqual([{ details: { members: 1, takeovers: 1 } }]);
    const causes = await server.pool.query(
      `select distinct t.cause from billing.transitions t join billing.subscriptions s on s.id = t.subscription_id
       join identity."user" u on u.id = s.person_id where u."pendingEmail" = $1`,
      [emails[0]],
    );
    expect(causes.rows).toEqual([{ cause: `staff:${admin.id}` }]);
  });
});

test("sends Stripe only parameters that it knows, and no money back", () =>
  expect(stripe.faults).toEqual([]));
