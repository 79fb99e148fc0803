import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect } from "vitest";
import { createLibrary } from "../testing/factories.ts";
import { startTestServer } from "../testing/harness.ts";
import type { TestPerson, TestServer } from "../testing/harness.ts";

export let server: TestServer;
interface Family {
  activeId: string;
  hasPin: boolean;
  members: { id: string; name: string; isChild: boolean; isHolder: boolean }[];
}
const fields = `activeId hasPin members { id name isChild isHolder }`;
/** Sends an operation with a fresh token: the active profile may just have changed. */
export async function call<Data = Record<string, never>>(
  as: TestPerson,
  query: string,
  variables: object = {},
) {
  return server.graphql<Data>(query, variables, {
    headers: { "x-auth-token": `Bearer ${await as.token()}` },
  });
}
export async function change(as: TestPerson, mutation: string) {
  const { data, errors } = await call<{ family: Family }>(
    as,
    `mutation { family: ${mutation} { ${fields} } }`,
  );
  return { family: data?.family ?? null, errors };
}
export const add = (
  as: TestPerson,
  name: string,
  isChild: boolean,
  pin?: string,
  key: string = randomUUID(),
) =>
  change(
    as,
    `createFamilyMember(name: "${name}", isChild: ${isChild}, idempotencyKey: "${key}"${pin ? `, pin: "${pin}"` : ""})`,
  );
export const choose = (as: TestPerson, id: string, pin?: string) =>
  change(as, `chooseFamilyMember(id: "${id}"${pin ? `, pin: "${pin}"` : ""})`);
/** A member with a child's profile, whose PIN is 2468. */
export async function parent() {
  const holder = await server.member({ name: "Demo Parent" });
  const { family, errors } = await add(holder, "Demo Mia", true, "2468");
  expect(errors).toEqual([]);
  return { holder, child: family!.members[1]! };
}
/** Starts a server, and ends it after the tests of a file. */
export function startFamilies(): void {
  beforeAll(async () => {
    server = await startTestServer();
    await createLibrary(server.pool);
  });
  afterAll(() => server?.stop());
}
