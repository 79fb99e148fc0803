import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";
import { open } from "./uploads/testing.ts";

const megabyte = 1024 ** 2;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
});
afterAll(() => server?.stop());

/** A member who hasn't clicked the link in the email yet. */
async function unverified(): Promise<TestPerson> {
  const person = await server.member();
  await server.pool.query(
    `update identity."user" set "pendingEmail" = email, email = id || '@pending.invalid', "emailVerified" = false where id = $1`,
    [person.id],
  );
  return person;
}
const upload = async (as: TestPerson, megabytes: number, address = "203.0.113.1") => {
  const { data, errors } = await server.graphql<{ createVideoUpload: object }>(
    `mutation ($size: Float!) { createVideoUpload(fileName: "dance.mp4", sizeInBytes: $size) { ticket } }`,
    { size: megabytes * megabyte },
    { as, headers: { "x-forwarded-for": address } },
  );
  return { isOpen: Boolean(data?.createVideoUpload), error: errors[0] };
};
const endUploads = (person: TestPerson) =>
  server.pool.query(`update media.uploads set ended_at = now() where person_id = $1`, [person.id]);

test("limits an account with an unverified email to 500 MB until the email is verified", async () => {
  const me = await unverified();
  expect((await upload(me, 400)).isOpen).toBe(true);
  const { error } = await upload(me, 101);
  expect(error?.extensions).toMatchObject({
    code: "UPLOAD_LIMIT",
    limit: "storage",
    most: 500 * megabyte,
    isEmailConfirmed: false,
  });
  expect(error?.message).toContain("Confirm your email");
  await server.pool.query(
    `update identity."user" set email = "pendingEmail", "pendingEmail" = null, "emailVerified" = true where id = $1`,
    [me.id],
  );
  expect((await upload(me, 101)).isOpen).toBe(true);
});

test("limits an account with an unverified email to two uploads a day", async () => {
  const me = await unverified();
  for (let n = 0; n < 2; n += 1) {
    expect((await upload(me, 1)).isOpen).toBe(true);
    await endUploads(me);
  }
  const { error } = await upload(me, 1);
  expect(error?.extensions).toMatchObject({
    code: "UPLOAD_LIMIT",
    limit: "per_day",
    most: 2,
    isEmailConfirmed: false,
  });
});

test("rejects uploads by guests", async () => {
  expect((await open(server, await server.anonymous(), 1)).errors[0]?.code).toBe("REGISTRATION_REQUIRED");
});

test("limits new accounts on one network to 10 GB of uploads a day in total", async () => {
  const address = "198.51.100.7";
  for (let n = 0; n < 3; n += 1)
    expect((await upload(await server.member(), 4000, address)).isOpen).toBe(true);
  const late = await server.member();
  const { error } = await upload(late, 1, address);
  expect(error?.extensions.code).toBe("RATE_LIMITED");
  expect(error?.extensions["retryAfterSeconds"]).toBeGreaterThan(86_000);
  expect((await upload(late, 1, "198.51.101.7")).isOpen).toBe(true);
});

test("applies no network limit to accounts that are a week old or subscribed", async () => {
  const address = "192.0.2.7";
  for (let n = 0; n < 3; n += 1) await upload(await server.member(), 4000, address);
  const old = await server.member();
  await server.pool.query(
    `insert into community.standing (person_id, since) values ($1, now() - interval '8 days')`,
    [old.id],
  );
  expect((await upload(old, 1, address)).isOpen).toBe(true);
});
