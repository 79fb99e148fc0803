import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";
import { untranslated } from "../site/index.ts";
import { textOf } from "./kinds/index.ts";
import { inbox, send } from "./testing.ts";
import { translate } from "../../platform/i18n/messages.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

const read = async (as: TestPerson, language: string): Promise<string[]> => {
  const { data } = await server.graphql<{ notifications: { items: { text: string }[] } }>(
    "{ notifications { items { text } } }",
    {},
    { as, headers: { "accept-language": language } },
  );
  return data!.notifications.items.map(({ text }) => text);
};

test("renders stored notifications in the language of each request", async () => {
  const me = await server.member();
  await send(server, [me], { kind: "TrialEnding", facts: { endsAt: "2026-12-05T10:00:00Z" } });
  expect(await read(me, "en")).toEqual(["Your trial ends on Dec 5, 2026."]);
  expect(await read(me, "de")).toEqual(["Deine Testphase endet am 5. Dez. 2026."]);
  expect(await read(me, "es")).toEqual(["Tu prueba termina el 5 dic 2026."]);
});

test.each([
  [1, "ana hat deinen Beitrag kommentiert."],
  [2, "ana und ben haben deinen Beitrag kommentiert."],
  [5, "ana und 4 andere haben deinen Beitrag kommentiert."],
])("names %d actors in one sentence of the language", (actorsCount, text) => {
  const actors = [{ username: "ana" }, { username: "ben" }].slice(0, actorsCount);
  const item = {
    kind: "UGCComment" as const,
    facts: {},
    actors,
    actorsCount,
    occurrences: 1,
    timeZone: "UTC",
  };
  expect(translate(textOf(item, { locale: "de", studio: untranslated }), "de")).toBe(text);
});

test("shows the sentence that an item of an early release stored", async () => {
  const me = await server.member();
  await send(server, [me], { kind: "ModerationOutcome", facts: { text: "Your post was removed." } });
  expect((await inbox(server, me)).items.map(({ text }) => text)).toEqual(["Your post was removed."]);
});
