import { afterAll, beforeAll, expect, test } from "vitest";
import { chargebeeSettings } from "../../testing/chargebee-server.ts";
import { createClass, createLibrary } from "../../testing/factories.ts";
import { startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer({
    roles: "api",
    // Nothing here asks the provider.
    env: { ...chargebeeSettings("http://127.0.0.1:1"), PAYMENT_PROVIDER: "chargebee" },
  });
  admin = await server.member({ role: "admin" });
  await createLibrary(server.pool);
});
afterAll(() => server?.stop());

test("refuses a price as the only way in, where the seller owns subscriptions and sells nothing alone", async () => {
  const { id } = await createClass(server.pool, { accessType: "premium", isPlayable: true });
  const setPrice = (isOnlyWay: boolean) =>
    server.graphql<{ ownPriceCreate: { id: string; version: number } }>(
      "mutation ($input: OwnPriceInput!) { ownPriceCreate(input: $input) { id version } }",
      { input: { kind: "class", id, isOnlyWay, prices: [{ currencyCode: "EUR", amount: 900 }] } },
      { as: admin },
    );
  const refusal = {
    message:
      "Chargebee sells plans only, so no one could open this. Let plans open it as well, or sell through another payment provider.",
    extensions: { code: "BAD_INPUT", field: "isOnlyWay" },
  };
  expect((await setPrice(true)).errors).toMatchObject([refusal]);
  const { data, errors } = await setPrice(false);
  expect(errors).toEqual([]);
  const edited = await server.graphql(
    "mutation ($id: ID!, $version: Int!) { ownPriceEdit(id: $id, version: $version, isOffered: true, isOnlyWay: true) { id } }",
    data!.ownPriceCreate,
    { as: admin },
  );
  expect(edited.errors).toMatchObject([refusal]);
  const { rows } = await server.pool.query("select is_sold_apart from catalog.classes where id = $1", [id]);
  expect(rows).toEqual([{ is_sold_apart: false }]);
});
