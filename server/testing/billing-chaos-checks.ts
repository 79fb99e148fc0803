import type { ChaosOptions, Shown } from "./billing-chaos.ts";
import { inLanes, perform } from "./billing-histories.ts";
import type { HistoryProvider } from "./billing-histories.ts";
import type { HistoryPerson } from "./billing-people.ts";
import type { BillingStep } from "./billing-steps.ts";
import { findBrokenRules } from "./billing-rules.ts";
import type { TestServer } from "./harness.ts";

/** Kinds of differences that say what was decided, not that the books differ. */
const decisions: ReadonlySet<string> = new Set(["refused_charge", "late_payment", "not_applicable"]);

/** What the money page shows to an admin. */
export async function staffView(server: TestServer): Promise<Shown[]> {
  const admin = await server.member({ role: "admin" });
  const { data } = await server.graphql<{
    moneyOverview: {
      differences: Shown[];
      disputes: { id: string; status: string }[];
      failedRefunds: { id: string }[];
    };
  }>(
    "{ moneyOverview(days: 366) { differences { kind subject } disputes { id status } failedRefunds { id } } }",
    {},
    { as: admin },
  );
  const { differences, disputes, failedRefunds } = data!.moneyOverview;
  return [
    // What refused payments say, and what was paid back by itself, isn't a difference of the books.
    ...differences.filter(({ kind }) => !decisions.has(kind)),
    ...disputes.map(({ id, status }) => ({ kind: `dispute ${status}`, subject: id })),
    ...failedRefunds.map(({ id }) => ({ kind: "failed_refund", subject: id })),
  ];
}

/** Copies Stripe's books to where the rules read the test gateway's, and applies the rules. */
export async function brokenRules(
  { server, stripe, clock }: ChaosOptions,
  people: readonly HistoryPerson[],
  unseen: readonly Shown[],
): Promise<string[]> {
  const unknown = unseen.filter(({ kind }) => kind === "unknown_payment").map(({ subject }) => subject);
  const held = stripe.charges
    .filter(({ payment_intent: intent }) => !unknown.includes(intent))
    .map((charge) => ({
      key: charge.metadata["key"] ?? charge.id,
      ref: charge.payment_intent,
      account_id: charge.metadata["accountId"],
      amount: charge.amount,
      currency_code: charge.currency.toUpperCase(),
      refunded: charge.amount_refunded,
    }));
  await server.pool.query(
    `insert into billing.test_tokens (token, type, behaviour, brand) values ('tok_books', 'card', 'succeeds', 'visa')`,
  );
  await server.pool.query(
    `insert into billing.test_payments (key, ref, token, account_id, amount, currency_code, description, status, return_url, refunded)
     select key, ref, 'tok_books', account_id, amount, currency_code, '', 'succeeded', '', refunded
     from jsonb_to_recordset($1::jsonb) as held (key text, ref text, account_id uuid, amount int, currency_code text, refunded int)`,
    [JSON.stringify(held)],
  );
  const broken = await findBrokenRules(
    server.pool,
    people.map(({ id }) => id),
    clock.now(),
  );
  return broken.map(
    ({ rule, accountId, facts }) =>
      `${rule}: ${JSON.stringify(facts)} ${JSON.stringify(people.find(({ id }) => id === accountId)?.steps)}`,
  );
}

/**
 * Terms shown as forgiven although an invoice charges them. Forgiving is right only while no worker ran for a whole term, which
 * depends on when workers are killed.
 */
export async function wronglyForgiven(server: TestServer, shown: readonly Shown[]): Promise<string[]> {
  const { rows } = await server.pool.query<{ subject: string }>(
    `select subject from unnest($1::text[]) as subject
     where exists (select from billing.invoices where subscription_id = split_part(subject, ' ', 1)::uuid and status <> 'void'
       and (term_starts_at at time zone 'UTC')::date = split_part(subject, ' ', 2)::date)`,
    [shown.filter(({ kind }) => kind === "forgiven_terms").map(({ subject }) => subject)],
  );
  return rows.map(({ subject }) => `Forgiven, and charged all the same: ${subject}`);
}

/** Everyone can end what they have and begin again with a good card. */
export async function findStuck(
  server: TestServer,
  provider: HistoryProvider,
  people: readonly HistoryPerson[],
): Promise<string[]> {
  const step: Omit<BillingStep, "act"> = {
    card: "succeeds",
    plan: "basic-monthly",
    hasTrial: false,
    hasCoupon: false,
    webhook: "lost",
  };
  const stuck: string[] = [];
  await inLanes(people, async (person) => {
    await perform(server, provider, person, { ...step, act: "cancelNow" });
    const { refusal } = await perform(server, provider, person, { ...step, act: "subscribe" });
    const { rowCount } = await server.pool.query(
      "select from billing.subscriptions where person_id = $1 and status = 'active'",
      [person.id],
    );
    if (refusal || rowCount !== 1)
      stuck.push(
        `${person.id} is stuck: ${refusal?.message ?? "not active"} ${JSON.stringify(person.steps)}`,
      );
  });
  return stuck;
}
