import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Session } from "../../graphql/session.ts";
import { startAnalytics } from "../../lib/analytics/analytics.ts";
import { startConsent } from "../../lib/consent.ts";
import { trackAdClicks } from "./track.ts";

const token = (sub: string) => `x.${btoa(JSON.stringify({ sub, iat: 0, exp: 900 }))}.x`;
const sessionOf = (sub: string) =>
  new Session(
    {
      fetch,
      now: () => 0,
      exclusively: (work) => work(),
      tabs: { tell: () => undefined, hear: () => undefined },
      known: {
        get: () => ({ userId: "u", accountId: "u", isAnonymous: true }),
        set: () => undefined,
      },
    },
    token(sub),
  );

let sent: { path: string; body: Record<string, unknown> }[] = [];
let refused: string[] = [];
beforeEach(() => {
  sent = [];
  refused = [];
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.stubGlobal("location", { href: "https://dance.example/?gclid=g&fbclid=f" });
  vi.stubGlobal("document", { cookie: "", referrer: "" });
  vi.stubGlobal("fetch", async (url: string, { body }: { body: string }) => {
    const path = url.split("?")[0]!.replace(".json", "");
    sent.push({ path, body: JSON.parse(body) as Record<string, unknown> });
    return new Response("{}", { status: refused.some((part) => path.includes(part)) ? 503 : 200 });
  });
  vi.stubGlobal("localStorage", sessionStorage);
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("navigator", { language: "en", onLine: true, globalPrivacyControl: false });
  startConsent({ regime: "opt_out", countryCode: "US", refusedByBrowser: false, choice: null });
  startAnalytics({ collector: { url: "/v1", writeKey: "key" }, release: "test", whoIs: () => "ana" });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
const pathsOf = async (count: number) => {
  await vi.waitFor(() => expect(sent.length).toBeGreaterThanOrEqual(count), {
    timeout: 60_000,
  });
  return sent.map(({ path }) => path);
};

test("when the second push fails, only that one is tried again", async () => {
  refused = ["googleClicks"];
  trackAdClicks(sessionOf("ana"));
  expect(await pathsOf(3)).toEqual([
    "/rtdb/subscriptions/ana/facebookClicks",
    "/rtdb/subscriptions/ana/googleClicks",
    "/v1/track",
  ]);
  expect(sent[2]!.body).toMatchObject({
    event: "error",
    properties: {
      message: "The realtime database answered 503",
      platform: "web",
      location: "trackAdClicks",
    },
  });
  refused = [];
  sent = [];
  trackAdClicks(sessionOf("ana"));
  expect(await pathsOf(1)).toEqual(["/rtdb/subscriptions/ana/googleClicks"]);
  trackAdClicks(sessionOf("ben"));
  expect(await pathsOf(3)).toHaveLength(3);
  trackAdClicks(sessionOf("ana"));
  expect(sent).toHaveLength(3);
});
