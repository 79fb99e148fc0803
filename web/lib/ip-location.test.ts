import { afterEach, expect, test, vi } from "vitest";
import { fetchIpLocation, savedIpLocation, saveIpLocation } from "./ip-location.ts";

const sweden = {
  ip: "192.0.2.1",
  countryCode: "SE",
  country: "Sweden",
  region: null,
  city: null,
  timezone: null,
  latitude: null,
  longitude: null,
};
function storage(): Storage {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  } as Storage;
}
const hourMs = 3_600_000;
afterEach(() => vi.restoreAllMocks());

test("caches a location for a day and an unknown one for ten minutes, and refetches after the clock is set back", () => {
  const store = storage();
  expect(savedIpLocation(store, 0)).toBeNull();
  saveIpLocation(store, sweden, 1_000);
  expect(savedIpLocation(store, 23 * hourMs)?.location).toEqual(sweden);
  expect(savedIpLocation(store, 25 * hourMs)).toBeNull();
  expect(savedIpLocation(store, 0)).toBeNull();
  saveIpLocation(store, null, 0);
  expect(savedIpLocation(store, 9 * 60_000)).toEqual({ location: null, savedAt: 0 });
  expect(savedIpLocation(store, 11 * 60_000)).toBeNull();
});

test("ignores foreign data in the storage and a forbidden storage", () => {
  const store = storage();
  store.setItem("eightcount.ip-location", "{");
  expect(savedIpLocation(store, 0)).toBeNull();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const forbidden = {
    setItem: () => {
      throw new Error("forbidden");
    },
  };
  expect(saveIpLocation(forbidden, sweden, 5)).toEqual({ location: sweden, savedAt: 5 });
});

test("returns the location, and unknown for an error, invalid data or a timeout", async () => {
  expect(await fetchIpLocation(async () => Response.json(sweden))).toEqual(sweden);
  expect(await fetchIpLocation(async () => new Response("", { status: 503 }))).toBeNull();
  expect(await fetchIpLocation(async () => new Response("<html>"))).toBeNull();
  // Never resolves: the request's own timeout aborts it.
  const silent = ((_url: string, { signal }: RequestInit) =>
    new Promise((_resolve, reject) => {
      signal!.addEventListener("abort", () => reject(signal!.reason as Error));
    })) as typeof fetch;
  expect(await fetchIpLocation(silent)).toBeNull();
});
