import { randomUUID } from "node:crypto";
import { exportPKCS8, generateKeyPair } from "jose";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../../../testing/browser.ts";
import type { TestBrowser } from "../../../testing/browser.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { keyIn, mailTo } from "../../../testing/mailbox.ts";
import { startOpenIdProvider } from "../../../testing/open-id-provider.ts";
import type { OpenIdProvider } from "../../../testing/open-id-provider.ts";

let google: OpenIdProvider;
let apple: OpenIdProvider;
let server: TestServer;
beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
  google = await startOpenIdProvider({ clientId: "google-client" });
  apple = await startOpenIdProvider({ clientId: "apple-client", appleKey: publicKey });
  server = await startTestServer({
    env: {
      GOOGLE_CLIENT_ID: "google-client",
      GOOGLE_CLIENT_SECRET: "secret",
      GOOGLE_ISSUER: google.issuer,
      APPLE_CLIENT_ID: "apple-client",
      APPLE_TEAM_ID: "TEAM",
      APPLE_KEY_ID: "KEY",
      APPLE_PRIVATE_KEY: (await exportPKCS8(privateKey)).replaceAll("\n", "\\n"),
      APPLE_ISSUER: apple.issuer,
    },
  });
});
afterAll(async () => {
  await server?.stop();
  await google?.stop();
  await apple?.stop();
});
afterEach(() => google.forge(null));

const password = "tango on a tin roof";
/**
 * Signs in with Google.
 * @returns the final redirect
 */
async function byGoogle(
  browser: TestBrowser,
  next = "/saved",
  change: (url: URL) => void = () => {},
): Promise<string> {
  const begun = await browser.post("/api/auth/begin-with", { provider: "google", next });
  expect(begun.status).toBe(200);
  const away = await fetch(begun.body.url as string, { redirect: "manual" });
  const back = new URL(away.headers.get("location")!);
  change(back);
  const { status, headers } = await browser.get(back.pathname + back.search);
  expect(status).toBe(302);
  const to = new URL(headers.get("location")!);
  expect(to.origin).toBe(server.url);
  return to.pathname + to.search + to.hash;
}
const me = async (browser: TestBrowser) =>
  (
    await browser.graphql<{
      me: { id: string; name: string };
      account: { email: string; pendingEmail: string };
    }>("{ me { id name } account { email pendingEmail hasPassword } }")
  ).data;
const providerClaims = (more: object = {}) => ({
  sub: randomUUID(),
  email: `demo-${randomUUID()}@example.test`,
  email_verified: true,
  name: "Demo Ana Gee",
  ...more,
});

describe("sign-in with Google", () => {
  test("registers a guest in place, and signs them in again later", async () => {
    const browser = openBrowser(server);
    const { body } = await browser.post("/api/auth/sign-in/anonymous");
    const old = browser.cookie();
    const who = providerClaims();
    google.become(who);
    expect(await byGoogle(browser)).toBe("/saved");
    expect(await me(browser)).toMatchObject({
      me: { id: body.user.id, name: "Demo Ana Gee" },
      account: { email: who.email, pendingEmail: null, hasPassword: false },
    });
    const late = openBrowser(server);
    late.take(old);
    expect((await late.get("/api/auth/token")).status).toBe(401);

    const elsewhere = openBrowser(server);
    google.become({ ...who, email: `new-${randomUUID()}@example.test` });
    await byGoogle(elsewhere);
    expect((await me(elsewhere))?.me.id).toBe(body.user.id);
  });

  test("links the account with the same verified address, merges the guest, and notifies the owner", async () => {
    const [home, email] = [openBrowser(server), `demo-${randomUUID()}@example.test`];
    const { body } = await home.post("/api/auth/sign-up/email", { email, password, name: "Demo Owner" });
    await home.post("/api/auth/prove-address", {
      key: keyIn(await mailTo(server, email, "Confirm your email")),
    });
    const guest = openBrowser(server);
    await guest.post("/api/auth/sign-in/anonymous");
    await guest.graphql('mutation { setDanceEnergyPreference(slug: "high") { id } }');
    google.become(providerClaims({ email: email.toUpperCase() }));
    await byGoogle(guest);
    expect((await me(guest))?.me).toEqual({ id: body.user.id, name: "Demo Owner" });
    const { data } = await guest.graphql<{
      userPreferenceOptions: { type: string; selectedSlugs: string[] }[];
    }>("{ userPreferenceOptions { type selectedSlugs } }");
    expect(data!.userPreferenceOptions.find(({ type }) => type === "dance_energy")?.selectedSlugs).toEqual([
      "high",
    ]);
    await mailTo(server, email, "Google sign-in was added");
  });

  test("links no account by an address that Google or the account has not verified", async () => {
    const [home, email] = [openBrowser(server), `demo-${randomUUID()}@example.test`];
    const { body } = await home.post("/api/auth/sign-up/email", { email, password, name: "Demo Squatter" });
    const [first, second] = [openBrowser(server), openBrowser(server)];
    google.become(providerClaims({ email, email_verified: false }));
    await byGoogle(first);
    expect((await me(first))?.account).toMatchObject({ email: null, pendingEmail: email });
    google.become(providerClaims({ email }));
    await byGoogle(second);
    expect((await me(second))?.account).toMatchObject({ email, pendingEmail: null });
    const ids = [body.user.id, (await me(first))?.me.id, (await me(second))?.me.id];
    expect(new Set(ids).size).toBe(3);
  });

  test.each(["nonce", "audience", "key"] as const)("rejects a token with a forged %s", async (how) => {
    const browser = openBrowser(server);
    google.become(providerClaims());
    google.forge(how);
    expect(await byGoogle(browser)).toContain("fault=PROVIDER_FAILED");
    expect((await browser.get("/api/auth/token")).status).toBe(401);
  });

  test("rejects a callback that this browser did not start", async () => {
    const browser = openBrowser(server);
    google.become(providerClaims());
    expect(await byGoogle(browser, "/saved", (url) => url.searchParams.set("state", "another"))).toContain(
      "PROVIDER_FAILED",
    );
    const begun = await openBrowser(server).post("/api/auth/begin-with", { provider: "google", next: "/" });
    const away = await fetch(begun.body.url as string, { redirect: "manual" });
    const back = new URL(away.headers.get("location")!);
    const { headers } = await openBrowser(server).get(back.pathname + back.search);
    expect(headers.get("location")).toContain("PROVIDER_FAILED");
  });

  test("redirects to no foreign site afterwards", async () => {
    for (const next of ["//elsewhere.example", "https://elsewhere.example", "/\\elsewhere.example"]) {
      google.become(providerClaims());
      expect(await byGoogle(openBrowser(server), next)).toBe("/dashboard");
    }
  });

  test("accepts one of two concurrent callbacks", async () => {
    google.become(providerClaims());
    const both = [openBrowser(server), openBrowser(server)];
    await Promise.all(both.map((browser) => byGoogle(browser)));
    const [one, other] = await Promise.all(both.map(me));
    expect(one?.me.id).toBe(other?.me.id);
  });
});

describe("a linked provider", () => {
  async function member() {
    const [browser, email] = [openBrowser(server), `demo-${randomUUID()}@example.test`];
    const { body } = await browser.post("/api/auth/sign-up/email", { email, password, name: "Demo Owner" });
    return { browser, email, id: body.user.id as string };
  }
  async function connect(browser: TestBrowser): Promise<string> {
    const begun = await browser.post("/api/auth/begin-with", {
      provider: "google",
      next: "/account/settings#security",
      link: true,
    });
    const away = await fetch(begun.body.url as string, { redirect: "manual" });
    const back = new URL(away.headers.get("location")!);
    const { headers } = await browser.get(back.pathname + back.search);
    return headers.get("location")!.slice(server.url.length);
  }
  const linked = async (browser: TestBrowser) =>
    (await browser.graphql<{ account: { signInProviders: string[] } }>("{ account { signInProviders } }"))
      .data!.account.signInProviders;
  const disconnect = (browser: TestBrowser) =>
    browser.graphql('mutation { disconnectProvider(provider: "google") { signInProviders } }');

  test("is linked and unlinked by its person, and belongs to one account only", async () => {
    const [mine, theirs] = [await member(), await member()];
    const who = providerClaims();
    google.become(who);
    expect(await connect(mine.browser)).toBe("/account/settings#security");
    expect(await linked(mine.browser)).toEqual(["google"]);
    expect(await connect(theirs.browser)).toContain("fault=PROVIDER_TAKEN");
    const elsewhere = openBrowser(server);
    await byGoogle(elsewhere);
    expect((await me(elsewhere))?.me.id).toBe(mine.id);
    expect((await disconnect(mine.browser)).errors).toEqual([]);
    expect(await linked(mine.browser)).toEqual([]);
    const later = openBrowser(server);
    await byGoogle(later);
    expect((await me(later))?.me.id).not.toBe(mine.id);
  });

  test("cannot be unlinked if it is the last way to sign in", async () => {
    const browser = openBrowser(server);
    google.become(providerClaims({ email_verified: false }));
    await byGoogle(browser);
    expect((await disconnect(browser)).errors[0]?.extensions.code).toBe("LAST_WAY_IN");
    expect(await linked(browser)).toEqual(["google"]);
  });

  test("requires a registered account", async () => {
    const guest = openBrowser(server);
    await guest.post("/api/auth/sign-in/anonymous");
    const refused = await guest.post("/api/auth/begin-with", { provider: "google", next: "/", link: true });
    expect(refused.body.code).toBe("REGISTRATION_REQUIRED");
  });
});

describe("sign-in with Apple", () => {
  test("accepts form_post, the signed client secret and the name sent only once", async () => {
    const browser = openBrowser(server);
    const who = providerClaims({ name: undefined, email_verified: "true" });
    apple.become(JSON.parse(JSON.stringify(who)) as typeof who);
    const begun = await browser.post("/api/auth/begin-with", { provider: "apple", next: "/saved" });
    const form = (await (await fetch(begun.body.url as string)).json()) as { code: string; state: string };
    // The form comes from another site, without our cookies.
    const posted = await server.fetch("/api/auth/callback/apple", {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: "https://appleid.apple.com" },
      body: new URLSearchParams({
        ...form,
        user: JSON.stringify({ name: { firstName: "Demo", lastName: "Appleseed" } }),
      }),
    });
    expect(posted.status).toBe(303);
    const { status, headers } = await browser.get(posted.headers.get("location")!);
    expect([status, new URL(headers.get("location")!).pathname]).toEqual([302, "/saved"]);
    expect(await me(browser)).toMatchObject({
      me: { name: "Demo Appleseed" },
      account: { email: who.email },
    });
  });
});

test("lists the configured providers, and blocks the others", async () => {
  expect((await openBrowser(server).get("/api/auth/providers")).body).toEqual({
    providers: ["google", "apple"],
  });
  const bare = await startTestServer({ roles: "api" });
  try {
    expect((await openBrowser(bare).get("/api/auth/providers")).body).toEqual({ providers: [] });
    const refused = await openBrowser(bare).post("/api/auth/begin-with", { provider: "google", next: "/" });
    expect(refused.status).toBe(404);
  } finally {
    await bare.stop();
  }
});
