import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { correctTime, readCall } from "./protocol.ts";
import { touchOf } from "./touches.ts";

describe("timestamps", () => {
  test("cancels out the sender's clock offset, and never dates an event after its arrival", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4e12 }),
        fc.integer({ min: 0, max: 4e12 }),
        fc.integer({ min: 0, max: 4e12 }),
        fc.integer({ min: -1e9, max: 1e9 }),
        (receivedAt, sentAt, timestamp, skew) => {
          const corrected = correctTime({ timestamp, sentAt }, receivedAt);
          expect(corrected).toBeLessThanOrEqual(receivedAt);
          expect(corrected).toBeGreaterThanOrEqual(0);
          expect(correctTime({ timestamp: timestamp + skew, sentAt: sentAt + skew }, receivedAt)).toBe(
            corrected,
          );
          expect(correctTime({ timestamp: null, sentAt }, receivedAt)).toBe(receivedAt);
        },
      ),
    );
  });

  test("dates an event of an hour ago correctly if it is sent late by a clock a day off", () => {
    const received = { receivedAt: new Date("2026-11-21T12:00:00Z"), countryCode: null, bytes: 200 };
    const [event] = readCall(
      "batch",
      {
        sentAt: "2026-11-20T12:00:00Z",
        batch: [{ type: "track", event: "x", userId: "u", timestamp: "2026-11-20T11:00:00Z" }],
      },
      received,
    );
    expect(event!.happenedAt).toBe("2026-11-21T11:00:00.000Z");
  });
});

describe("attribution of a visit", () => {
  const page = (url: string, referrer = "") => touchOf("page", {}, { url, referrer });
  test.each([
    [
      "https://d.example/?utm_source=News&utm_medium=Email&utm_campaign=Spring",
      "",
      ["news", "email", "Spring"],
    ],
    ["https://d.example/?gclid=1&utm_campaign=c", "https://www.google.com/", ["google", "cpc", "c"]],
    ["https://d.example/?fbclid=1", "", ["facebook", "paid", null]],
    ["https://d.example/", "https://www.google.co.uk/", ["google", "organic", null]],
    ["https://d.example/", "https://www.blog.example/post", ["blog.example", "referral", null]],
    ["https://d.example/b", "https://d.example/a", [null, null, null]],
    ["not a url", "", [null, null, null]],
  ])("%s after %s", (url, referrer, [source, medium, campaign]) => {
    expect(page(url, referrer)).toEqual({ source, medium, campaign });
  });
  test("prefers Segment's own campaign fields, and attributes page calls alone", () => {
    expect(touchOf("track", { campaign: { source: "X", name: "n" } }, {})).toEqual({
      source: "x",
      medium: null,
      campaign: "n",
    });
    expect(touchOf("track", {}, { url: "https://d.example/?gclid=1" }).source).toBeNull();
  });
});
