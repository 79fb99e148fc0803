import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../../../testing/browser.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { keyIn, mailTo } from "../../../testing/mailbox.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

const password = "a waltz over wet slate";

/** A member with a passkey and a linked account, and the token of a reset link. */
async function memberWithResetLink() {
  const member = await server.member();
  const email = `demo-${randomUUID()}@example.test`;
  await server.pool.query(`update identity."user" set email = $2 where id = $1`, [member.id, email]);
  await server.pool.query(
    `insert into identity."passkey" (name, "publicKey", "userId", "credentialID", counter, "deviceType", "backedUp")
     values ('Phone', 'key', $1, $2, 0, 'multiDevice', true)`,
    [member.id, randomUUID()],
  );
  await server.pool.query(
    `insert into identity."account" ("accountId", "providerId", "userId", "updatedAt") values ($2, 'google', $1, now())`,
    [member.id, randomUUID()],
  );
  await openBrowser(server).post("/api/auth/send-link", { email, purpose: "reset" });
  return { id: member.id, key: keyIn(await mailTo(server, email, "Choose a new password")) };
}
const waysIn = async (id: string) =>
  (
    await server.pool.query(
      `select (select count(*)::int from identity."passkey" where "userId" = $1) as passkeys,
         (select array_agg("providerId" order by "providerId") from identity."account" where "userId" = $1) as providers`,
      [id],
    )
  ).rows[0];

test("keeps passkeys and linked accounts on a reset unless asked otherwise", async () => {
  const { id, key } = await memberWithResetLink();
  const answer = await openBrowser(server).post("/api/auth/sign-in/new-password", { key, password });
  expect(answer.status).toBe(200);
  expect(await waysIn(id)).toEqual({ passkeys: 1, providers: ["credential", "google"] });
});

test("removes passkeys and linked accounts on a reset if requested", async () => {
  const { id, key } = await memberWithResetLink();
  const answer = await openBrowser(server).post("/api/auth/sign-in/new-password", {
    key,
    password,
    endOtherWaysIn: true,
  });
  expect(answer.status).toBe(200);
  expect(await waysIn(id)).toEqual({ passkeys: 0, providers: ["credential"] });
});
