import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Session } from "../../graphql/session.ts";
import { countPage, startAnalytics } from "../../lib/analytics/analytics.ts";
import { track } from "../../lib/analytics/track.ts";
import { rememberChoice, startConsent } from "../../lib/consent.ts";
import { trackAdClicks } from "./track.ts";

const token = (sub: string) => `x.${btoa(JSON.stringify({ sub, iat: 0, exp: 900 }))}.x`;
const sessionOf = (sub: string) =>
  new Session(
    {
      fetch,
      takeEarlyToken: async () => null,
      now: () => 0,
      exclusively: (work) => work(),
      tabs: { announce: () => undefined, subscribe: () => undefined },
      known: {
        get: () => ({ userId: "u", accountId: "u", isAnonymous: true }),
        set: () => undefined,
      },
    },
    token(sub),
  );

let isLost = false;
let sent: { path: string; entry: string; body: Record<string, unknown> }[] = [];
let refused: string[] = [];
beforeEach(() => {
  sent = [];
  refused = [];
  isLost = false;
  const stored = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal("location", { href: "https://dance.example/?gclid=g&fbclid=f" });
  vi.stubGlobal("document", { cookie: "", referrer: "" });
  vi.stubGlobal("fetch", async (url: string, { body }: { body: string }) => {
    const [entry] = url.split("?") as [string];
    // The last part of an entry's path is its push id.
    const path = entry.replace(/\/[-\w]{20}\.json$/, "");
    sent.push({ path, entry, body: JSON.parse(body) as Record<string, unknown> });
    if (isLost) throw new TypeError("Failed to fetch");
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

test("reports a failure, and nothing else, if only advertising is allowed", async () => {
  startConsent({
    regime: "opt_in",
    countryCode: "DE",
    refusedByBrowser: false,
    choice: { analytics: false, advertising: true },
  });
  refused = ["facebookClicks"];
  expect(
    countPage({ path: "/", url: "https://dance.example/", title: "Today", search: "", ledHere: "" }),
  ).toBe(false);
  track("Experiment Viewed", { experiment_id: "e", variant: "control" });
  trackAdClicks(sessionOf("ana"));
  expect(await pathsOf(2)).toEqual(["/rtdb/subscriptions/ana/facebookClicks", "/v1/track"]);
  expect(sent[1]!.body).toMatchObject({ event: "error", properties: { location: "trackAdClicks" } });
});

test("drops a pending failure report when advertising consent is withdrawn", async () => {
  refused = ["facebookClicks", "/v1/"];
  trackAdClicks(sessionOf("ana"));
  await pathsOf(2);
  rememberChoice({ analytics: true, advertising: false });
  refused = [];
  sent = [];
  countPage({ path: "/", url: "https://dance.example/", title: "Today", search: "", ledHere: "" });
  expect(await pathsOf(1)).toEqual(["/v1/page"]);
});

test("retries only the second push if that one failed", async () => {
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

test("writes the same entry again if the page was left before the answer", async () => {
  isLost = true;
  trackAdClicks(sessionOf("ana"));
  await pathsOf(2);
  const [first] = sent;
  sent = [];
  isLost = false;
  trackAdClicks(sessionOf("ana"));
  await pathsOf(2);
  expect(sent[0]).toEqual(first);
});
