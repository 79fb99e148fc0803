import { afterAll, beforeAll, expect, test } from "vitest";
import { createClass, createLibrary } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { mailTo } from "../../../testing/mailbox.ts";
import { subscribeAs } from "../../billing/testing.ts";

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  await server.pool.query("update site.settings set opened_at = null, revision = revision + 1");
  await server.ctx().refreshStudio();
  admin = await server.member({ role: "admin" });
  await createLibrary(server.pool);
});
afterAll(() => server?.stop());

interface Opening {
  isOpen: boolean;
  steps: { key: string; isReady: boolean; isRequired: boolean }[];
}
const fields = "{ isOpen steps { key isReady isRequired } }";
const call = async (operation: string, as = admin) => {
  const { data, errors } = await server.graphql<Record<string, Opening>>(
    `${operation} ${fields} }`,
    {},
    { as },
  );
  return { opening: data && Object.values(data)[0], error: errors[0]?.extensions };
};
const read = async () => (await call("{ opening")).opening!;
const missing = async () =>
  (await read()).steps.filter(({ isReady, isRequired }) => isRequired && !isReady).map(({ key }) => key);
const open = () => call("mutation { openStudio");
const isForSale = async () =>
  (await server.graphql<{ paymentConfig: { isAvailable: boolean } }>("{ paymentConfig { isAvailable } }"))
    .data!.paymentConfig.isAvailable;

test("sells nothing before the opening, and names the missing steps", async () => {
  const buyer = await server.member();
  expect((await subscribeAs(server, buyer)).errors[0]?.extensions.code).toBe("STUDIO_NOT_OPEN");
  const estimate = await server.graphql(
    `{ checkoutEstimate(planInfo: { planId: "premium-monthly" }) { renewalTotal } }`,
    {},
    { as: buyer },
  );
  expect(estimate.errors[0]?.extensions.code).toBe("STUDIO_NOT_OPEN");
  expect(await isForSale()).toBe(false);
  expect(await missing()).toEqual(["legal", "email", "prices", "taxes", "class"]);
  expect((await open()).error).toMatchObject({
    code: "OPENING_INCOMPLETE",
    missing: "legal,email,prices,taxes,class",
  });
});

test("lets only the server say what it can check itself", async () => {
  expect((await call("mutation { confirmOpeningStep(step: class)")).error).toMatchObject({
    code: "BAD_INPUT",
  });
  expect(await missing()).toContain("class");
});

test("opens once every required step is ready, and sells from then on", async () => {
  for (const kind of ["imprint", "privacy", "terms"]) {
    const { errors } = await server.graphql(
      `mutation { publishLegalPage(kind: ${kind}, after: 0, text: "Text", validFrom: "${new Date().toISOString().slice(0, 10)}") { version } }`,
      {},
      { as: admin },
    );
    expect(errors).toEqual([]);
  }
  expect((await call("mutation { sendTestEmail")).error).toBeUndefined();
  const { rows } = await server.pool.query(`select email from identity."user" where id = $1`, [admin.id]);
  expect((await mailTo(server, rows[0].email, "Test message")).text).toContain("Eightcount");
  await call("mutation { confirmOpeningStep(step: prices)");
  await call("mutation { confirmOpeningStep(step: taxes)");
  await createClass(server.pool);
  expect(await missing()).toEqual([]);
  expect((await read()).isOpen).toBe(false);
  expect((await open()).opening?.isOpen).toBe(true);
  expect((await open()).opening?.isOpen).toBe(true);
  expect(await isForSale()).toBe(true);
  const acts = await server.pool.query("select action from identity.staff_acts where action = 'site.opened'");
  expect(acts.rowCount).toBe(1);
  expect((await subscribeAs(server, await server.member(), { withoutTrial: true })).errors).toEqual([]);
});
