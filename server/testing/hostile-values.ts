import { randomUUID } from "node:crypto";
import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";
import type {
  GraphQLArgument,
  GraphQLField,
  GraphQLInputType,
  GraphQLObjectType,
  GraphQLSchema,
} from "graphql";

/** Placeholder for a number that is valid JSON and overflows in JavaScript; replaced in the request's text. */
export const beyondNumbers = "@1e999@";

const cursorOf = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString("base64url");
const nested = (depth: number): unknown => {
  let value: unknown = "x";
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
};

const id = randomUUID();
/** Texts that must not break any text field. */
export const hostileTexts: readonly string[] = [
  "a\u0000",
  "\ud800a",
  "\u202egpj.exe",
  "\u200b\u3164",
  "",
  " ",
  "x".repeat(20_000),
  ">".repeat(5_000),
  "*a _b ".repeat(800),
  "9".repeat(400),
  "-1",
  "1e999",
  "' or 1=1 --",
  "%00%ff",
  "2026-02-30",
  "2026-13-45T25:61:61Z",
  "99999-01-01",
  "İ",
  "🤷🏽‍♀️",
  id,
  `${id}_1`,
  "2026-11-23.1e9",
];
/** Invalid cursors that every list must refuse. */
const hostileCursors: readonly string[] = [
  cursorOf(1e300, id),
  cursorOf(-1e300, id),
  cursorOf(8.7e15, id),
  cursorOf(0.5, id),
  cursorOf(null, null),
  cursorOf(Date.now(), "x"),
  cursorOf(Date.now(), id),
  cursorOf(1e300, 1e300, id),
  cursorOf(2 ** 40, Date.now(), id),
  cursorOf(1e17),
  cursorOf(1, 2, 3, 4, 5, 6),
  cursorOf("newest", "2026-02-30 00:00:00+00", id, ""),
  cursorOf("newest", "0000-01-01 00:00:00+00", id, ""),
  cursorOf("newest", "2026-01-01 00:00:00+99", id, ""),
  cursorOf("title", "a\u0000", id, ""),
  cursorOf("shortest", "999999999", id, ""),
  cursorOf("relevance", "1e-999", id, ""),
  cursorOf("saved_at", "2026-02-30 00:00:00+00", id),
  Buffer.from("{").toString("base64url"),
  Buffer.from(`${"[".repeat(50_000)}`)
    .toString("base64url")
    .slice(0, 30_000),
];
const hostileInts = [-1, 0, 1.5, 2_147_483_647, -2_147_483_648, 2 ** 40, "1", beyondNumbers] as const;
const hostileFloats = [-1, 0, 0.5, 5e-324, 1e308, -1e308, 2 ** 53, "NaN", beyondNumbers] as const;
const hostileTimes = [
  "0000-01-01T00:00:00Z",
  "1900-01-01T00:00:00Z",
  "2199-12-31T23:59:59Z",
  "9999-12-31T23:59:59-12:00",
  "2026-02-30T00:00:00Z",
  "2026-11-20T24:00:00Z",
  "2026-11-20T18:30:00+99:99",
  "2026-01-01T00:00:00.123456789Z",
  "2026-11-20",
  "a\u0000",
  5,
  beyondNumbers,
] as const;
const misfits = [null, true, {}, [], { a: 1 }, nested(200)] as const;

/** Values that a type may accept or must refuse, none of which may cause an internal error. */
function hostileOf(type: GraphQLInputType, name: string): readonly unknown[] {
  const plain = getNullableType(type);
  if (isListType(plain))
    return [
      [],
      [null],
      nested(100),
      ...hostileOf(plain.ofType, name).map((value) => [value]),
      Array.from({ length: 500 }, () => valueOf(plain.ofType, name, {})),
    ];
  if (isEnumType(plain)) return ["nonsense", "a\u0000", 1];
  if (isInputObjectType(plain)) return [...misfits, { __proto__: null, constructor: 1 }];
  if (plain.name === "Int") return hostileInts;
  if (plain.name === "Float") return hostileFloats;
  if (plain.name === "DateTime") return hostileTimes;
  if (plain.name === "Boolean") return ["true", 2];
  return name === "after" ? [...hostileTexts.slice(0, 7), ...hostileCursors] : [...hostileTexts, nested(70)];
}

/** Valid values by argument name, for existing objects. */
export type Known = Readonly<Record<string, unknown>>;

/** A valid value of a type, with the known value where its name has one. */
export function valueOf(type: GraphQLInputType, name: string, known: Known): unknown {
  const plain = getNullableType(type);
  if (isListType(plain)) return [valueOf(plain.ofType, name, known)];
  if (isEnumType(plain)) return plain.getValues()[0]!.name;
  if (isInputObjectType(plain))
    return Object.fromEntries(
      Object.values(plain.getFields()).map((field) => [field.name, valueOf(field.type, field.name, known)]),
    );
  if (/idempotency/i.test(name)) return randomUUID();
  if (name in known) return known[name];
  if (name === "after") return null;
  return (
    { Int: 1, Float: 1, Boolean: true, DateTime: "2026-12-01T12:00:00Z", ID: known["id"] ?? id }[
      plain.name
    ] ?? "nothing"
  );
}

/** One variable with one changed place. */
export interface Attempt {
  readonly place: string;
  readonly variables: Record<string, unknown>;
}

/** Every place within the arguments with every hostile value, while all others are valid. */
export function* attemptsOf(args: readonly GraphQLArgument[], known: Known): Generator<Attempt> {
  const base = () =>
    Object.fromEntries(args.map((argument) => [argument.name, valueOf(argument.type, argument.name, known)]));
  const places = function* (type: GraphQLInputType, path: string[]): Generator<[string[], unknown]> {
    for (const value of hostileOf(type, path.at(-1)!)) yield [path, value];
    const named = getNamedType(type);
    if (isInputObjectType(named) && path.length < 4)
      for (const field of Object.values(named.getFields())) yield* places(field.type, [...path, field.name]);
  };
  for (const argument of args)
    for (const [path, value] of places(argument.type, [argument.name])) {
      const variables = base();
      let at: Record<string, unknown> = variables;
      for (const step of path.slice(0, -1)) {
        const next = Array.isArray(at[step]) ? (at[step] as unknown[])[0] : at[step];
        at = next as Record<string, unknown>;
      }
      at[path.at(-1)!] = value;
      yield { place: path.join("."), variables };
    }
}

/** The smallest selection set of a field's type. */
const selectionOf = (field: GraphQLField<unknown, unknown>) =>
  isObjectType(getNamedType(field.type)) ? " { __typename }" : "";

const declare = (args: readonly GraphQLArgument[]) =>
  args.length > 0 ? `(${args.map(({ name, type }) => `$${name}: ${String(type)}`).join(", ")})` : "";
const pass = (args: readonly GraphQLArgument[]) =>
  args.length > 0 ? `(${args.map(({ name }) => `${name}: $${name}`).join(", ")})` : "";

/** A call with arguments: of a root field, or of a field reached through root fields. */
export interface Call {
  readonly name: string;
  readonly kind: "query" | "mutation" | "subscription";
  readonly args: readonly GraphQLArgument[];
  readonly document: string;
}

/** Every field of the schema that takes arguments, each with a document that reaches it. */
export function callsOf(schema: GraphQLSchema): Call[] {
  const calls: Call[] = [];
  const roots = [
    ["query", schema.getQueryType()],
    ["mutation", schema.getMutationType()],
    ["subscription", schema.getSubscriptionType()],
  ] as const;
  for (const [kind, root] of roots)
    for (const field of Object.values(root!.getFields()))
      if (field.args.length > 0)
        calls.push({
          name: field.name,
          kind,
          args: field.args,
          document: `${kind} ${declare(field.args)} { ${field.name}${pass(field.args)}${selectionOf(field)} }`,
        });
  // Fields below the roots, by the shortest path to their type.
  const seen = new Set<GraphQLObjectType>([schema.getQueryType()!]);
  type Way = { type: GraphQLObjectType; open: string; close: string; args: GraphQLArgument[]; depth: number };
  let ways: Way[] = [{ type: schema.getQueryType()!, open: "", close: "", args: [], depth: 0 }];
  while (ways.length > 0) {
    const next: Way[] = [];
    for (const way of ways)
      for (const field of Object.values(way.type.getFields())) {
        const type = getNamedType(field.type);
        const taken = new Set(way.args.map(({ name }) => name));
        if (way.depth > 0 && field.args.length > 0 && !field.args.some(({ name }) => taken.has(name))) {
          const args = [...way.args, ...field.args];
          calls.push({
            name: `${way.type.name}.${field.name}`,
            kind: "query",
            args: field.args,
            document: `query ${declare(args)} { ${way.open}${field.name}${pass(field.args)}${selectionOf(field)}${way.close} }`,
          });
        }
        if (!isObjectType(type) || seen.has(type) || way.depth >= 4) continue;
        const needed = field.args.filter((argument) => isNonNullType(argument.type));
        if (needed.some(({ name }) => taken.has(name))) continue;
        seen.add(type);
        next.push({
          type,
          open: `${way.open}${field.name}${pass(needed)} { `,
          close: ` }${way.close}`,
          args: [...way.args, ...needed],
          depth: way.depth + 1,
        });
      }
    ways = next;
  }
  return calls;
}

/** Values for variables of a document that aren't under attack. */
export const fillOf = (call: Call, known: Known): Record<string, unknown> =>
  Object.fromEntries(
    [...call.document.matchAll(/\$(\w+): (\w+)/g)]
      .filter(([, name]) => !call.args.some((argument) => argument.name === name))
      .map(([, name = "", type]) => [name, name in known ? known[name] : type === "Int" ? 1 : known["id"]]),
  );
