import { randomUUID } from "node:crypto";
import type { Client } from "@openfeature/server-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { createFlagClient } from "./flags.ts";

let server: TestServer;
let flags: Client;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  flags = await createFlagClient(server.ctx());
});
afterAll(() => server?.stop());

const experiment = "onboarding-variant-b";
const set = (enabled: boolean) =>
  server.pool.query("update growth.feature_flags set enabled = $1 where name = $2", [enabled, experiment]);

test("evaluates a feature flag to a boolean, and an unknown one to its default", async () => {
  await set(true);
  expect(await flags.getBooleanValue(experiment, false)).toBe(true);
  await set(false);
  expect(await flags.getBooleanDetails(experiment, true)).toMatchObject({
    value: false,
    variant: "off",
    reason: "STATIC",
  });
  expect(await flags.getBooleanDetails("no-such", true)).toMatchObject({
    value: true,
    errorCode: "FLAG_NOT_FOUND",
  });
  expect(await flags.getNumberDetails(experiment, 5)).toMatchObject({ value: 5, errorCode: "TYPE_MISMATCH" });
});

test("evaluates an experiment to the person's variant without recording an exposure", async () => {
  const me = await server.anonymous();
  const context = { targetingKey: me.id };
  const asked = await flags.getStringDetails(experiment, "none", context);
  expect(asked.reason).toBe("SPLIT");
  expect(
    (await server.pool.query("select from growth.exposures where person_id = $1", [me.id])).rows,
  ).toEqual([]);
  const { data } = await server.graphql<{ setExperiment: { variant: string } }>(
    `mutation { setExperiment(experimentId: "${experiment}") { variant } }`,
    {},
    { as: me },
  );
  expect(asked.value).toBe(data!.setExperiment.variant);
  expect(await flags.getStringDetails(experiment, "none", context)).toMatchObject({
    value: asked.value,
    reason: "CACHED",
  });
});

test("returns the default for an unknown person or flag", async () => {
  expect(await flags.getStringDetails(experiment, "none")).toMatchObject({
    value: "none",
    errorCode: "TARGETING_KEY_MISSING",
  });
  expect(await flags.getStringDetails(experiment, "none", { targetingKey: "x" })).toMatchObject({
    errorCode: "INVALID_CONTEXT",
  });
  expect(await flags.getStringDetails("no-such", "none", { targetingKey: randomUUID() })).toMatchObject({
    errorCode: "FLAG_NOT_FOUND",
  });
});

test("lets admins alone change a feature flag, with an audit entry", async () => {
  const turn = "mutation ($name: String!) { setFeatureFlag(name: $name, enabled: true) { name enabled } }";
  const ask = async (role: "member" | "editor" | "admin", name = experiment) =>
    server.graphql(turn, { name }, { as: await server.member({ role }) });
  for (const role of ["member", "editor"] as const)
    expect((await ask(role)).errors[0]?.extensions.code).toBe("NOT_FOUND");
  expect(await flags.getBooleanValue(experiment, true)).toBe(false);
  expect((await ask("admin")).data).toEqual({ setFeatureFlag: { name: experiment, enabled: true } });
  expect(await flags.getBooleanValue(experiment, false)).toBe(true);
  expect((await ask("admin", "no-such")).errors[0]?.extensions.code).toBe("NOT_FOUND");
  const { rows } = await server.pool.query(
    "select details from identity.staff_acts where action = 'growth.flag_set'",
  );
  expect(rows).toEqual([{ details: { enabled: true } }]);
});
