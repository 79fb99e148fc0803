import { loadModule } from "libpg-query";
import { beforeAll, expect, test } from "vitest";
import { lintMigrations } from "./lint.ts";

beforeAll(() => loadModule());

const rules = (sql: string) => lintMigrations([{ name: "202601020304-a.sql", sql }]).map(({ rule }) => rule);

test.each<[string, string, string[]]>([
  ["a column set to not null", "alter table a.b alter column c set not null", ["not-null"]],
  ["a required column", "alter table a.b add column c int not null", ["required-column"]],
  ["a required column with a default", "alter table a.b add column c int not null default 0", []],
  ["a default of now", "alter table a.b add column c timestamptz default now()", []],
  [
    "a default that differs by row",
    "alter table a.b add column c uuid default gen_random_uuid()",
    ["volatile-default"],
  ],
  [
    "a generated column",
    "alter table a.b add column c int generated always as (d + 1) stored",
    ["stored-column"],
  ],
  ["another type", "alter table a.b alter column c type bigint", ["column-type"]],
  ["a check over every row", "alter table a.b add constraint c check (d > 0)", ["validated-constraint"]],
  ["a check of new rows", "alter table a.b add constraint c check (d > 0) not valid", []],
  ["a unique constraint", "alter table a.b add constraint c unique (d)", ["unique-constraint"]],
  ["an index on a table in use", "create index c on a.b (d)", ["index"]],
  ["an index on a new table", "create table a.b (d int); create index c on a.b (d)", []],
  ["an index built concurrently", "-- no transaction\ncreate index concurrently c on a.b (d)", []],
  ["more than indexes without a transaction", "-- no transaction\nupdate a.b set c = 1", ["mixed"]],
  ["a dropped table", "drop table a.b", ["drop"]],
  ["a dropped column", "alter table a.b drop column c", ["drop"]],
  ["a renamed column", "alter table a.b rename column c to d", ["rename"]],
  ["an emptied table", "truncate a.b", ["truncate"]],
  ["rows changed at once", "update a.b set c = 1", ["fill"]],
  ["rows of a new table", "create table a.b (c int); delete from a.b", []],
  [
    "a backfill in batches",
    "-- backfill\nupdate a.b set c = 1 where id in (select id from a.b where c is null limit 1000)",
    [],
  ],
  ["a backfill of all rows", "-- backfill\nupdate a.b set c = 1 where c is null", ["batch"]],
  ["a drop that is permitted", "-- allows drop: unused since 0.2.0\ndrop table a.b", []],
  ["a permission without a reason", "-- allows drop:\ndrop table a.b", ["drop"]],
])("judges %s", (_what, sql, expected) => {
  expect(rules(sql)).toEqual(expected);
});
