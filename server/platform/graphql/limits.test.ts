import fc from "fast-check";
import { buildSchema, parse } from "graphql";
import { describe, expect, test } from "vitest";
import { costOfOperation, documentLimits, refusalOfShape, shapeOf } from "./limits.ts";

const schema = buildSchema(`
  input Pagination { first: Int after: String }
  interface Named { name: String node: Node }
  type Page { items: [Node!]! total: Int }
  type Node implements Named { id: ID name: String node: Node list: [Node!]! first(first: Int): [Node!]! page(pagination: Pagination): Page! }
  type Query { id: ID name: String node: Node list: [Node!]! first(first: Int): [Node!]! page(pagination: Pagination): Page! }
`);
const costOf = (text: string, variables: Record<string, unknown> = {}) =>
  costOfOperation(schema, parse(text), null, variables).cost;

test("visits each selection of a fragment bomb with sixty levels once", () => {
  const levels = Array.from(
    { length: 60 },
    (_, at) => `fragment f${at} on Query { ...f${at + 1} ...f${at + 1} }`,
  );
  const bomb = parse(`{ ...f0 } ${levels.join(" ")} fragment f60 on Query { __typename }`);
  const selections = 1 + 60 * 2 + 1;
  expect(shapeOf(bomb).visits).toBe(selections);
  expect(costOfOperation(schema, bomb, null, {}).visits).toBe(selections);
  expect(costOfOperation(schema, bomb, null, {}).cost).toBeGreaterThan(documentLimits.cost);
  expect(refusalOfShape(bomb)?.extensions["code"]).toBe("DOCUMENT_TOO_COMPLEX");
});

test.each([
  ["fields and spreads cost one each", "{ __typename ...a } fragment a on Query { id }", 3],
  ["a list without a page size costs ten rows", "{ list { id name } }", 21],
  ["a page costs the rows asked for", "{ first(first: 3) { id } }", 4],
  [
    "a connection's page size counts on the list below it",
    "{ page(pagination: { first: 3 }) { items { id } } }",
    5,
  ],
  [
    "also through a fragment",
    "{ page(pagination: { first: 3 }) { ...p } } fragment p on Page { items { id } }",
    6,
  ],
  ["a page without a size costs like any list", "{ first { id } }", 11],
  ["less than a row costs one", "{ first(first: -1000000) { id } }", 2],
  ["more than a page costs one page", "{ first(first: 1000000) { id } }", 101],
  ["a variable's default counts", "query ($n: Int = 50) { first(first: $n) { id } }", 51],
])("%s", (_what, text, cost) => {
  expect(costOf(text)).toBe(cost);
});

test("takes the page size from a variable, and ignores values that aren't numbers", () => {
  const text =
    "query ($n: Int, $p: Pagination) { first(first: $n) { id } page(pagination: $p) { items { id } } }";
  expect(costOf(text, { n: 2, p: { first: 3 } })).toBe(3 + 5);
  const usual = costOf(text);
  for (const n of ["1", true, {}, [1], null, Number.NaN])
    expect(costOf(text, { n, p: { first: n } })).toBe(usual);
  expect(costOf(text, { n: Infinity, p: { first: -Infinity } })).toBe(101 + 3);
});

describe("random documents", () => {
  const size = fc.oneof(
    fc.constantFrom("-1", "-2147483648", "0", "1", "24", "100", "2147483647", "1e999", "null", "$n"),
    fc.integer().map(String),
  );
  const spread = fc.nat(7).map((at) => `...f${at}`);
  const leaf = fc.constantFrom("id", "name", "__typename", "a: id", "id @include(if: true)");
  const { selection } = fc.letrec<{ selection: string; set: string }>((tie) => ({
    set: fc
      .array(fc.oneof({ weight: 4, arbitrary: tie("selection") }, spread), { minLength: 1, maxLength: 4 })
      .map((selections) => `{ ${selections.join(" ")} }`),
    selection: fc.oneof(
      { maxDepth: 5, depthSize: "medium" },
      leaf,
      fc.tuple(fc.constantFrom("node", "list", "b: node"), tie("set")).map((parts) => parts.join(" ")),
      fc.tuple(size, tie("set")).map(([first, set]) => `first(first: ${first}) ${set}`),
      fc
        .tuple(size, tie("set"))
        .map(([first, set]) => `page(pagination: { first: ${first} }) { items ${set} total }`),
      tie("set").map((set) => `... on Named ${set}`),
      tie("set").map((set) => `... @skip(if: false) ${set}`),
    ),
  }));
  const selections = fc.array(fc.oneof({ weight: 3, arbitrary: selection }, spread), {
    minLength: 1,
    maxLength: 5,
  });
  // Each fragment spreads only later ones, so that there are no cycles.
  const documents = fc.record({
    root: selections,
    fragments: fc.array(selections, { minLength: 8, maxLength: 8 }),
    rows: fc.oneof(fc.integer(), fc.double(), fc.constant(null), fc.string()),
  });
  const textOf = (root: readonly string[], fragments: readonly (readonly string[])[], cycles = false) =>
    [
      `query ($n: Int) { ${root.join(" ")} }`,
      ...fragments.map((within, at) => {
        const text = within.join(" ");
        const later = cycles
          ? text
          : text.replace(/\.\.\.f(\d)/g, (_, to: string) => (Number(to) > at ? `...f${to}` : "name"));
        return `fragment f${at} on Node { ${later} }`;
      }),
    ].join("\n");
  /** The number of selections in a document's text, with each fragment counted once. */
  const written = (text: string) =>
    text.match(/\.\.\.|\b(?:id|name|__typename|node|list|first|page|items|total)\b(?! *:)/g)!.length;
  const runs = { numRuns: 400 };

  test("are measured with one visit per selection, also with fragment cycles", () => {
    fc.assert(
      fc.property(documents, fc.boolean(), ({ root, fragments, rows }, cycles) => {
        const text = textOf(root, fragments, cycles);
        const document = parse(text);
        const shape = shapeOf(document);
        const counted = costOfOperation(schema, document, null, { n: rows });
        for (const { visits } of [shape, counted]) expect(visits).toBeLessThanOrEqual(written(text));
        for (const count of [shape.selections, shape.depth, counted.cost])
          expect(Number.isSafeInteger(count) && count >= 0).toBe(true);
      }),
      runs,
    );
  });

  test("cost at least their number of selections, for any page size", () => {
    fc.assert(
      fc.property(documents, ({ root, fragments, rows }) => {
        const document = parse(textOf(root, fragments));
        const { cost } = costOfOperation(schema, document, null, { n: rows });
        expect(cost).toBeGreaterThanOrEqual(shapeOf(document).selections);
      }),
      runs,
    );
  });

  test("never cost less with one more selection", () => {
    fc.assert(
      fc.property(documents, selections, ({ root, fragments, rows }, more) => {
        const cost = (selected: readonly string[]) =>
          costOfOperation(schema, parse(textOf(selected, fragments)), null, { n: rows }).cost;
        expect(cost([...root, ...more])).toBeGreaterThanOrEqual(cost(root));
        expect(cost([...more, ...root])).toBeGreaterThanOrEqual(cost(root));
      }),
      runs,
    );
  });
});
