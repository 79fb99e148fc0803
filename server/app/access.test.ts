import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
} from "graphql";
import type { GraphQLField, GraphQLInputType, GraphQLOutputType } from "graphql";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../testing/harness.ts";
import type { TestPerson, TestServer } from "../testing/harness.ts";
import { schema } from "./schema.ts";

/** What works without a token, as the contract says, and what later calls add to it knowingly. */
const open = new Set([
  "plans",
  "paymentConfig",
  "me",
  "configs",
  "categories",
  "sections",
  "styles",
  "userPreferenceOptions",
  "userPreferenceOptionsVariantB",
  "instructorBySlugPublic",
  "studioClass",
  "studioClasses",
  "challenges",
  "challengeById",
  "badgesByYear",
  "forYouClasses",
  "continueClasses",
  "dueParts",
  "serverTime",
  "userProfileGetByUsername",
  "post",
  "posts",
  "comment",
  "videoUpload",
]);
/** What needs an account, not only a person. */
const forMembers = new Set([
  "setUsername",
  "updateProfile",
  "setFollowing",
  "setBlocked",
  "setMuted",
  "changePrivacy",
  "account",
  "sendAddressProof",
  "endSession",
  "removePasskey",
  "createPost",
  "editPost",
  "deletePost",
  "createComment",
  "createClassComment",
  "editComment",
  "deleteComment",
  "approveComment",
  "setLike",
]);

/** A value that the type takes and that names nothing that is there. */
function valueOf(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return valueOf(type.ofType);
  if (isListType(type)) return [];
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (isInputObjectType(type))
    return Object.fromEntries(
      Object.values(type.getFields())
        .filter((field) => isNonNullType(field.type))
        .map((field) => [field.name, valueOf(field.type)]),
    );
  if (isScalarType(type))
    return (
      { Int: 1, Float: 1, Boolean: true, DateTime: "2026-01-01T00:00:00Z", ID: randomUUID() }[type.name] ??
      "nothing"
    );
  throw new Error(`No value for ${String(type)}`);
}

/** The shortest selection that a type allows. */
function selectionOf(type: GraphQLOutputType): string {
  return isObjectType(getNamedType(type)) ? "{ __typename }" : "";
}

const operations = (["Query", "Mutation"] as const).flatMap((kind) =>
  Object.values(
    kind === "Query" ? schema.getQueryType()!.getFields() : schema.getMutationType()!.getFields(),
  ).map((field) => [field.name, kind, field] as const),
);

function documentOf(kind: "Query" | "Mutation", field: GraphQLField<unknown, unknown>) {
  const given = field.args.filter((argument) => isNonNullType(argument.type));
  const variables = Object.fromEntries(given.map((argument) => [argument.name, valueOf(argument.type)]));
  const declared = given.map((argument) => `$${argument.name}: ${String(argument.type)}`).join(", ");
  const passed = given.map((argument) => `${argument.name}: $${argument.name}`).join(", ");
  return {
    variables,
    query: `${kind.toLowerCase()} ${declared ? `(${declared})` : ""} { ${field.name}${passed ? `(${passed})` : ""} ${selectionOf(field.type)} }`,
  };
}

let server: TestServer;
let anonymous: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  anonymous = await server.anonymous();
});
afterAll(() => server?.stop());

const codesOf = async (
  kind: "Query" | "Mutation",
  field: GraphQLField<unknown, unknown>,
  as?: TestPerson,
) => {
  const { query, variables } = documentOf(kind, field);
  const { errors } = await server.graphql(query, variables, as ? { as } : {});
  return errors.map(({ extensions }) => extensions.code);
};

describe.each(operations)("%s", (name, kind, field) => {
  test(open.has(name) ? "works without a token" : "needs somebody", async () => {
    expect(await codesOf(kind, field)).toEqual(open.has(name) ? [] : ["UNAUTHENTICATED"]);
  });

  test(forMembers.has(name) ? "needs an account" : "works for an anonymous person", async () => {
    const codes = await codesOf(kind, field, anonymous);
    if (forMembers.has(name)) expect(codes).toEqual(["REGISTRATION_REQUIRED"]);
    else
      for (const code of codes)
        expect(["NOT_FOUND", "BAD_INPUT", "PLAN_UNKNOWN", "USERNAME_INVALID"]).toContain(code);
  });

  test("refuses a token that isn't ours", async () => {
    const { query, variables } = documentOf(kind, field);
    const { errors } = await server.graphql(query, variables, {
      headers: { "x-auth-token": "Bearer x.y.z" },
    });
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(["UNAUTHENTICATED"]);
  });
});

test("every call that is listed here exists", () => {
  const names = new Set(operations.map(([name]) => name));
  for (const name of [...open, ...forMembers]) expect(names).toContain(name);
});
