import type { GraphQLField } from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../testing/harness.ts";
import type { TestPerson, TestServer } from "../testing/harness.ts";
import { documentOf } from "../testing/documents.ts";
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
  // Asked for with them, and nothing before anybody is there.
  "children",
  "userPreferenceOptionsVariantB",
  "instructorBySlugPublic",
  "studioClass",
  "studioClasses",
  "challenges",
  "challengeById",
  "badgesByYear",
  "badgeById",
  "forYouClasses",
  "continueClasses",
  "dueParts",
  "userProfileGetByUsername",
  "post",
  "posts",
  "comment",
  "videoUpload",
]);
/** What needs an account, not only a person. */
const forMembers = new Set([
  "setUsername",
  "createFamilyMember",
  "createChildProfile",
  "updateFamilyMember",
  "removeFamilyMember",
  "setFamilyPin",
  "updateProfile",
  "setFollowing",
  "setBlocked",
  "setMuted",
  "changePrivacy",
  "account",
  "sendAddressProof",
  "endSession",
  "removePasskey",
  "disconnectProvider",
  "requestDataExport",
  "deleteAccount",
  "keepAccount",
  "createPost",
  "editPost",
  "deletePost",
  "createComment",
  "createClassComment",
  "createVideoComment",
  "editComment",
  "deleteComment",
  "approveComment",
  "setLike",
  "createVideoUpload",
  "resumeVideoUpload",
  "changeVideoUpload",
  "deleteVideoUpload",
  "changeCare",
  "appeal",
]);

const operations = (["Query", "Mutation"] as const).flatMap((kind) =>
  Object.values(
    kind === "Query" ? schema.getQueryType()!.getFields() : schema.getMutationType()!.getFields(),
  ).map((field) => [field.name, kind, field] as const),
);

let server: TestServer;
let anonymous: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  anonymous = await server.anonymous();
  // What the generated call chooses: their token says so from the start, and isn't out of date afterwards.
  await server.pool.query(`update identity."user" set "hidesExplicit" = true where id = $1`, [anonymous.id]);
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
        expect([
          "NOT_FOUND",
          "BAD_INPUT",
          "PLAN_UNKNOWN",
          "PROVIDER_UNAVAILABLE",
          "USERNAME_INVALID",
        ]).toContain(code);
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
