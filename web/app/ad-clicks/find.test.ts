import { expect, test } from "vitest";
import { findAdClicks, keepNewest } from "./find.ts";

const now = 1_795_000_000_000;
const at = "https://dance.example/dashboard";
const find = (search: string, cookies = "") => findAdClicks({ href: `${at}${search}`, cookies, now });

test("builds Facebook's click id from the URL by its rule, with the landing page", () => {
  expect(find("?fbclid=AbC", "_fbc=fb.1.1.old").facebookClicks).toEqual({
    fbc: `fb.1.${now}.AbC`,
    timestamp: now,
    landing_url: `${at}?fbclid=AbC`,
    source: "url_generated",
  });
});

test("uses Facebook's cookie unchanged if the URL has no id", () => {
  expect(find("", "a=1; _fbc=fb.1.5.xyz; b=2").facebookClicks).toMatchObject({
    fbc: "fb.1.5.xyz",
    source: "cookie",
  });
  expect(find("", "not_fbc=fb.1.5.xyz").facebookClicks).toBeNull();
});

test("reads Google's click id as well", () => {
  const { facebookClicks, googleClicks } = find("?gclid=g-1&fbclid=f-1");
  expect(googleClicks).toEqual({ gclid: "g-1", timestamp: now, landing_url: `${at}?gclid=g-1&fbclid=f-1` });
  expect(facebookClicks?.fbc).toBe(`fb.1.${now}.f-1`);
});

test("ignores a missing id and one that is too long", () => {
  expect(find("")).toEqual({ facebookClicks: null, googleClicks: null });
  expect(find(`?gclid=${"x".repeat(513)}&fbclid=`)).toEqual({ facebookClicks: null, googleClicks: null });
});

test("preserves the first clicks of a session until another landing brings new ids", () => {
  const first = find("?gclid=g-1&fbclid=f-1");
  expect(keepNewest({}, first)).toEqual(first);
  // Return from an external sign-in: no id in the URL, Facebook's cookie from another day.
  expect(keepNewest(first, find("", "_fbc=fb.1.5.old"))).toEqual(first);
  // The same page once more, later.
  const again = findAdClicks({ href: `${at}?gclid=g-1&fbclid=f-1`, cookies: "", now: now + 60_000 });
  expect(keepNewest(first, again)).toEqual(first);
  const second = find("?gclid=g-2");
  expect(keepNewest(first, second)).toEqual({ ...second, facebookClicks: first.facebookClicks });
  const cookie = find("", "_fbc=fb.1.5.old");
  expect(keepNewest(cookie, find("?fbclid=f-2", "_fbc=fb.1.5.old")).facebookClicks?.fbc).toBe(
    `fb.1.${now}.f-2`,
  );
});
