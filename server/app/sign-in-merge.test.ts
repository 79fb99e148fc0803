import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeAt, stepAt } from "../modules/identity/two-step/totp.ts";
import { openBrowser } from "../testing/browser.ts";
import type { BrowserAnswer, TestBrowser } from "../testing/browser.ts";
import { createClass, createLibrary } from "../testing/factories.ts";
import { startTestServer } from "../testing/harness.ts";
import type { TestServer } from "../testing/harness.ts";
import { keyIn, mailTo } from "../testing/mailbox.ts";
import { startOpenIdProvider } from "../testing/open-id-provider.ts";
import type { OpenIdProvider } from "../testing/open-id-provider.ts";

let google: OpenIdProvider;
let server: TestServer;
let now = Date.now();
beforeAll(async () => {
  google = await startOpenIdProvider({ clientId: "google-client" });
  server = await startTestServer({
    clock: { now: () => new Date(now) },
    env: {
      GOOGLE_CLIENT_ID: "google-client",
      GOOGLE_CLIENT_SECRET: "secret",
      GOOGLE_ISSUER: google.issuer,
    },
  });
  await createLibrary(server.pool);
});
afterAll(async () => {
  await server?.stop();
  await google?.stop();
});

const password = "tango on a tin roof";
async function register(browser: TestBrowser, email: string): Promise<string> {
  const { body } = await browser.post("/api/auth/sign-up/email", { email, password, name: "Demo Ana" });
  return body.user.id as string;
}
/** A member with a verified email address, and the browser that is signed in. */
async function holder() {
  const [home, email] = [openBrowser(server), `demo-${randomUUID()}@example.test`];
  const id = await register(home, email);
  const key = keyIn(await mailTo(server, email, "Confirm your email"));
  expect((await home.post("/api/auth/prove-address", { key })).status).toBe(200);
  return { home, email, id };
}
type Holder = Awaited<ReturnType<typeof holder>>;
/** A guest who saved a class and answered the onboarding. */
async function guest() {
  const browser = openBrowser(server);
  await browser.post("/api/auth/sign-in/anonymous");
  return { browser, ...(await gather(browser)) };
}
async function gather(browser: TestBrowser) {
  const saved = await createClass(server.pool);
  await browser.graphql("mutation ($id: ID!) { saveClass(classId: $id) { id } }", { id: saved.id });
  await browser.graphql('mutation { setDanceEnergyPreference(slug: "high") { id } }');
  return { savedId: saved.id, before: browser.cookie() };
}
const read = async (browser: TestBrowser) => {
  const { data } = await browser.graphql<{
    me: { id: string; username: string | null };
    savedClasses: { items: { studioClass: { id: string } }[] };
  }>("{ me { id username } savedClasses { items { studioClass { id } } } }");
  return {
    ...data!.me,
    saved: data!.savedClasses.items.map(({ studioClass }) => studioClass.id),
  };
};
const mergedBy = (answer: BrowserAnswer) =>
  /eightcount\.brought=([^;]*)/.exec(answer.headers.getSetCookie().join("\n"))?.[1] ?? null;
async function linkTo(email: string, purpose: "reset" | "sign_in", subject: string): Promise<string> {
  await openBrowser(server).post("/api/auth/send-link", { email, purpose });
  return keyIn(await mailTo(server, email, subject));
}

/** Every way to sign in by request. Each signs in to an account in a browser in which someone else danced. */
const signInMethods: Record<string, (browser: TestBrowser, account: Holder) => Promise<BrowserAnswer>> = {
  "a password": (browser, { email }) => browser.post("/api/auth/sign-in/email", { email, password }),
  "a mailed link": async (browser, { email }) =>
    browser.post("/api/auth/sign-in/link", { key: await linkTo(email, "sign_in", "Your sign-in link") }),
  "a new password": async (browser, { email }) =>
    browser.post("/api/auth/sign-in/new-password", {
      key: await linkTo(email, "reset", "Choose a new password"),
      password: "salsa under the stairs",
    }),
  "a second step": async (browser, { home, email }) => {
    const { body } = await home.post("/api/auth/two-steps/begin");
    const bits = [...(body.secret as string)]
      .map((character) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(character).toString(2).padStart(5, "0"))
      .join("");
    const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
    const codeNow = () => {
      now += 30_000;
      return codeAt(secret, stepAt(new Date(now)));
    };
    expect((await home.post("/api/auth/two-steps/on", { code: codeNow() })).status).toBe(200);
    const first = await browser.post("/api/auth/sign-in/email", { email, password });
    expect(mergedBy(first)).toBeNull();
    return browser.post("/api/auth/sign-in/code", { challenge: first.body.challenge, code: codeNow() });
  },
  "an account at Google": async (browser, { email }) => {
    google.become({ sub: randomUUID(), email, email_verified: true, name: "Demo Ana" });
    const begun = await browser.post("/api/auth/begin-with", { provider: "google", next: "/saved" });
    const away = await fetch(begun.body.url as string, { redirect: "manual" });
    const back = new URL(away.headers.get("location")!);
    return browser.get(back.pathname + back.search);
  },
};

describe.each(Object.entries(signInMethods))("signing in by %s", (_name, enter) => {
  test("merges the guest of this browser, and reports the result", async () => {
    const account = await holder();
    const { browser, savedId, before } = await guest();
    const answer = await enter(browser, account);
    expect(answer.status).toBeLessThan(400);
    expect(mergedBy(answer)).toBe("1.1");
    expect(await read(browser)).toEqual({ id: account.id, username: null, saved: [savedId] });
    const old = openBrowser(server);
    old.take(before);
    expect((await old.get("/api/auth/token")).status).toBe(401);
  });

  test("merges a second account that was created with the same email address in this browser", async () => {
    const account = await holder();
    const browser = openBrowser(server);
    const doubleId = await register(browser, account.email);
    await mailTo(server, account.email, "You already have an account");
    const { savedId, before } = await gather(browser);
    const username = `d${randomUUID().slice(0, 8)}`;
    await browser.graphql("mutation ($name: String!) { setUsername(newUsername: $name) { id } }", {
      name: username,
    });
    const { data } = await browser.graphql<{ createPost: { id: string } }>(
      'mutation ($key: String!) { createPost(idempotencyKey: $key, text: "First eight") { id } }',
      { key: randomUUID() },
    );
    const other = await server.member({ username: `o${randomUUID().slice(0, 8)}` });
    await browser.graphql("mutation ($id: ID!) { setFollowing(userId: $id, following: true) }", {
      id: other.id,
    });
    await server.graphql(
      "mutation ($id: ID!) { setLike(contentType: post, id: $id, liked: true) }",
      { id: data!.createPost.id },
      { as: other },
    );

    expect(mergedBy(await enter(browser, account))).toBe("1.1");
    expect(await read(browser)).toEqual({ id: account.id, username, saved: [savedId] });
    const { data: mine } = await browser.graphql<{
      post: { author: { id: string }; likesCount: number };
    }>("query ($id: ID!) { post(id: $id) { author { id } likesCount } }", {
      id: data!.createPost.id,
    });
    expect(mine!.post).toMatchObject({ author: { id: account.id }, likesCount: 1 });
    const { rows } = await server.pool.query(
      `select follower_id from profiles.follows where followed_id = $1 union all select id from identity."user" where id = $2`,
      [other.id, doubleId],
    );
    expect(rows).toEqual([{ follower_id: account.id }]);
    const old = openBrowser(server);
    old.take(before);
    expect((await old.get("/api/auth/token")).status).toBe(401);
  });
});

test("doesn't change another member's account in the same browser", async () => {
  const [first, second] = [await holder(), await holder()];
  const { savedId } = await gather(first.home);
  const answer = await signInMethods["a password"]!(first.home, second);
  expect(mergedBy(answer)).toBeNull();
  expect(await read(first.home)).toMatchObject({ id: second.id, saved: [] });
  const back = openBrowser(server);
  await signInMethods["a password"]!(back, first);
  expect(await read(back)).toMatchObject({ id: first.id, saved: [savedId] });
});

test("merges nothing from a person who only entered another's email address", async () => {
  const owner = await holder();
  const squatter = openBrowser(server);
  await register(squatter, owner.email);
  const { savedId } = await gather(squatter);
  // They can't get into the account, and its owner signs in elsewhere. The two accounts stay apart.
  expect(
    (await squatter.post("/api/auth/sign-in/email", { email: owner.email, password: "not the password" }))
      .status,
  ).toBe(401);
  const elsewhere = openBrowser(server);
  await signInMethods["a password"]!(elsewhere, owner);
  expect(await read(elsewhere)).toMatchObject({ id: owner.id, saved: [] });
  expect((await read(squatter)).saved).toEqual([savedId]);
});
