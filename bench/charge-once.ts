/**
 * Compares ways to charge once at Braintree, against its strict stand-in on loopback: by a request key, as the product does, and by
 * a search for the order before each repeat. Answers are lost after the charge was made, and each order is repeated until its
 * result is known. The index of the search lags behind. Times are ratios of a sale whose answer arrives.
 *
 *     npm run bench -- charge-once [--charges=200] [--lost=30]
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  startBraintreeServer,
  braintreeNonces,
  braintreeSettings,
} from "../server/testing/braintree-server.ts";
import { readConfig } from "../server/platform/config/index.ts";
import { ProviderUnavailable } from "../server/modules/billing/errors.ts";
import { asked, createClient } from "../server/modules/billing/providers/braintree/client.ts";
import { searchTransactions } from "../server/modules/billing/providers/braintree/held.ts";
import { changeShape, storedOf } from "../server/modules/billing/providers/braintree/results.ts";
import { sell } from "../server/modules/billing/providers/braintree/sales.ts";
import { seededRandom } from "../server/platform/seeded-random.ts";

const numberOf = (name: string, otherwise: number): number =>
  Number(new RegExp(`--${name}=(\\d+)`).exec(process.argv.join(" "))?.[1] ?? otherwise);
const charges = numberOf("charges", 200);
/** Of 100 sales, how many lose their answer. */
const lost = numberOf("lost", 30);
/** How long the index may lag, and how long a search waits for it before each repeat, in milliseconds. */
const lags = [0, 250, 1_000] as const;
const waits = [0, 500, 2_000] as const;
const concurrency = 20;
const print = (line: string) => process.stdout.write(`${line}\n`);

type Client = Awaited<ReturnType<typeof createClient>>;
/** A stored card. */
interface Card {
  readonly accountId: string;
  readonly token: string;
}
/** Sends an order once, or looks for it. @throws ProviderUnavailable if its result isn't known */
type Way = (client: Client, card: Card, key: string, attempt: number) => Promise<unknown>;

/** A sale of the stored card by the product's own code. */
const byKey: Way = (client, { token, accountId }, key) =>
  sell(client, {
    order: {
      key,
      accountId,
      customer: null,
      source: storedOf(token),
      type: "card",
      amount: 1499,
      currencyCode: "USD",
      description: "",
      isPersonPresent: false,
      returnUrl: "",
    },
    merchantAccountId: "studio_usd",
    customerId: null,
    confirmed: null,
  });

/** The same sale without a key: looks for the order before each repeat, after a wait for the index. */
const bySearch =
  (waitMs: number): Way =>
  async (client, { token }, key, attempt) => {
    if (attempt > 0) {
      await sleep(waitMs);
      const criteria = { orderId: { is: key }, type: ["sale"] };
      for await (const found of searchTransactions(client, criteria)) return found;
    }
    return asked(changeShape, () =>
      client.transaction.sale({
        paymentMethodToken: token,
        amount: "14.99",
        merchantAccountId: "studio_usd",
        orderId: key,
        transactionSource: "recurring",
        options: { submitForSettlement: true },
      }),
    );
  };

const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(values.length * part))
  ]!;

/** Whether a result came. */
async function isKnown(result: Promise<unknown>): Promise<boolean> {
  try {
    await result;
    return true;
  } catch (error) {
    if (error instanceof ProviderUnavailable) return false;
    throw error;
  }
}

/** Charges all orders in one way on a fresh stand-in. */
async function measure(way: Way, lagMs: number) {
  const books = await startBraintreeServer();
  try {
    books.index.lagMs = lagMs;
    const { braintree: settings } = readConfig({ NODE_ENV: "test", ...braintreeSettings(books.url) }, []);
    const client = await createClient(settings!);
    const card = { accountId: randomUUID(), token: "card" };
    books.createCustomer(card.accountId);
    const nonce = `${braintreeNonces.good}_card`;
    books.store({ customer_id: card.accountId, payment_method_nonce: nonce, token: card.token });
    const orders = Array.from({ length: charges }, () => randomUUID());
    const times: { ms: number; attempts: number }[] = [];
    // The first call loads the SDK's parts.
    await way(client, card, randomUUID(), 0);
    const before = books.requests.length;
    const random = seededRandom(0x24);
    books.disturb((call) => (call === "POST transactions" && random() * 100 < lost ? "lose answer" : null));
    await Promise.all(
      Array.from({ length: concurrency }, async () => {
        for (let key = orders.pop(); key; key = orders.pop()) {
          const startedAt = performance.now();
          let attempts = 1;
          while (!(await isKnown(way(client, card, key, attempts - 1)))) attempts += 1;
          times.push({ ms: performance.now() - startedAt, attempts });
        }
      }),
    );
    const quick = percentile(
      times.filter(({ attempts }) => attempts === 1).map(({ ms }) => ms),
      0.5,
    );
    const late = times.filter(({ attempts }) => attempts > 1).map(({ ms }) => ms - quick);
    return {
      doubles: books.sales.size - 1 - charges,
      requests: (books.requests.length - before) / charges,
      quick,
      late: [percentile(late, 0.5), percentile(late, 0.95)],
    };
  } finally {
    await books.stop();
  }
}

print(`${charges} charges, ${lost} % of the answers lost after the charge, ${concurrency} at a time`);
print(
  "way                            index lags   doubles   requests a charge   added by a loss, p50 and p95",
);
const ways: [string, Way][] = [
  ["request key", byKey],
  ...waits.map((ms): [string, Way] => [`search after ${ms} ms`, bySearch(ms)]),
];
for (const lagMs of lags)
  for (const [name, way] of ways) {
    const { doubles, requests, quick, late } = await measure(way, lagMs);
    const ratios = late.map((ms) => `${(ms / quick).toFixed(1)} sales`).join(", ");
    print(
      `${name.padEnd(30)} ${`${lagMs} ms`.padEnd(12)} ${String(doubles).padEnd(9)} ${requests.toFixed(2).padEnd(19)} ${ratios}`,
    );
    if (way === byKey && doubles > 0) process.exitCode = 1;
  }
