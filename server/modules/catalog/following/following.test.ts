import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { TestPerson } from "../../../testing/harness.ts";
import { createClass } from "../../../testing/factories.ts";
import { server, startCatalog } from "../testing.ts";

startCatalog();

interface Shown {
  readonly id: string;
  readonly name: string;
  readonly isFollowing: boolean;
}

async function follow(kind: string, slug: string, following: boolean, as?: TestPerson) {
  const { data, errors } = await server.graphql<{ setFollow: Shown }>(
    `mutation ($kind: FollowKind!, $slug: String!, $following: Boolean!) {
       setFollow(kind: $kind, slug: $slug, following: $following) { id name isFollowing } }`,
    { kind, slug, following },
    as ? { as } : {},
  );
  return { followed: data?.setFollow, codes: errors.map(({ extensions }) => extensions.code) };
}
async function follows(as: TestPerson): Promise<string[]> {
  const { data, errors } = await server.graphql<{ follows: Shown[] }>(
    "{ follows { id name isFollowing } }",
    {},
    { as },
  );
  expect(errors).toEqual([]);
  return data!.follows.map(({ id }) => id);
}
async function newCourse(slug: string): Promise<void> {
  await server.pool.query(
    `insert into courses.courses (slug, title, description, pace, published_at, created_at)
     values ($1, 'Ten bars of house', '', 'open', now(), now())`,
    [slug],
  );
}

test("follows an instructor, a style, a category and a course, each once", async () => {
  const member = await server.member();
  const course = `course-${randomUUID()}`;
  await newCourse(course);
  for (const [kind, slug] of [
    ["instructor", "demo-ana"],
    ["style", "house"],
    ["category", "grooves"],
    ["course", course],
  ] as const)
    for (let time = 1; time <= 2; time += 1)
      expect(await follow(kind, slug, true, member)).toEqual({
        followed: expect.objectContaining({ id: `${kind}:${slug}`, isFollowing: true }),
        codes: [],
      });
  expect((await follows(member)).toSorted()).toEqual(
    [`instructor:demo-ana`, "style:house", "category:grooves", `course:${course}`].toSorted(),
  );

  expect((await follow("style", "house", false, member)).followed?.isFollowing).toBe(false);
  expect((await follow("style", "house", false, member)).codes).toEqual([]);
  expect(await follows(member)).toHaveLength(3);
});

test("shows on an instructor, style and category whether the viewer follows it", async () => {
  const [member, other] = [await server.member(), await server.member()];
  await createClass(server.pool, { slug: "followed", categories: ["grooves"] });
  await follow("instructor", "demo-ana", true, member);
  await follow("style", "hip-hop", true, member);
  await follow("category", "grooves", true, member);
  const read = async (as?: TestPerson) => {
    const { data, errors } = await server.graphql<Record<string, unknown>>(
      `{ instructorBySlugPublic(slug: "demo-ana") { follow { isFollowing } }
         styles { slug follow { isFollowing } }
         categories(slugs: ["grooves"]) { isFollowing follow { isFollowing } } }`,
      {},
      as ? { as } : {},
    );
    expect(errors).toEqual([]);
    return data;
  };
  const shown = (isFollowing: boolean) => ({
    instructorBySlugPublic: { follow: { isFollowing } },
    styles: expect.arrayContaining([
      { slug: "hip-hop", follow: { isFollowing } },
      { slug: "house", follow: { isFollowing: false } },
    ]),
    categories: [{ isFollowing, follow: { isFollowing } }],
  });
  expect(await read(member)).toEqual(shown(true));
  expect(await read(other)).toEqual(shown(false));
  expect(await read()).toEqual(shown(false));
});

test("refuses what doesn't exist, a draft course, and viewers without a session", async () => {
  const member = await server.member();
  await server.pool.query(
    `insert into courses.courses (slug, title, description, pace, created_at) values ('a-draft', 'Draft', '', 'open', now())`,
  );
  expect((await follow("instructor", "demo-unknown", true, member)).codes).toEqual(["NOT_FOUND"]);
  expect((await follow("course", "a-draft", true, member)).codes).toEqual(["NOT_FOUND"]);
  expect((await follow("style", "house", true)).codes).toEqual(["UNAUTHENTICATED"]);
});

test("refuses more than a hundred of a kind, and keeps those before", async () => {
  const member = await server.member();
  await server.pool.query(
    `with added as (
       insert into catalog.instructors (slug, name) select 'many-' || n, 'Many ' || n from generate_series(1, 100) as n returning id
     )
     insert into catalog.followed_instructors (person_id, instructor_id, followed_at) select $1, id, now() from added`,
    [member.id],
  );
  expect((await follow("instructor", "demo-ana", true, member)).codes).toEqual(["BAD_INPUT"]);
  expect((await follow("instructor", "many-7", true, member)).codes).toEqual([]);
  expect(await follows(member)).toHaveLength(100);
});

test("suggests new classes of a followed instructor and style", async () => {
  const member = await server.member();
  for (let place = 1; place <= 40; place += 1)
    await createClass(server.pool, { style: "latin", instructor: "demo-ana" });
  const old = { publishedAt: new Date(Date.now() - 90 * 86_400_000) };
  const ofTeacher = await createClass(server.pool, { style: "latin", instructor: "demo-kofi", ...old });
  const ofStyle = await createClass(server.pool, { style: "house", instructor: "demo-ana", ...old });
  const suggested = async () => {
    const { data } = await server.graphql<{ forYouClasses: { id: string }[] }>(
      "{ forYouClasses(first: 4) { id } }",
      {},
      { as: member },
    );
    return data!.forYouClasses.map(({ id }) => id);
  };
  await follow("instructor", "demo-kofi", true, member);
  await follow("style", "house", true, member);
  expect((await suggested()).slice(0, 2).toSorted()).toEqual([ofTeacher.id, ofStyle.id].toSorted());
});

test("lists and unfollows a course that became a draft again, but follows it no more", async () => {
  const member = await server.member();
  const slug = `course-${randomUUID()}`;
  await newCourse(slug);
  await follow("course", slug, true, member);
  await server.pool.query("update courses.courses set published_at = null where slug = $1", [slug]);
  expect(await follows(member)).toEqual([`course:${slug}`]);
  expect((await follow("course", slug, false, member)).followed?.isFollowing).toBe(false);
  expect(await follows(member)).toEqual([]);
  expect((await follow("course", slug, true, member)).codes).toEqual(["NOT_FOUND"]);
  const stranger = await server.member();
  expect((await follow("course", slug, false, stranger)).codes).toEqual(["NOT_FOUND"]);
});
