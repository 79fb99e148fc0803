import { randomUUID } from "node:crypto";
import {
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from "graphql";
import type { GraphQLArgument, GraphQLInputType } from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../testing/harness.ts";
import type { TestPerson, TestServer } from "../testing/harness.ts";
import { schema } from "./schema.ts";

/** The most damaging mutations in a stolen session. Their descriptions say so, and this test finds them by that. */
const guarded = Object.values(schema.getMutationType()!.getFields()).filter(({ description }) =>
  description?.includes("CONFIRMATION_NEEDED"),
);
const files = [
  "/api/studio/money/subscriptions.csv",
  "/api/studio/money/invoices.csv",
  "/api/studio/people.csv",
  "/api/studio/audit.csv",
  "/api/studio/growth/funnel.csv?days=30&by=source",
  "/api/studio/growth/attribution.csv?days=30&touch=first",
];

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  admin = await server.member({ role: "admin" });
});
afterAll(() => server?.stop());

const confirm = (minutesAgo: number) =>
  server.pool.query(
    `update identity."session" set "confirmedAt" = now() - $2 * interval '1 minute' where "userId" = $1`,
    [admin.id, minutesAgo],
  );

/** A literal that GraphQL accepts for a type. */
function literal(type: GraphQLInputType): string {
  if (isNonNullType(type)) return literal(type.ofType);
  if (isListType(type)) return "[]";
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (isInputObjectType(type)) return `{ ${given(Object.values(type.getFields()))} }`;
  const scalars: Readonly<Record<string, string>> = {
    ID: `"${randomUUID()}"`,
    Int: "1",
    Float: "1",
    Boolean: "true",
    DateTime: '"2026-11-22T00:00:00Z"',
  };
  return scalars[type.name] ?? '"demo"';
}
const given = (args: readonly Pick<GraphQLArgument, "name" | "type">[]): string =>
  args
    .filter(({ type }) => isNonNullType(type))
    .map(({ name, type }) => `${name}: ${literal(type)}`)
    .join(", ");

test("roles, refunds, tax rates, suspensions, feature flags and exports need a confirmed session", () => {
  expect(guarded.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      "setRole",
      "invoiceRefund",
      "taxRateSet",
      "planCreate",
      "planEdit",
      "priceSet",
      "priceCorrect",
      "priceTakeBack",
      "currencyAdd",
      "countryMove",
      "priceChangeAnnounce",
      "priceChangeUndo",
      "suspendAccount",
      "reinstateAccount",
      "setFeatureFlag",
      "startExperiment",
      "endExperiment",
      "requestDataExport",
      "deleteAccount",
      "removePasskey",
      "disconnectProvider",
    ]),
  );
});

describe("in a session that was last confirmed 16 minutes ago", () => {
  test.each(guarded)("refuses $name", async ({ name, args, type }) => {
    await confirm(16);
    const values = given(args);
    const call = `${name}${values && `(${values})`}`;
    const fields = isCompositeType(getNamedType(type)) ? "{ __typename }" : "";
    const { errors } = await server.graphql(`mutation { ${call} ${fields} }`, {}, { as: admin });
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(["CONFIRMATION_NEEDED"]);
  });

  test.each(files)("refuses %s until the password is entered again", async (path) => {
    const headers = { "x-auth-token": `Bearer ${await admin.token()}` };
    await confirm(16);
    const refused = await server.fetch(path, { headers });
    expect([refused.status, await refused.json()]).toEqual([
      403,
      { error: expect.objectContaining({ code: "CONFIRMATION_NEEDED" }) },
    ]);
    await confirm(1);
    expect((await server.fetch(path, { headers })).status).toBe(200);
  });
});
