import { buildSchema, parse } from "graphql";
import { expect, test } from "vitest";
import { findMissingKeys } from "./keys.ts";

const schema = buildSchema(`
  type Query { lesson: Lesson!, found: [Thing!]! }
  type Lesson { id: ID!, teacher: Teacher!, length: Length!, level: Level! }
  type Teacher { slug: String!, name: String! }
  type Length { ms: Int! }
  type Level { name: String! }
  union Thing = Lesson | Teacher
`);
const keys = {
  Teacher: ({ slug }: { slug?: unknown }) => (typeof slug === "string" ? slug : null),
  Length: () => null,
};
const missing = (text: string) => findMissingKeys(schema, parse(text), keys as never);

test("accepts selections with the key of each object, whichever fragment selects it", () => {
  expect(
    missing(
      "{ lesson { id length { ms } teacher { name } ...Card } } fragment Card on Lesson { teacher { slug } }",
    ),
  ).toEqual([]);
  expect(missing("{ found { ... on Lesson { id } ... on Teacher { slug } } }")).toEqual([]);
});

test("reports a missing or aliased key with its path", () => {
  expect(missing("{ lesson { teacher { slug } } }")).toEqual(["lesson: ask for Lesson's id"]);
  expect(missing("{ lesson { id teacher { name } } }")).toEqual([
    "lesson.teacher: ask for what Teacher is known by (slug)",
  ]);
  expect(missing("{ lesson { id teacher { slug: name } } }")).toHaveLength(1);
  expect(missing("{ found { ... on Lesson { id } ... on Teacher { name } } }")).toEqual([
    "found: ask for what Teacher is known by (slug)",
  ]);
});

test("reports a type without an id that the cache doesn't know", () => {
  expect(missing("{ lesson { id level { name } } }")).toEqual([
    "lesson.level: Level has no id: say in web/graphql/cache-keys.ts what it is known by, or in embedded-types.ts that it is part of its parent",
  ]);
});
