import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  consentVersion,
  isAllowed,
  mustAsk,
  purposes,
  readChoice,
  writeChoice,
} from "../../../../contract/consent.ts";
import type { ConsentState } from "../../../../contract/consent.ts";
import { mergePeople } from "../../../app/merge.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { consentStateOf } from "./consent.ts";
import { regimeOf } from "./regimes.ts";

const choice = fc.record({ analytics: fc.boolean(), advertising: fc.boolean() });
const state: fc.Arbitrary<ConsentState> = fc.record({
  regime: fc.constantFrom("opt_in", "opt_out"),
  countryCode: fc.constantFrom(null, "DE", "US"),
  refusedByBrowser: fc.boolean(),
  choice: fc.option(choice),
});

describe("consent regime", () => {
  test.each([
    ["DE", "opt_in"],
    ["IE", "opt_in"],
    ["GB", "opt_in"],
    ["NO", "opt_in"],
    ["CH", "opt_in"],
    ["RE", "opt_in"],
    ["BR", "opt_in"],
    ["US", "opt_out"],
    ["JP", "opt_out"],
    ["AU", "opt_out"],
    [null, "opt_in"],
  ] as const)("%s is %s", (country, regime) => {
    expect(regimeOf(country)).toBe(regime);
  });

  test("asks first in Québec, and in Canada if the province is unknown", () => {
    expect(regimeOf("CA")).toBe("opt_in");
    expect(regimeOf("CA", "Quebec")).toBe("opt_in");
    expect(regimeOf("CA", "Ontario")).toBe("opt_out");
  });

  test("denies under a browser signal; otherwise follows the answer, or the law if unanswered", () => {
    fc.assert(
      fc.property(state, (found) => {
        for (const purpose of purposes) {
          const allowed = isAllowed(found, purpose);
          if (found.refusedByBrowser) expect(allowed).toBe(false);
          else expect(allowed).toBe(found.choice ? found.choice[purpose] : found.regime === "opt_out");
          if (mustAsk(found)) expect(allowed).toBe(false);
        }
      }),
    );
  });

  test("reads the choice from the consent cookie among others, and ignores invalid values", () => {
    fc.assert(
      fc.property(choice, (chosen) => {
        expect(readChoice(`a=1; consent=${writeChoice(chosen)}; b=2`)).toEqual(chosen);
      }),
    );
    for (const wrong of [
      "",
      "consent=",
      "consent=0.11",
      "consent=3.11",
      "consent=2.1",
      "xconsent=2.11",
      "consent=2.112",
    ])
      expect(readChoice(wrong)).toBeNull();
  });

  test("skips the question on a private network unless it must be a proxy's, and respects the browser signal", () => {
    const trial = { isProduction: false };
    const at = (ip: string, countryCode: string | null = null) => ({
      ip,
      countryCode,
      country: null,
      region: null,
      city: null,
      timezone: null,
      latitude: null,
      longitude: null,
    });
    expect(consentStateOf(trial, at("192.168.1.5"), {}).regime).toBe("opt_out");
    expect(consentStateOf({ isProduction: true }, at("192.168.1.5"), {}).regime).toBe("opt_in");
    expect(consentStateOf(trial, at("2001:db8::1"), {}).regime).toBe("opt_in");
    expect(consentStateOf(trial, at("203.0.113.1", "US"), { "sec-gpc": "1" }).refusedByBrowser).toBe(true);
    expect(consentStateOf(trial, at("203.0.113.1", "US"), { dnt: "1" }).refusedByBrowser).toBe(true);
  });
});

describe("consent proof", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      roles: "api",
      env: { IP_COUNTRY_HEADER: "cf-ipcountry" },
    });
  });
  afterAll(() => server?.stop());

  const set = (as: TestPerson, analytics: boolean, advertising: boolean, headers = {}) =>
    server.graphql<{ setConsent: { id: string; version: number } }>(
      `mutation ($analytics: Boolean!, $advertising: Boolean!) {
        setConsent(analytics: $analytics, advertising: $advertising, place: banner) { id version } }`,
      { analytics, advertising },
      { as, headers },
    );
  const own = async (as: TestPerson) =>
    (
      await server.graphql<{ myConsents: { analytics: boolean; advertising: boolean; place: string }[] }>(
        "{ myConsents { analytics advertising place } }",
        {},
        { as },
      )
    ).data!.myConsents;

  test("is stored for each change with the regime in force, and once for the same answer", async () => {
    const me = await server.anonymous();
    const headers = { "x-forwarded-for": "203.0.113.9", "cf-ipcountry": "DE" };
    const first = await set(me, true, false, headers);
    expect((await set(me, true, false, headers)).data).toEqual(first.data);
    await set(me, false, false, headers);
    expect(await own(me)).toEqual([
      { analytics: false, advertising: false, place: "banner" },
      { analytics: true, advertising: false, place: "banner" },
    ]);
    const { rows } = await server.pool.query(
      "select regime, country_code, words from growth.consents join growth.consent_texts using (version) where person_id = $1 limit 1",
      [me.id],
    );
    expect(rows[0]).toMatchObject({ regime: "opt_in", country_code: "DE" });
    expect((rows[0] as { words: string }).words).toContain("Your privacy choices");
  });

  test("contains the exact text of the question, so that changed text needs a new version", async () => {
    const { rows } = await server.pool.query<{ words: string }>(
      "select words from growth.consent_texts where version = $1",
      [consentVersion],
    );
    const banner = await readFile(
      new URL("../../../../web/features/growth/public/consent-banner.tsx", import.meta.url),
      "utf8",
    );
    const texts = [...banner.matchAll(/t`([^`]+)`/g)].map(([, words]) => words!);
    const shown = texts.filter((words) => rows[0]!.words.includes(words));
    expect(texts.filter((words) => words.length > 100)).toEqual(shown.filter((words) => words.length > 100));
    expect(shown).toEqual(
      expect.arrayContaining(["Your privacy choices", "Refuse all", "Accept all", "Choose"]),
    );
  });

  test("is visible to its owner alone, and moves along at sign-in", async () => {
    const [guest, member] = [await server.anonymous(), await server.member()];
    await set(guest, true, true);
    expect(await own(member)).toEqual([]);
    await mergePeople(server.ctx(), { from: guest.id, into: member.id });
    expect(await own(member)).toHaveLength(1);
  });
});
