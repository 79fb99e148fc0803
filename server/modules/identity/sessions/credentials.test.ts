import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../../../testing/browser.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { decideRefresh } from "./credentials.ts";

const minute = 60_000;
let server: TestServer;
let now = Date.now();
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(now) }, roles: "api" });
});
afterAll(() => server?.stop());

async function signedIn() {
  const browser = openBrowser(server);
  await browser.post("/api/auth/sign-in/anonymous");
  return browser;
}
const refresh = async (browser: ReturnType<typeof openBrowser>) =>
  (await browser.get("/api/auth/token")).status;
function browserWith(cookie: string) {
  const browser = openBrowser(server);
  browser.take(cookie);
  return browser;
}

describe("anonymous sign-in", () => {
  test("keeps an existing session, since an abandoned page may have created one", async () => {
    const browser = openBrowser(server);
    const arrive = async () => (await browser.post("/api/auth/sign-in/anonymous")).body.user.id;
    const first = await arrive();
    const credential = browser.cookie();
    expect(await arrive()).toBe(first);
    expect(browser.cookie()).toBe(credential);
  });

  test("gives the session's access token, and never its credential", async () => {
    const browser = openBrowser(server);
    const claimsOf = async () => {
      const { token } = (await browser.post("/api/auth/sign-in/anonymous")).body;
      expect(browser.cookie()).not.toContain(token);
      return decodeJwt(token);
    };
    const first = await claimsOf();
    expect(first).toMatchObject({ anon: true, pid: null, sid: expect.any(String) });
    expect(await claimsOf()).toMatchObject({ sub: first.sub, sid: first["sid"] });
    const email = `demo-${randomUUID()}@example.test`;
    await browser.post("/api/auth/sign-up/email", { name: "Demo", email, password: "tango on a tin roof" });
    const { sub } = decodeJwt((await browser.get("/api/auth/token")).body.token);
    expect(await claimsOf()).toMatchObject({ sub, anon: false });
  });

  test("does not sign out a member", async () => {
    const browser = openBrowser(server);
    const email = `demo-${randomUUID()}@example.test`;
    await browser.post("/api/auth/sign-up/email", { name: "Demo", email, password: "tango on a tin roof" });
    const { user } = (await browser.post("/api/auth/sign-in/anonymous")).body;
    expect(user).toMatchObject({ name: "Demo", isAnonymous: false });
    expect(await refresh(browser)).toBe(200);
  });
});

describe("a session credential", () => {
  test("rotates while in use, and keeps the person signed in", async () => {
    const browser = await signedIn();
    const seen = new Set([browser.cookie()]);
    for (let count = 0; count < 4; count += 1) {
      now += 31 * minute;
      expect(await refresh(browser)).toBe(200);
      seen.add(browser.cookie());
    }
    expect(seen.size).toBe(5);
    const { rows } = await server.pool.query(`select count(*)::int from identity.session where token = $1`, [
      decodeURIComponent(browser.cookie()).split("=")[1]!.split(".")[0],
    ]);
    expect(rows[0].count).toBe(1);
  });

  test("revokes the session if a rotated credential is replayed", async () => {
    const browser = await signedIn();
    const stolen = browser.cookie();
    now += 31 * minute;
    await refresh(browser);
    now += 5 * minute;
    expect(await refresh(browser)).toBe(200);
    expect(await refresh(browserWith(stolen))).toBe(401);
    expect(await refresh(browser)).toBe(401);
  });

  test("is accepted from several tabs at once, and all receive the same successor", async () => {
    const browser = await signedIn();
    now += 31 * minute;
    const tabs = Array.from({ length: 6 }, () => browserWith(browser.cookie()));
    expect(await Promise.all(tabs.map(refresh))).toEqual(tabs.map(() => 200));
    expect(new Set(tabs.map((tab) => tab.cookie())).size).toBe(1);
    now += 5 * minute;
    for (const tab of tabs) expect(await refresh(tab)).toBe(200);
  });

  test("accepts the previous credential if the rotated one never arrived", async () => {
    const browser = await signedIn();
    const old = browser.cookie();
    now += 31 * minute;
    await refresh(browser);
    now += 20 * minute;
    const again = browserWith(old);
    expect(await refresh(again)).toBe(200);
    expect(again.cookie()).toBe(browser.cookie());
  });

  test("is rejected with a foreign signature", async () => {
    const browser = await signedIn();
    const forged = browser.cookie().replace(/\.[^.]*$/, `.${"A".repeat(43)}%3D`);
    expect(await refresh(browserWith(forged))).toBe(401);
    expect(await refresh(browser)).toBe(200);
  });

  test("of a member expires after 60 days, however busy", async () => {
    const browser = openBrowser(server);
    await browser.post("/api/auth/sign-up/email", {
      email: "demo-busy@example.test",
      password: "tango on a tin roof",
      name: "Demo Busy",
    });
    now += 59 * 24 * 60 * minute;
    expect(await refresh(browser)).toBe(200);
    now += 25 * 60 * minute;
    expect(await refresh(browser)).toBe(401);
  });
});

test("revokes the session for a late replayed credential if its successor was used, after any history", () => {
  const day = 24 * 60 * minute;
  fc.assert(
    fc.property(
      fc.record({
        isAnonymous: fc.boolean(),
        age: fc.integer({ min: 0, max: 100 * day }),
        rotated: fc.integer({ min: 0, max: 100 * day }),
        spent: fc.option(fc.integer({ min: 0, max: 100 * day })),
        isUsed: fc.boolean(),
      }),
      ({ isAnonymous, age, rotated, spent, isUsed }) => {
        const at = new Date(Date.UTC(2027, 0));
        const before = (ms: number) => new Date(at.getTime() - ms);
        const decision = decideRefresh(
          {
            isAnonymous,
            createdAt: before(age),
            rotatedAt: before(rotated),
            isUsed,
            spentAt: spent === null ? null : before(spent),
          },
          at,
        );
        if (!isAnonymous && age >= 60 * day) expect(decision).toBe("end");
        else if (spent !== null && spent > minute && isUsed) expect(decision).toBe("revoke");
        else expect(["keep", "use", "rotate", "regrant"]).toContain(decision);
      },
    ),
  );
});
