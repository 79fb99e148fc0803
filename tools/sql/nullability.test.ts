import { loadModule, parseSync } from "libpg-query";
import type { Node } from "@pgsql/types";
import { beforeAll, expect, test } from "vitest";
import { resultColumns } from "./nullability.ts";

beforeAll(() => loadModule());

const columns = (names: string) =>
  names.split(" ").map((name) => ({ name: name.replace("?", ""), isNullable: name.endsWith("?") }));
const tables: Record<string, ReturnType<typeof columns>> = {
  people: columns("id name? email?"),
  posts: columns("id author_id? title published_at? length?"),
};

/** The nullable columns of a statement. */
const nullable = (text: string): string[] =>
  resultColumns(parseSync(text).stmts![0]!.stmt as Node, {
    tableColumns: (_schema, name) => tables[name] ?? null,
    implications: (_schema, name) => (name === "posts" ? [["published_at", "length"]] : []),
    isNullableParam: (number) => number === 2,
  })
    .filter(({ isNullable }) => isNullable)
    .map(({ name }) => name);

test.each<[string, string, string[]]>([
  ["a table's own columns", "select id, name from people", ["name"]],
  ["every column by a star", "select * from people", ["name", "email"]],
  ["parameters", "select $1::text as one, $2::text as two", ["two"]],
  ["what a where asks for", "select name from people where name is not null", []],
  ["what a comparison asks for", "select name, email from people where lower($1) = name", ["email"]],
  ["what only one side of an or asks for", "select name from people where name = 'a' or id = 'b'", ["name"]],
  ["what both sides of an or ask for", "select name from people where name = 'a' or name = 'b'", []],
  ["what is distinct from nothing", "select name from people where name is distinct from 'a'", ["name"]],
  ["what a check implies", "select length from posts where published_at < $1", []],
  [
    "the optional side of a left join",
    "select title from people left join posts on author_id = people.id",
    ["title"],
  ],
  [
    "a left join that a where settles",
    "select title from people left join posts on true where posts.id = $1",
    [],
  ],
  ["an inner join's condition", "select author_id from people join posts on author_id = people.id", []],
  ["the optional side of a right join", "select people.id from people right join posts on true", ["id"]],
  [
    "a row of an aggregate, joined for sure",
    "select n from people left join lateral (select count(*) as n from posts) as c on true",
    [],
  ],
  ["coalesce", "select coalesce(name, '') as a, coalesce(name, email) as b from people", ["b"]],
  ["a case without an else", "select case when id = 'a' then 1 end as c from people", ["c"]],
  ["a case that looks first", "select case when name is not null then name else '' end as c from people", []],
  ["aggregates over everything", "select count(*) as n, max(id) as top from people", ["top"]],
  ["aggregates of groups", "select max(id) as top, max(name) as called from people group by id", ["called"]],
  [
    "a scalar subquery",
    "select (select title from posts where posts.id = people.id) as t from people",
    ["t"],
  ],
  ["a scalar subquery that counts", "select (select count(*) from posts) as n from people", []],
  ["JSON's members", "select '{}'::jsonb ->> 'a' as a, jsonb_build_object('a', null) as b", ["a"]],
  ["a common table", "with named as (select name from people where name <> '') select name from named", []],
  ["a union", "select id from people union all select author_id from posts", ["id"]],
  [
    "what an update sets",
    "update people set name = 'a', email = $2 where id = $1 returning name, email",
    ["email"],
  ],
  [
    "what an insert gives",
    "insert into people (id, name, email) values ('a', 'b', $2) returning name, email",
    ["email"],
  ],
  ["an unknown function of nothing", "select lower(name) as a, lower('A') as b from people", ["a"]],
  [
    "a window before the first row",
    "select lag(id) over (order by id) as before, row_number() over () as n from people",
    ["before"],
  ],
])("infers %s", (_what, text, expected) => {
  expect(nullable(text)).toEqual(expected);
});
