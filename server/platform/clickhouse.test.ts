import { inspect } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startClickHouse, startClickHouseLine } from "../testing/clickhouse.ts";
import type { TestClickHouse } from "../testing/clickhouse.ts";
import { ClickHouseError, connectClickHouse, quoted, quotedList } from "./clickhouse.ts";
import { readConfig } from "./config/index.ts";

let server: TestClickHouse;
beforeAll(async () => {
  server = await startClickHouse();
});
afterAll(() => server?.stop());

const nasty = [
  "it's",
  String.raw`\'; drop table notes; --`,
  "tab\tand\nline",
  "ünï 🩰",
  String.raw`\\`,
  "{x:String}",
];

test("stores and finds every text as it is", async () => {
  const clickHouse = connectClickHouse(server.url);
  await clickHouse.run("create table notes (id UInt64, note String) engine = MergeTree order by id");
  await clickHouse.insert(
    "notes (id, note)",
    nasty.map((note, id) => JSON.stringify({ id: String(2 ** 53 - 1 - id), note })),
    5_000,
  );
  const found = await clickHouse.query<{ id: string; note: string }>(
    `select id, note from notes where note in ${quotedList(nasty)} order by id desc`,
  );
  expect(found.map(({ note }) => note)).toEqual(nasty);
  expect(found[0]!.id).toBe("9007199254740991");
  for (const note of nasty)
    expect(await clickHouse.query(`select note from notes where note = ${quoted(note)}`)).toEqual([{ note }]);
});

test("says what ClickHouse refused by its code alone, without statement, values and password", async () => {
  const clickHouse = connectClickHouse(server.url);
  const failure: unknown = await clickHouse
    .query("select 'ana@example.test' from nowhere")
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ClickHouseError);
  expect(failure).toMatchObject({ code: 60 });
  const wrong = new URL(server.url);
  wrong.password = "top-secret";
  const refused: unknown = await connectClickHouse(wrong.href)
    .query("select 1")
    .catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 193 });
  expect(inspect([failure, refused], { depth: 9 })).not.toMatch(/ana@example|nowhere|top-secret|p&ss/);
});

test("gives up on a server that never answers, and on one that is not there", async () => {
  const line = await startClickHouseLine(server.url);
  try {
    for (const mode of ["hangs", "refuses"] as const) {
      line.set(mode);
      const failure: unknown = await connectClickHouse(line.url)
        .insert("notes (id, note)", ["{}"], 200)
        .catch((error: unknown) => error);
      expect(failure).toMatchObject({ name: "ClickHouseError", code: null });
      expect(inspect(failure, { depth: 9 })).not.toMatch(/p&ss|p%26ss/);
    }
  } finally {
    line.close();
  }
});

test.each([
  "postgres://host/database",
  "http://host:8123/a/b",
  "http://host:8123/database?user=x",
  "not a URL",
  "http://studio:50%@host:8123/database",
])("the setting %s is refused without its value", (url) => {
  const read = () => readConfig({ EVENTS_URL: url, DATA_DIR: "unused" }, []);
  expect(read).toThrow(/EVENTS_URL: must b/);
  expect(read).not.toThrow(url);
});
