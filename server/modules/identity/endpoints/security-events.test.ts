import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomBytes, randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../../../testing/browser.ts";
import { createTestDatabase, speakTo } from "../../../testing/harness.ts";
import { startProgram, urlOfDatabase } from "../../../testing/program.ts";
import type { Program } from "../../../testing/program.ts";
import { totpCodeAt, turnOnTwoSteps } from "../../../testing/two-steps.ts";

let dataDir: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let program: Program;
let pool: pg.Pool;
let browserOf: () => ReturnType<typeof openBrowser>;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "eightcount-security-events-"));
  database = await createTestDatabase();
  pool = new pg.Pool({ ...database.connection, max: 2 });
  program = startProgram(
    {
      DATA_DIR: dataDir,
      DATABASE_URL: urlOfDatabase(database.connection),
      LOG_LEVEL: "info",
      PASSWORD_COST: "low",
      TRUSTED_PROXIES: "127.0.0.1",
    },
    ["--role=api"],
  );
  const url = await program.ready();
  const client = {
    url,
    fetch: (path: string, init?: RequestInit) => fetch(`${url}${path}`, init),
    ...speakTo(url, async () => ""),
  };
  browserOf = () => openBrowser(client as never);
});
afterAll(async () => {
  await program?.kill();
  await pool?.end();
  await database?.drop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 200 });
});

const password = "tango on a tin roof";
async function member() {
  const [browser, email] = [browserOf(), `demo-${randomUUID()}@example.test`];
  const { body } = await browser.post("/api/auth/sign-up/email", { email, password, name: "Demo Ana" });
  await pool.query(
    `update identity."user" set email = $2, "emailVerified" = true, "pendingEmail" = null where id = $1`,
    [body.user.id, email],
  );
  return { browser, email, id: body.user.id as string };
}

test("logs sign-ins, failures, changed credentials, roles and refusals with account and request", async () => {
  const [owner, admin] = [await member(), await member()];
  await pool.query(`update identity."user" set role = 'admin' where id = $1`, [admin.id]);
  await admin.browser.post("/api/auth/sign-out");
  await admin.browser.post("/api/auth/sign-in/email", { email: admin.email, password });

  const thief = browserOf();
  const signIn = (browser: typeof thief, given: string) =>
    browser.post("/api/auth/sign-in/email", { email: owner.email, password: given });
  for (let count = 0; count < 11; count += 1) await signIn(thief, "wrong");
  await signIn(owner.browser, password);
  const { secret } = await turnOnTwoSteps(owner.browser, Date.now());
  const { challenge } = (await signIn(owner.browser, password)).body;
  await owner.browser.post("/api/auth/sign-in/code", { challenge, code: "000000" });
  // The next code, as the present one was spent; it is accepted half a minute early.
  const code = totpCodeAt(secret, Date.now() + 30_000);
  expect((await owner.browser.post("/api/auth/sign-in/code", { challenge, code })).status).toBe(200);
  const changed = { current: password, password: "a waltz over wet slate" };
  expect((await owner.browser.post("/api/auth/new-password", changed)).status).toBe(200);
  await owner.browser.post("/api/auth/new-address", { email: `demo-${randomUUID()}@example.test` });
  const setRole = `mutation ($id: ID!) { setRole(personId: $id, role: moderator) { id } }`;
  const refused = await owner.browser.graphql(setRole, { id: owner.id });
  expect(refused.errors[0]?.extensions.code).toBe("NOT_FOUND");
  const given = await admin.browser.graphql(setRole, { id: owner.id });
  expect(given.errors).toEqual([]);

  const credential = randomBytes(16).toString("base64url");
  await pool.query(
    `insert into identity."passkey" (name, "publicKey", "userId", "credentialID", counter, "deviceType", "backedUp")
     values ('Phone', 'key', $1, $2, 0, 'multiDevice', true)`,
    [admin.id, credential],
  );
  const passkeyThief = browserOf();
  await passkeyThief.get("/api/auth/passkey/generate-authenticate-options");
  const forged = {
    id: credential,
    rawId: credential,
    type: "public-key",
    response: { clientDataJSON: "e30", authenticatorData: "e30", signature: "e30" },
    clientExtensionResults: {},
  };
  const presented = await passkeyThief.post("/api/auth/passkey/verify-authentication", { response: forged });
  expect(presented.body.code).toBe("AUTHENTICATION_FAILED");

  program.child.kill("SIGTERM");
  const { said } = await program.ended;
  const events = said
    .split("\n")
    .filter((line) => line.includes('"security":'))
    .map((line) => JSON.parse(line) as Record<string, string>);
  const of = (id: string) =>
    events
      .filter(({ accountId }) => accountId === id)
      .map(({ security, operation, detail }) => [security, operation, detail].filter(Boolean).join(" "));
  const wrong = "sign_in_failed /sign-in/password INVALID_EMAIL_OR_PASSWORD";
  expect(of(owner.id)).toEqual([
    "registered /register",
    "signed_in /register",
    ...Array.from({ length: 10 }, () => wrong),
    "rate_limited /sign-in/password RATE_LIMITED",
    "signed_in /sign-in/password",
    "second_factor_added /two-steps/on",
    "second_factor_failed /sign-in/code WRONG_CODE",
    "signed_in /sign-in/code",
    "password_changed /new-password",
    "email_change_requested /new-address",
    "access_denied setRole NOT_FOUND",
    "role_changed moderator",
  ]);
  expect(of(admin.id)).toContain("sign_in_failed /passkey/verify-authentication AUTHENTICATION_FAILED");
  expect(events.find(({ security }) => security === "role_changed")).toMatchObject({ actorId: admin.id });
  for (const event of events) {
    expect(event["requestId"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(said).toContain(`"requestId":"${event["requestId"]}","method"`);
  }
  for (const secret of ["@example.test", "2001:db8", challenge as string]) expect(said).not.toContain(secret);
});
