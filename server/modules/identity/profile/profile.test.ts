import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";

let server: TestServer;
let now = Date.UTC(2026, 10, 21);
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock: { now: () => new Date(now) } });
});
afterAll(() => server?.stop());

const fresh = () =>
  `d${randomUUID()
    .replaceAll("-", "")
    .replaceAll(/[01i5l]/g, "x")
    .slice(0, 12)}`;
const name = (as: TestPerson | null, newUsername: string) =>
  server.graphql<{ setUsername: { username: string } }>(
    "mutation ($newUsername: String!) { setUsername(newUsername: $newUsername) { id username } }",
    { newUsername },
    as ? { as } : {},
  );
async function exists(as: TestPerson, username: string): Promise<boolean> {
  const { data, errors } = await server.graphql<{ userCheckUsername: { exists: boolean } }>(
    "mutation ($username: String!) { userCheckUsername(username: $username) { exists } }",
    { username },
    { as },
  );
  expect(errors).toEqual([]);
  return data!.userCheckUsername.exists;
}
const codeOf = (answer: { errors: readonly { extensions: { code: string } }[] }) =>
  answer.errors[0]?.extensions.code;

describe("a username", () => {
  test("keeps its case, and reserves lookalikes against others", async () => {
    const [me, other, visitor] = [await server.member(), await server.member(), await server.anonymous()];
    const chosen = `Lil0${fresh()}`;
    expect(await exists(visitor, chosen)).toBe(false);
    expect((await name(me, chosen)).data?.setUsername.username).toBe(chosen);
    expect(await exists(me, chosen)).toBe(false);
    for (const alike of [chosen, chosen.toLowerCase(), chosen.replace("Lil0", "1i1o")]) {
      const valid = /^[a-z]/i.test(alike) ? alike : `l${alike.slice(1)}`;
      expect(await exists(other, valid)).toBe(true);
      expect(codeOf(await name(other, valid))).toBe("USERNAME_TAKEN");
    }
  });

  test("is held for its former owner for 90 days", async () => {
    const [me, other] = [await server.member(), await server.member()];
    const [first, second] = [fresh(), fresh()];
    await name(me, first);
    await name(me, second);
    expect(codeOf(await name(other, first))).toBe("USERNAME_TAKEN");
    expect((await name(me, first)).errors).toEqual([]);
    now += 91 * 24 * 3_600_000;
    expect((await name(other, second)).errors).toEqual([]);
    expect(codeOf(await name(me, second))).toBe("USERNAME_TAKEN");
  });

  test("goes to one person when several request it concurrently", async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => server.member()));
    const wanted = fresh();
    const answers = await Promise.all(people.map((person) => name(person, wanted)));
    expect(answers.map((answer) => codeOf(answer) ?? "named").toSorted()).toEqual([
      ...Array.from({ length: 7 }, () => "USERNAME_TAKEN"),
      "named",
    ]);
  });

  test.each([
    "ab",
    "a".repeat(31),
    "9lives",
    "two..dots",
    "ends.",
    "päüla",
    "with space",
    "а_cyrillic",
    "<b>",
    "",
  ])("rejects the malformed username %j", async (wanted) => {
    const me = await server.member();
    const answer = await name(me, wanted);
    expect(answer.errors[0]?.extensions).toMatchObject({ code: "USERNAME_INVALID", reason: "form" });
  });

  test.each(["admin", "Support", "eightcount", "l0gin"])("reserves %s for the studio", async (wanted) => {
    const me = await server.member();
    expect(await exists(me, wanted)).toBe(true);
    expect((await name(me, wanted)).errors[0]?.extensions).toMatchObject({
      code: "USERNAME_INVALID",
      reason: "reserved",
    });
  });

  test("requires registration and a viewer", async () => {
    expect(codeOf(await name(await server.anonymous(), fresh()))).toBe("REGISTRATION_REQUIRED");
    expect(codeOf(await name(null, fresh()))).toBe("UNAUTHENTICATED");
  });
});

describe("a profile", () => {
  const change = (as: TestPerson, profile: object) =>
    server.graphql<{ updateProfile: object }>(
      `mutation ($profile: ProfileInput!) { updateProfile(profile: $profile) {
        name firstName lastName bio links { url title } } }`,
      { profile },
      { as },
    );

  test("keeps unchanged fields, and splits the name", async () => {
    const me = await server.member();
    await change(me, { name: "  Demo   Ana  Third ", bio: "I dance" });
    const { data } = await change(me, { links: [{ url: "https://example.test/ana", title: "My page" }] });
    expect(data?.updateProfile).toEqual({
      name: "Demo Ana Third",
      firstName: "Demo",
      lastName: "Ana",
      bio: "I dance",
      links: [{ url: "https://example.test/ana", title: "My page" }],
    });
    expect((await change(me, { bio: " " })).data?.updateProfile).toMatchObject({
      bio: null,
      name: "Demo Ana Third",
    });
  });

  test.each([
    [{ name: " " }, "BAD_INPUT", "profile.name"],
    [{ bio: "x".repeat(501) }, "BAD_INPUT", "profile.bio"],
    [{ bio: "4242 4242 4242 4242" }, "PAN_REJECTED", "profile.bio"],
    [{ links: [{ url: "javascript:alert(1)", title: "x" }] }, "BAD_INPUT", "profile.links"],
    [{ links: [{ url: "https://a@b.test/", title: "x" }] }, "BAD_INPUT", "profile.links"],
    [{ links: [{ url: "https://b.test/", title: "" }] }, "BAD_INPUT", "profile.links"],
    [
      { links: Array.from({ length: 6 }, () => ({ url: "https://b.test/", title: "x" })) },
      "BAD_INPUT",
      "profile.links",
    ],
  ])("rejects %j", async (profile, code, field) => {
    const me = await server.member();
    expect((await change(me, profile)).errors[0]?.extensions).toMatchObject({ code, field });
  });
});
