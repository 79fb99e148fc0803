import { buildSchema, parse } from "graphql";
import { expect, test } from "vitest";
import { readNullables } from "../../web/graphql/cache-schema.ts";
import { cacheSchema, nullablesOf } from "./documents.ts";

const schema = buildSchema(`
  type Query { me: Person, sure: Int!, found: [Thing!]!, some: [Int], all: [Person!] }
  type Person { id: ID!, name: String }
  type Class { id: ID! }
  union Thing = Person | Class
`);
const used = [
  parse("{ me { id name } sure found { ... on Person { id } ... on Class { id } } some all { id } }"),
];

test("the cache reads nullable fields and union members from one short text", () => {
  const text = nullablesOf(cacheSchema({ schema, used }));
  expect(text.split("\n").sort()).toEqual([
    "Class",
    "Person name",
    "Query me some* all",
    "Thing=Person|Class",
  ]);
  const { __schema } = readNullables(text) as { __schema: { types: { name: string }[]; mutationType: null } };
  expect(__schema.mutationType).toBeNull();
  expect(__schema.types.find(({ name }) => name === "Query")).toMatchObject({
    kind: "OBJECT",
    fields: [
      { name: "me", type: { kind: "SCALAR" } },
      { name: "some", type: { kind: "LIST", ofType: { kind: "SCALAR" } } },
      { name: "all", type: { kind: "SCALAR" } },
    ],
  });
  expect(__schema.types.find(({ name }) => name === "Thing")).toMatchObject({
    kind: "UNION",
    possibleTypes: [{ name: "Person" }, { name: "Class" }],
  });
});
