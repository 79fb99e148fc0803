import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { mergePractice } from "../merge.ts";
import { createPlanLibrary, planCalls, threeDays, weekdaysOf } from "./testing.ts";

let server: TestServer;
let ask: ReturnType<typeof planCalls>["ask"];
let change: ReturnType<typeof planCalls>["change"];
let dancer: ReturnType<typeof planCalls>["dancer"];
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  await createPlanLibrary(server.pool);
  ({ ask, change, dancer } = planCalls(server));
});
afterAll(() => server?.stop());

describe("calendar feed", () => {
  const link = async (as: TestPerson, call: string) => {
    const { data, errors } = await server.graphql<{ calendar: { url: string | null } }>(
      call.replace(/(openPlanCalendar|closePlanCalendar|planCalendar)/, "calendar: $1"),
      {},
      { as },
    );
    expect(errors).toEqual([]);
    return data!.calendar.url;
  };
  const read = (url: string) => server.fetch(new URL(url).pathname);

  test("is readable by its secret URL alone, until revoked", async () => {
    const me = await dancer(threeDays);
    expect(await link(me, "{ planCalendar { url } }")).toBeNull();
    const url = (await link(me, `mutation { openPlanCalendar(timeZone: "Europe/Zurich") { url } }`))!;
    expect(await link(me, `mutation { openPlanCalendar { url } }`)).toBe(url);
    expect(await link(me, "{ planCalendar { url } }")).toBe(url);
    const response = await read(url);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toContain("text/calendar");
    const text = (await response.text()).replaceAll(/\r\n[ \t]/g, "");
    expect(text.startsWith("BEGIN:VCALENDAR\r\n")).toBe(true);
    const plan = await ask(me);
    for (const { id, date } of plan.classes) {
      const event = text.split("BEGIN:VEVENT").find((one) => one.includes(`UID:${id}@`));
      expect(event).toContain(`DTSTART;VALUE=DATE:${date.slice(0, 10).replaceAll("-", "")}`);
      expect(event).toContain("/class/");
    }
    await change(me, `setPlanSettings(startsAt: "07:05")`);
    expect((await (await read(url)).text()).includes("T070500\r\n")).toBe(true);

    for (const wrong of [url.slice(0, -6) + "AA.ics", url.replace(/[0-9a-f]{8}-/, "00000000-")])
      expect((await read(wrong)).status).toBe(404);
    expect(await link(me, `mutation { closePlanCalendar { url } }`)).toBeNull();
    expect((await read(url)).status).toBe(404);
    expect(await link(me, `mutation { openPlanCalendar { url } }`)).not.toBe(url);
  });
});

test("is in the language of the account, as calendar apps send no cookie", async () => {
  const me = await dancer(threeDays);
  await server.graphql('mutation { setLocale(locale: "de") }', {}, { as: me });
  const { data } = await server.graphql<{ openPlanCalendar: { url: string } }>(
    "mutation { openPlanCalendar { url } }",
    {},
    { as: me },
  );
  const text = await (await server.fetch(new URL(data!.openPlanCalendar.url).pathname)).text();
  expect(text).toContain("SUMMARY:Tanzen: ");
  expect(text).toContain("//DE\r\n");
  expect(text).not.toContain("Dance:");
});

test("contains nothing explicit for a child", async () => {
  const [child, parent] = [await dancer(threeDays), await server.member()];
  const { data } = await server.graphql<{ openPlanCalendar: { url: string } }>(
    "mutation { openPlanCalendar { url } }",
    {},
    { as: child },
  );
  const read = async () =>
    (await (await server.fetch(new URL(data!.openPlanCalendar.url).pathname)).text()).split("BEGIN:VEVENT")
      .length - 1;
  await server.pool.query(`update catalog.classes set is_explicit = true`);
  try {
    expect(await read()).toBeGreaterThan(0);
    await server.pool.query(`update identity."user" set "accountId" = $2, "isChild" = true where id = $1`, [
      child.id,
      parent.id,
    ]);
    expect(await read()).toBe(0);
  } finally {
    await server.pool.query(`update catalog.classes set is_explicit = false`);
  }
});

test("keeps a guest's plan changes and calendar URL after sign-in", async () => {
  const [guest, account] = [await dancer(threeDays), await dancer(threeDays)];
  const [first] = (await ask(guest)).classes;
  await change(guest, `skipPlannedClass(id: "${first!.id}", skipped: true)`);
  await change(
    guest,
    `setPlanHoliday(from: "2030-01-01T12:00:00Z", to: "2030-01-02T12:00:00Z", isOff: true)`,
  );
  await change(guest, `setPlanSettings(minutes: 40)`);
  await server.graphql("mutation { openPlanCalendar { url } }", {}, { as: guest });
  const address = `{ planCalendar { url } }`;
  const before = await server.graphql<{ planCalendar: { url: string } }>(address, {}, { as: guest });
  const merge = () => server.ctx().transact((tx) => mergePractice(tx, { from: guest.id, into: account.id }));
  await merge();
  await merge();
  const plan = await ask(account);
  expect(weekdaysOf(plan)).toEqual([2, 5]);
  expect(plan.settings.minutes).toBe(40);
  expect(plan.holidays).toHaveLength(1);
  const after = await server.graphql<{ planCalendar: { url: string } }>(address, {}, { as: account });
  expect(after.data).toEqual(before.data);
});
