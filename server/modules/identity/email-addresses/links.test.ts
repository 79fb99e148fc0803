import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../../../testing/browser.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { keyIn, mailTo, subjectsTo } from "../../../testing/mailbox.ts";

let server: TestServer;
let now = Date.now();
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(now) } });
});
afterAll(() => server?.stop());

const password = "tango on a tin roof";
const another = "a waltz over wet slate";
const post = (path: string, body: object, browser = openBrowser(server)) => browser.post(path, body);
const askFor = (email: string, purpose: "reset" | "sign_in") =>
  post("/api/auth/send-link", { email, purpose });
const signIn = (email: string, given: string, browser = openBrowser(server)) =>
  post("/api/auth/sign-in/email", { email, password: given }, browser);
async function register() {
  const [browser, email] = [openBrowser(server), `demo-${randomUUID()}@example.test`];
  const { body } = await post("/api/auth/sign-up/email", { email, password, name: "Demo Ana" }, browser);
  const key = keyIn(await mailTo(server, email, "Confirm your email"));
  await post("/api/auth/prove-address", { key }, browser);
  return { browser, email, id: (body as { user: { id: string } }).user.id };
}

describe("resetting the password by link", () => {
  test("signs in, revokes all other sessions and links, and notifies the person", async () => {
    const { browser, email, id } = await register();
    await askFor(email, "sign_in");
    await askFor(email, "reset");
    const link = keyIn(await mailTo(server, email, "Your sign-in link"));
    const key = keyIn(await mailTo(server, email, "Choose a new password"));
    const elsewhere = openBrowser(server);
    const common = await post("/api/auth/sign-in/new-password", { key, password: "password1" }, elsewhere);
    expect(common.body.code).toBe("PASSWORD_COMMON");
    expect(await post("/api/auth/sign-in/new-password", { key, password: another }, elsewhere)).toMatchObject(
      {
        status: 200,
        body: { user: { id } },
      },
    );
    expect((await elsewhere.get("/api/auth/token")).status).toBe(200);
    expect((await browser.get("/api/auth/token")).status).toBe(401);
    expect((await signIn(email, password)).status).toBe(401);
    expect((await signIn(email, another)).status).toBe(200);
    for (const spent of [
      await post("/api/auth/sign-in/new-password", { key, password: another }),
      await post("/api/auth/sign-in/link", { key: link }),
    ])
      expect(spent.body.code).toBe("KEY_SPENT");
    await mailTo(server, email, "Your password was changed");
  });

  test("answers the same for an unknown address, and emails its owner", async () => {
    const unknownEmail = `demo-${randomUUID()}@example.test`;
    const { email } = await register();
    const [known, unknown] = [await askFor(email, "reset"), await askFor(unknownEmail, "reset")];
    expect({ status: known.status, body: known.body }).toEqual({
      status: unknown.status,
      body: unknown.body,
    });
    await mailTo(server, unknownEmail, "No account for this email");
  });

  test("expires after an hour, and rejects a token with another purpose", async () => {
    const { email } = await register();
    await askFor(email, "reset");
    const key = keyIn(await mailTo(server, email, "Choose a new password"));
    expect((await post("/api/auth/sign-in/link", { key })).body.code).toBe("KEY_SPENT");
    expect((await post("/api/auth/prove-address", { key })).body.code).toBe("KEY_SPENT");
    now += 61 * 60_000;
    const late = await post("/api/auth/sign-in/new-password", { key, password: another });
    expect(late.body.code).toBe("KEY_SPENT");
  });

  test("works once for two concurrent requests", async () => {
    const { email } = await register();
    await askFor(email, "reset");
    const key = keyIn(await mailTo(server, email, "Choose a new password"));
    const answers = await Promise.all(
      [another, `${another}s`].map((given) =>
        post("/api/auth/sign-in/new-password", { key, password: given }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  test("refuses the sixth email to one address within half an hour", async () => {
    const browser = openBrowser(server, { address: "2001:db8:55::5" });
    const statuses = [];
    for (let count = 0; count < 6; count += 1)
      statuses.push(
        (await browser.post("/api/auth/send-link", { email: `x${count}@example.test`, purpose: "reset" }))
          .status,
      );
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe("a sign-in link", () => {
  test("works once, within a quarter of an hour", async () => {
    const { email, id } = await register();
    await askFor(email, "sign_in");
    const key = keyIn(await mailTo(server, email, "Your sign-in link"));
    const browser = openBrowser(server);
    expect((await post("/api/auth/sign-in/link", { key }, browser)).body.user.id).toBe(id);
    expect((await browser.get("/api/auth/token")).status).toBe(200);
    expect((await post("/api/auth/sign-in/link", { key })).body.code).toBe("KEY_SPENT");
  });

  test("merges the guest of this browser into the account", async () => {
    const { email, id } = await register();
    const guest = openBrowser(server);
    await guest.post("/api/auth/sign-in/anonymous");
    await guest.graphql('mutation { setDanceEnergyPreference(slug: "high") { id } }');
    await askFor(email, "sign_in");
    const key = keyIn(await mailTo(server, email, "Your sign-in link"));
    const answer = await post("/api/auth/sign-in/link", { key }, guest);
    expect(answer.headers.getSetCookie().join()).toContain("eightcount.brought=0.1;");
    const { data } = await guest.graphql<{
      me: { id: string };
      userPreferenceOptions: { type: string; selectedSlugs: string[] }[];
    }>("{ me { id } userPreferenceOptions { type selectedSlugs } }");
    expect(data!.me.id).toBe(id);
    expect(data!.userPreferenceOptions.find(({ type }) => type === "dance_energy")?.selectedSlugs).toEqual([
      "high",
    ]);
  });
});

test("sends no email twice for one request", async () => {
  const { email } = await register();
  await askFor(email, "sign_in");
  await mailTo(server, email, "Your sign-in link");
  expect(await subjectsTo(server, email)).toHaveLength(2);
});
