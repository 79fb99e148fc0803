import { expect, test } from "vitest";
import { startProgram, urlOfDatabase } from "../../../../testing/program.ts";
import { createTestDatabase } from "../../../../testing/harness.ts";
import {
  deliverStoreEvent,
  revenueCatSettings,
  storeSigningSecret,
} from "../../../../testing/revenuecat-server.ts";
import { readConfig } from "../../../../platform/config/index.ts";
import { sweepOwned } from "../../owned/readings.ts";
import { createOwners } from "../owners.ts";
import { deliver, pass, revenueCat, rowsOf, server, startWithRevenueCat, statusesOf } from "./testing.ts";

startWithRevenueCat();

const day = 24;
const sweep = () => sweepOwned(server.ctx());
const begin = async () => {
  const me = await server.anonymous();
  await deliver(revenueCat.stores.buy(me.id, "premiumMonthly"));
  return me;
};

test("lost news heals by reading again: within half a day, and soon after the end of a term", async () => {
  const [leaving, staying] = [await begin(), await begin()];
  revenueCat.stores.cancel(leaving.id, "premiumMonthly");
  pass(12.1);
  await sweep();
  expect(await statusesOf(leaving)).toEqual(["non_renewing"]);
  revenueCat.stores.renew(staying.id, "premiumMonthly");
  pass(30 * day - 12);
  await sweep();
  expect([await statusesOf(leaving), await statusesOf(staying)]).toEqual([["canceled"], ["active"]]);
  const before = revenueCat.requests();
  await sweep();
  // What has been read isn't read again at once, and what has ended never.
  expect(revenueCat.requests()).toBe(before);
});

test("a provider that is silent for longer than the grace fails closed, and comes back", async () => {
  const me = await begin();
  revenueCat.stores.renew(me.id, "premiumMonthly");
  revenueCat.disturb(() => 500);
  pass(30 * day + 47);
  await sweep();
  expect(await statusesOf(me)).toEqual(["active"]);
  pass(2);
  await sweep();
  expect(await statusesOf(me)).toEqual(["canceled"]);
  revenueCat.disturb(null);
  pass(1);
  await sweep();
  expect(await statusesOf(me)).toEqual(["active"]);
});

test("what the store takes back is gone with the next reading, without news", async () => {
  const [me, other] = [await begin(), await server.anonymous()];
  revenueCat.stores.transfer(me.id, other.id);
  pass(12.1);
  await sweep();
  expect(await rowsOf(me)).toMatchObject([{ status: "canceled" }]);
});

test.each([
  [
    { REVENUECAT_PROJECT_ID: "" },
    "Purchases in app stores through RevenueCat also need REVENUECAT_PROJECT_ID.",
  ],
  [
    { REVENUECAT_SECRET_KEY: "", REVENUECAT_WEBHOOK_AUTH: "" },
    "Purchases in app stores through RevenueCat also need REVENUECAT_SECRET_KEY, REVENUECAT_WEBHOOK_AUTH.",
  ],
  [
    { REVENUECAT_SECRET_KEY: "appl_public" },
    "REVENUECAT_SECRET_KEY: must be a secret API key, which begins with sk_",
  ],
  [{ REVENUECAT_WEBHOOK_AUTH: "short" }, "REVENUECAT_WEBHOOK_AUTH: must be values of at least 16 characters"],
  [{ REVENUECAT_ENTITLEMENTS: "premium" }, "REVENUECAT_ENTITLEMENTS: must be entitlements with access types"],
  [
    { REVENUECAT_ENTITLEMENTS: "gold=gold" },
    "REVENUECAT_ENTITLEMENTS: gold=gold must end in one of basic, standard, premium.",
  ],
  [
    { NODE_ENV: "production", REVENUECAT_ALLOW_SANDBOX: "on" },
    "REVENUECAT_ALLOW_SANDBOX=on isn't allowed in production: test purchases cost nothing.",
  ],
  [{ NODE_ENV: "production" }, "REVENUECAT_API_URL isn't allowed in production: it gets the secret key."],
])("a server refuses to start with %j, and says why in a sentence", (env, sentence) => {
  expect(() =>
    createOwners(
      readConfig(
        { NODE_ENV: "test", DATA_DIR: "/tmp", ...revenueCatSettings("http://127.0.0.1:1"), ...env },
        [],
      ),
    ),
  ).toThrow(sentence);
});

test(
  "no log has a key, an authorization value or a signing secret, whatever goes wrong",
  { timeout: 120_000 },
  async () => {
    const database = await createTestDatabase();
    const settings = revenueCatSettings(revenueCat.url);
    const program = startProgram({
      ...settings,
      DATA_DIR: server.dataDir,
      DATABASE_URL: urlOfDatabase(database.connection),
      LOG_LEVEL: "trace",
    });
    try {
      const url = await program.ready();
      const { payload } = revenueCat.stores.buy((await server.anonymous()).id, "premiumMonthly");
      const secrets = Object.entries(settings)
        .filter(([name]) => /SECRET|AUTH/.test(name))
        .flatMap(([, value]) => value.split(","));
      for (const secret of secrets)
        await fetch(`${url}/webhooks/revenuecat?key=${encodeURIComponent(secret)}`, {
          method: "POST",
          headers: { authorization: secret, "x-revenuecat-webhook-signature": `t=1,v1=${secret}` },
          body: `{"event":"${secret}"}`,
        });
      revenueCat.disturb(() => "page as answer");
      const before = revenueCat.requests();
      expect((await deliverStoreEvent(url, { id: "", payload })).status).toBe(200);
      await expect.poll(() => revenueCat.requests(), { timeout: 60_000 }).toBeGreaterThan(before);
      await program.kill();
      const { said, complained } = await program.ended;
      expect(said).toContain("/webhooks/revenuecat");
      for (const secret of [...secrets, storeSigningSecret]) expect(said + complained).not.toContain(secret);
    } finally {
      revenueCat.disturb(null);
      await program.kill();
      await database.drop();
    }
  },
);
