import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";

let server: TestServer;
let ana: TestPerson;
let ben: TestPerson;
let guest: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  ana = await server.member({ username: "ana.steps", name: "Ana Steps" });
  ben = await server.member({ username: "ben_two", name: "Ben Two" });
  guest = await server.anonymous();
});
afterAll(() => server?.stop());

const page = `query ($username: String!) { userProfileGetByUsername(username: $username) {
  id username name bio isMe instructorSlug isFollowing isFollowingMe isBlockedByMe isMutedByMe followersCount followingCount
  links { url title } privacy { bio } followers { items { username } nextCursor } } }`;
interface Profile {
  id: string;
  username: string;
  name: string | null;
  bio: string | null;
  isMe: boolean;
  instructorSlug: string | null;
  isFollowing: boolean;
  isFollowingMe: boolean;
  isBlockedByMe: boolean;
  isMutedByMe: boolean;
  followersCount: number;
  links: { url: string; title: string }[];
  privacy: { bio: string } | null;
  followers: { items: { username: string }[]; nextCursor: string | null };
}
const profileOf = async (username: string, as?: TestPerson): Promise<Profile | null> => {
  const { data, errors } = await server.graphql<{ userProfileGetByUsername: Profile | null }>(
    page,
    { username },
    as ? { as } : {},
  );
  expect(errors).toEqual([]);
  return data!.userProfileGetByUsername;
};
const change = async (query: string, variables: object, as: TestPerson) => {
  const { errors } = await server.graphql(query, variables, { as });
  return errors.map(({ extensions }) => extensions.code);
};
const follow = (as: TestPerson, userId: string, following = true) =>
  change(
    `mutation ($userId: ID!, $following: Boolean!) { setFollowing(userId: $userId, following: $following) }`,
    { userId, following },
    as,
  );
const block = (as: TestPerson, userId: string, blocked = true) =>
  change(
    `mutation ($userId: ID!, $blocked: Boolean!) { setBlocked(userId: $userId, blocked: $blocked) }`,
    { userId, blocked },
    as,
  );
const setPrivacy = (as: TestPerson, privacy: object) =>
  change(
    `mutation ($privacy: ProfilePrivacyInput!) { changePrivacy(privacy: $privacy) { bio } }`,
    { privacy },
    as,
  );

test("finds a page by any spelling of its username, also without a token; unknown usernames return null", async () => {
  for (const name of ["ana.steps", "@ANA.steps", " ana.steps "])
    expect(await profileOf(name)).toMatchObject({ id: ana.id, isMe: false, privacy: null });
  expect(await profileOf("ana.steps", ana)).toMatchObject({ isMe: true, privacy: { bio: "everyone" } });
  for (const name of ["nobody.here", "", "x".repeat(500)]) expect(await profileOf(name)).toBeNull();
});

test("shows each part of a page to its own audience", async () => {
  await change(
    `mutation { updateProfile(profile: { bio: "Marks twice", links: [{ url: "https://example.test/", title: "Diary" }] }) { id } }`,
    {},
    ana,
  );
  expect(await setPrivacy(ana, { bio: "members", links: "me" })).toEqual([]);
  expect(await profileOf("ana.steps")).toMatchObject({ bio: null, links: [], name: "Ana Steps" });
  expect(await profileOf("ana.steps", guest)).toMatchObject({ bio: null });
  expect(await profileOf("ana.steps", ben)).toMatchObject({ bio: "Marks twice", links: [] });
  expect(await profileOf("ana.steps", ana)).toMatchObject({
    bio: "Marks twice",
    links: [{ title: "Diary" }],
    privacy: { bio: "members" },
  });
  await setPrivacy(ana, { bio: "crew" });
  expect((await profileOf("ana.steps", ben))?.bio).toBeNull();
  await follow(ben, ana.id);
  expect((await profileOf("ana.steps", ben))?.bio).toBeNull();
  await follow(ana, ben.id);
  expect(await profileOf("ana.steps", ben)).toMatchObject({
    bio: "Marks twice",
    isFollowing: true,
    isFollowingMe: true,
  });
  await follow(ana, ben.id, false);
  await setPrivacy(ana, { bio: "everyone", links: "everyone" });
});

test("shows badges to their audience", async () => {
  const badges = (as?: TestPerson) =>
    server.graphql(`{ badgesByYear(username: "ana.steps") { year } }`, {}, as ? { as } : {});
  await server.pool.query(
    `with achievement as (insert into challenges.achievements (id, trigger_type) values (gen_random_uuid(), 'class_completed') returning id),
     badge as (insert into challenges.badges (id, slug, achievement_id, name, description, amount_to_earn)
       select gen_random_uuid(), 'first', id, 'First', 'One', 1 from achievement returning id)
     insert into challenges.earned_badges (badge_id, person_id, earned_at) select id, $1, '2026-02-01' from badge`,
    [ana.id],
  );
  expect((await badges()).data).toEqual({ badgesByYear: [{ year: 2026 }] });
  await change(`mutation { changePrivacy(privacy: { badges: me }) { badges } }`, {}, ana);
  expect((await badges(ben)).data).toEqual({ badgesByYear: [] });
  expect((await badges(ana)).data).toEqual({ badgesByYear: [{ year: 2026 }] });
});

test("counts a repeated follow once, and pages followers", async () => {
  const star = await server.member({ username: "star" });
  const fans = await Promise.all(["fan.a", "fan.b", "fan.c"].map((username) => server.member({ username })));
  for (const fan of fans) {
    expect(await follow(fan, star.id)).toEqual([]);
    expect(await follow(fan, star.id)).toEqual([]);
  }
  const read = async (after: string | null) => {
    const { data } = await server.graphql<{
      userProfileGetByUsername: { followersCount: number; followers: Profile["followers"] };
    }>(
      `query ($after: String) { userProfileGetByUsername(username: "star") { followersCount
        followers(pagination: { first: 2, after: $after }) { items { username } nextCursor } } }`,
      { after },
    );
    return data!.userProfileGetByUsername;
  };
  const first = await read(null);
  const second = await read(first.followers.nextCursor);
  expect(first.followersCount).toBe(3);
  expect([...first.followers.items, ...second.followers.items].map(({ username }) => username)).toEqual([
    "fan.c",
    "fan.b",
    "fan.a",
  ]);
  expect(second.followers.nextCursor).toBeNull();
});

test("hides the page from a blocked person and removes both follows", async () => {
  const cora = await server.member({ username: "cora" });
  const dan = await server.member({ username: "dan" });
  await follow(cora, dan.id);
  await follow(dan, cora.id);
  expect(await block(cora, dan.id)).toEqual([]);
  expect(await block(cora, dan.id)).toEqual([]);
  expect(await profileOf("cora", dan)).toBeNull();
  expect(await profileOf("dan", cora)).toMatchObject({ isBlockedByMe: true, isFollowing: false });
  expect(await follow(dan, cora.id)).toEqual(["NOT_FOUND"]);
  expect(await follow(cora, dan.id)).toEqual(["BAD_INPUT"]);
  await block(cora, dan.id, false);
  expect(await profileOf("cora", dan)).toMatchObject({ isFollowingMe: false });
});

test("rejects blocking oneself or an unknown person", async () => {
  expect(await block(ana, ana.id)).toEqual(["BAD_INPUT"]);
  expect(await block(ana, guest.id)).toEqual(["NOT_FOUND"]);
  expect(await block(ana, "nonsense")).toEqual(["NOT_FOUND"]);
  expect(await block(guest, ana.id)).toEqual(["REGISTRATION_REQUIRED"]);
});

test("suggests usernames by prefix, without people blocked or muted", async () => {
  const eve = await server.member({ username: "zeta.eve" });
  const zoe = await server.member({ username: "zeta.zoe" });
  const offered = async (as: TestPerson, beginning: string) =>
    (
      await server.graphql<{ people: { username: string }[] }>(
        `query ($beginning: String!) { people(beginning: $beginning) { username } }`,
        { beginning },
        { as },
      )
    ).data?.people.map(({ username }) => username);
  expect(await offered(ana, "@Zeta")).toEqual(["zeta.eve", "zeta.zoe"]);
  await block(zoe, ana.id);
  expect(await offered(ana, "zeta")).toEqual(["zeta.eve"]);
  expect(await offered(eve, "zeta.z")).toEqual(["zeta.zoe"]);
  expect(await offered(ana, "%")).toEqual([]);
});

test("hides who blocks whom from everyone else", async () => {
  const read = async (as: TestPerson) =>
    (
      await server.graphql<{ userProfileGetByUsername: { blocked: { items: { username: string }[] } } }>(
        `{ userProfileGetByUsername(username: "ana.steps") { blocked { items { username } } } }`,
        {},
        { as },
      )
    ).data?.userProfileGetByUsername.blocked.items;
  await block(ana, ben.id);
  expect(await read(ana)).toEqual([{ username: "ben_two" }]);
  await block(ana, ben.id, false);
  expect(await read(guest)).toEqual([]);
});

test("links an instructor's page", async () => {
  await server.pool.query(
    `insert into catalog.instructors (slug, name, person_id) values ('ana-steps', 'Ana Steps', $1)`,
    [ana.id],
  );
  expect((await profileOf("ana.steps"))?.instructorSlug).toBe("ana-steps");
  expect((await profileOf("ben_two"))?.instructorSlug).toBeNull();
});
