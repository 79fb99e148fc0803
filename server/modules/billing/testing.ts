/** Shared helpers of billing tests: tokens of test cards, and a checkout. */
import { randomUUID } from "node:crypto";
import type { GraphqlAnswer, TestPerson, TestServer } from "../../testing/harness.ts";
import type { ChargeOrder } from "./ports.ts";

/** What staff see of the payments of a person's invoices at their providers. */
export async function paymentsSeenByStaff(
  server: TestServer,
  { id }: { readonly id: string },
): Promise<{ providerName: string; ref: string; dashboardUrl: string | null }[]> {
  const { data, errors } = await server.graphql<{
    studioPerson: {
      invoices: {
        items: { payments: { providerName: string; ref: string; dashboardUrl: string | null }[] }[];
      };
    };
  }>(
    `query ($id: ID!) { studioPerson(id: $id) {
       invoices { items { payments { providerName ref dashboardUrl } } } } }`,
    { id },
    { as: await server.member({ role: "finance" }) },
  );
  if (!data) throw new Error(JSON.stringify(errors));
  return data.studioPerson.invoices.items.flatMap(({ payments }) => payments);
}

/** The published test cards by behavior. */
export const cards = {
  ofCanada: "4000001240000000",
  ofFrance: "4000002500000003",
  ofGermany: "4000002760000016",
  ofUsa: "4000056655665556",
  good: "4242424242424242",
  declined: "4000000000000002",
  poor: "4000000000009995",
  expired: "4000000000000069",
  wrongCvc: "4000000000000127",
  confirms: "4000002760003184",
  failsLater: "4000000000000341",
  refuses: "4000000000009979",
  refusesLater: "4000000000009987",
  losesAnswer: "4000000000009961",
} as const;

export interface SubscriptionShown {
  readonly id: string;
  readonly status: string;
  readonly nextBillingAt: string | null;
  readonly accessEndsAt: string | null;
  readonly trialEndTime: string | null;
  readonly nextAction: { type: string; url: string } | null;
  readonly provider: { id: string };
  readonly plan: { id: string };
}
export const shown =
  "id status nextBillingAt accessEndsAt trialEndTime nextAction { type url } provider { id } plan { id }";

/** Posts to the gateway's own origin. */
async function tokenize(server: TestServer, body: object): Promise<string> {
  const { data } = await server.graphql<{ paymentConfig: { tokenUrl: string } }>(
    "{ paymentConfig { tokenUrl } }",
  );
  const response = await fetch(data!.paymentConfig.tokenUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { token?: string };
  if (!answer.token) throw new Error(`No token: ${response.status}`);
  return answer.token;
}

let year = 2030;
let month = 1;
/** A token of an unused card: a new expiry month each time. */
export const cardToken = (
  server: TestServer,
  number: string = cards.good,
  expires?: [number, number],
  address?: { countryCode: string; postcode: string | null },
): Promise<string> => {
  if (!expires) {
    month += 1;
    if (month > 12) [month, year] = [1, year + 1];
  }
  const [expMonth, expYear] = expires ?? [month, 2030 + ((year - 2030) % 60)];
  return tokenize(server, { number, expMonth, expYear, cvc: "123", address });
};
export const walletToken = (server: TestServer, wallet: string): Promise<string> =>
  tokenize(server, { wallet });

export interface CheckoutVariables {
  readonly provider?: string;
  readonly token?: string;
  readonly planId?: string;
  readonly countryCode?: string;
  readonly postcode?: string;
  readonly type?: string;
  readonly couponIds?: readonly string[];
  readonly key?: string;
  readonly withoutTrial?: boolean;
  readonly trialOverrideTime?: string;
  readonly startAt?: string;
  readonly ipInfo?: object;
  readonly amountDue?: number;
  readonly firstAmount?: number;
  readonly consentVersion?: string;
  readonly runningPass?: { readonly endsAt: string; readonly prorationTime?: string };
  /** Headers that set the location of the request, for example. */
  readonly headers?: Record<string, string>;
}

/** Subscribes as a test person. */
export async function subscribeAs(
  server: TestServer,
  as: TestPerson,
  given: CheckoutVariables = {},
): Promise<GraphqlAnswer<{ subscriptionCreateV2: SubscriptionShown }>> {
  return server.graphql(
    `mutation ($planInfo: PlanInfo!, $gateway: Gateway!, $type: PaymentMethodType!, $couponIds: [String!], $key: String!,
        $withoutTrial: Boolean, $trialOverrideTime: DateTime, $startAt: DateTime, $ipInfo: IpInfo, $amountDue: Int, $firstAmount: Int, $consentVersion: String,
        $runningPass: RunningPassInput) {
      subscriptionCreateV2(planInfo: $planInfo, gateway: $gateway, paymentMethodType: $type, couponIds: $couponIds, idempotencyKey: $key,
        withoutTrial: $withoutTrial, trialOverrideTime: $trialOverrideTime, startAt: $startAt, ipInfo: $ipInfo,
        amountDue: $amountDue, firstAmount: $firstAmount, consentVersion: $consentVersion, runningPass: $runningPass) { ${shown} } }`,
    {
      planInfo: {
        planId: given.planId ?? "premium-monthly",
        countryCode: given.countryCode ?? null,
        postcode: given.postcode ?? null,
      },
      gateway: { provider: given.provider ?? "eightcount", token: given.token ?? (await cardToken(server)) },
      type: given.type ?? "card",
      couponIds: given.couponIds ?? [],
      key: given.key ?? randomUUID(),
      withoutTrial: given.withoutTrial ?? false,
      trialOverrideTime: given.trialOverrideTime ?? null,
      startAt: given.startAt ?? null,
      ipInfo: given.ipInfo ?? null,
      amountDue: given.amountDue ?? null,
      firstAmount: given.firstAmount ?? null,
      consentVersion: given.consentVersion ?? null,
      runningPass: given.runningPass ?? null,
    },
    { as, ...(given.headers ? { headers: given.headers } : {}) },
  );
}

/** The primary subscription of a test person. */
export async function subscriptionOf(server: TestServer, as: TestPerson): Promise<SubscriptionShown | null> {
  const { data } = await server.graphql<{ me: { primarySubscription: SubscriptionShown | null } }>(
    `{ me { primarySubscription { ${shown} } } }`,
    {},
    { as },
  );
  return data?.me.primarySubscription ?? null;
}

/** An order of a card payment by a person who is present. */
export const chargeOrder = (
  server: TestServer,
  order: Pick<ChargeOrder, "accountId" | "source"> & Partial<ChargeOrder>,
): ChargeOrder => ({
  key: randomUUID(),
  type: "card",
  amount: 1499,
  currencyCode: "USD",
  description: "A subscription",
  customer: null,
  isPersonPresent: true,
  returnUrl: `${server.url}/checkout`,
  ...order,
});

/** The number of database connections that wait for a lock. */
export const waitingForLocks = async (server: TestServer): Promise<number | null> =>
  (
    await server.pool.query(
      "select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0",
    )
  ).rowCount;
