import { randomBytes, randomUUID, scryptSync } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../../../testing/browser.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ roles: "api", env: { PASSWORD_COST: "full" } });
});
afterAll(() => server?.stop());

const password = "tango on a tin roof";
async function signUp() {
  const email = `demo-${randomUUID()}@example.test`;
  const { status, body } = await openBrowser(server).post("/api/auth/sign-up/email", {
    email,
    password,
    name: "Demo Ana",
  });
  expect(status).toBe(200);
  return { email, id: body.user.id as string };
}
/** A member with a hash of an earlier release, which stored only a salt with it. */
async function earlyMember(options: { isVerified: boolean }) {
  const { email, id } = await signUp();
  const salt = randomBytes(16).toString("hex");
  const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };
  const hash = `${salt}:${scryptSync(password, salt, 64, cost).toString("hex")}`;
  await server.pool.query(`update identity."account" set password = $2 where "userId" = $1`, [id, hash]);
  if (options.isVerified)
    await server.pool.query(
      `update identity."user" set email = $2, "emailVerified" = true, "pendingEmail" = null where id = $1`,
      [id, email],
    );
  return { email, id, hash };
}
const hashOf = async (id: string): Promise<string> =>
  (await server.pool.query(`select password from identity."account" where "userId" = $1`, [id])).rows[0]
    .password;
const signIn = async (email: string, given = password) =>
  (await openBrowser(server).post("/api/auth/sign-in/email", { email, password: given })).status;

test("stores a password as a hash with recommended parameters and its own salt", async () => {
  const [one, other] = [await signUp(), await signUp()];
  expect(await hashOf(one.id)).toMatch(/^scrypt\$32768\$8\$3\$[0-9a-f]{32}:[0-9a-f]{128}$/);
  expect((await hashOf(one.id)).split(":")[0]).not.toBe((await hashOf(other.id)).split(":")[0]);
  expect(await signIn(one.email)).toBe(200);
});

test("verifies a hash of an earlier release, and replaces it on sign-in", async () => {
  const { email, id, hash } = await earlyMember({ isVerified: true });
  expect(await signIn(email, "a waltz over wet slate")).toBe(401);
  expect(await hashOf(id)).toBe(hash);
  expect(await signIn(email)).toBe(200);
  const replaced = await hashOf(id);
  expect(replaced).toMatch(/^scrypt\$32768\$8\$3\$/);
  expect(await signIn(email)).toBe(200);
  expect(await hashOf(id)).toBe(replaced);
  expect(await signIn(email, "a waltz over wet slate")).toBe(401);
});

test("keeps the hash of an unverified account, whose salt others with its email share", async () => {
  const { email, id, hash } = await earlyMember({ isVerified: false });
  expect(await signIn(email)).toBe(200);
  expect(await hashOf(id)).toBe(hash);
});

test("signs in accounts with hashes of different cost and one email", async () => {
  const { email } = await earlyMember({ isVerified: true });
  const another = "a waltz over wet slate";
  const { status } = await openBrowser(server).post("/api/auth/sign-up/email", {
    email,
    password: another,
    name: "Demo Bea",
  });
  expect(status).toBe(200);
  for (let times = 0; times < 2; times += 1) {
    expect(await signIn(email)).toBe(200);
    expect(await signIn(email, another)).toBe(200);
  }
});
