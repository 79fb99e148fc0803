/** What remains in an account whose email address was verified by a link in another browser. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../../../testing/browser.ts";
import type { TestBrowser } from "../../../testing/browser.ts";
import { createClass, createLibrary } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { keyIn, mailTo, subjectsTo } from "../../../testing/mailbox.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await createLibrary(server.pool);
});
afterAll(() => server?.stop());

async function signUp(email: string, name: string) {
  const [browser, password] = [openBrowser(server), `${name} under the stairs`];
  const { body } = await browser.post("/api/auth/sign-up/email", { email, password, name });
  return { browser, id: body.user.id as string };
}
async function run<Data = unknown>(browser: TestBrowser, mutation: string): Promise<Data> {
  const { data, errors } = await browser.graphql<Record<string, Data>>(`mutation { result: ${mutation} }`);
  expect(errors, mutation).toEqual([]);
  return data!["result"]!;
}
const addProfile = (browser: TestBrowser, name: string) =>
  run(
    browser,
    `createFamilyMember(name: "${name}", isChild: true, pin: "4826", idempotencyKey: "${randomUUID()}") { id }`,
  );
const profilesOf = async (browser: TestBrowser) => {
  const { data } = await browser.graphql<{ family: { members: { id: string; name: string }[] } }>(
    "{ family { members { id name } } }",
  );
  return data!.family.members;
};
async function linkTo(email: string): Promise<string> {
  const links = async () =>
    (await subjectsTo(server, email)).filter((subject) => subject === "Your sign-in link").length;
  const before = await links();
  await openBrowser(server).post("/api/auth/send-link", { email, purpose: "sign_in" });
  await expect.poll(links, { timeout: 60_000 }).toBe(before + 1);
  return keyIn(await mailTo(server, email, "Your sign-in link"));
}
const claim = async (browser: TestBrowser, key: string, account: string) =>
  expect((await browser.post("/api/auth/sign-in/link", { key, account })).body.user.id).toBe(account);

test("deletes the family profiles of a claimed account with their names and progress", async () => {
  const email = `demo-${randomUUID()}@example.test`;
  const squatter = await signUp(email, "Demo Ana");
  await addProfile(squatter.browser, "Demo Kim");
  const [, profile] = await profilesOf(squatter.browser);
  await run(squatter.browser, `chooseFamilyMember(id: "${profile!.id}") { id }`);
  const { id: classId } = await createClass(server.pool);
  await run(squatter.browser, `saveClass(classId: "${classId}") { id }`);

  const owner = openBrowser(server);
  const key = await linkTo(email);
  const listed = await owner.post("/api/auth/mailed-link", { key });
  expect(listed.body.accounts).toMatchObject([{ id: squatter.id, hasFamily: true }]);
  await claim(owner, key, squatter.id);
  expect(await profilesOf(owner)).toEqual([{ id: squatter.id, name: "Demo Ana" }]);
  const { rows } = await server.pool.query(`select from practice.records where person_id = $1`, [
    profile!.id,
  ]);
  expect(rows).toEqual([]);
});

test("rejects changes by a token that the claim has ended", async () => {
  const email = `demo-${randomUUID()}@example.test`;
  const squatter = await signUp(email, "Demo Ana");
  const token = (await squatter.browser.get("/api/auth/token")).body.token as string;
  const add = () =>
    server.graphql(
      `mutation { createFamilyMember(name: "Demo Kim", isChild: false, idempotencyKey: "${randomUUID()}") { id } }`,
      {},
      { headers: { "x-auth-token": `Bearer ${token}` } },
    );
  expect((await add()).errors).toEqual([]);
  const owner = openBrowser(server);
  await claim(owner, await linkTo(email), squatter.id);
  expect((await add()).errors[0]?.extensions["code"]).toBe("UNAUTHENTICATED");
  expect(await profilesOf(owner)).toHaveLength(1);
});

test("keeps the family profiles of the account that the browser is signed in to", async () => {
  const email = `demo-${randomUUID()}@example.test`;
  const { browser, id } = await signUp(email, "Demo Ana");
  await addProfile(browser, "Demo Kim");
  await claim(browser, await linkTo(email), id);
  expect((await profilesOf(browser)).map(({ name }) => name)).toEqual(["Demo Ana", "Demo Kim"]);
});

test("keeps what a guest of the browser did before claiming an account", async () => {
  const email = `demo-${randomUUID()}@example.test`;
  const { id } = await signUp(email, "Demo Ana");
  const guest = openBrowser(server);
  await guest.post("/api/auth/sign-in/anonymous");
  await run(guest, 'setDanceEnergyPreference(slug: "high") { id }');
  await claim(guest, await linkTo(email), id);
  const { data } = await guest.graphql<{
    userPreferenceOptions: { type: string; selectedSlugs: string[] }[];
  }>("{ userPreferenceOptions { type selectedSlugs } }");
  expect(data!.userPreferenceOptions.find(({ type }) => type === "dance_energy")?.selectedSlugs).toEqual([
    "high",
  ]);
});

test("keeps the family profiles of the browser's other account, which merges into the claimed one", async () => {
  const email = `demo-${randomUUID()}@example.test`;
  const first = await signUp(email, "Demo Ana");
  await addProfile(first.browser, "Demo Kim");
  const second = await signUp(email, "Demo Bo");
  await addProfile(second.browser, "Demo Lou");
  await claim(second.browser, await linkTo(email), first.id);
  expect((await profilesOf(second.browser)).map(({ name }) => name)).toEqual(["Demo Ana", "Demo Lou"]);
});
