import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClass, createLibrary } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { mergePractice } from "../merge.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  await createLibrary(server.pool);
});
afterAll(() => server?.stop());

interface Playlist {
  id: string;
  name: string;
  revision: number;
  shareKey: string | null;
  setId: string;
  classCount: number;
  classes: { id: string; isLocked: boolean }[];
}
const fields = "id name revision shareKey setId classCount classes { id isLocked }";
const newClass = async (more: Parameters<typeof createClass>[1] = {}) =>
  (await createClass(server.pool, { isPlayable: true, ...more })).id;
async function change(as: TestPerson, call: string, variables: object = {}, declared = "") {
  const { data, errors } = await server.graphql<{ playlist: Playlist }>(
    `mutation ${declared} { playlist: ${call} { ${fields} } }`,
    variables,
    { as },
  );
  return { playlist: data?.playlist ?? null, code: errors[0]?.extensions.code };
}
const create = (as: TestPerson, name = "For Friday", id: string = randomUUID(), classId?: string) =>
  change(
    as,
    "createPlaylist(id: $id, name: $name, classId: $classId)",
    { id, name, classId },
    "($id: ID!, $name: String!, $classId: ID)",
  );
const add = (as: TestPerson, id: string, classId: string, place?: number) =>
  change(
    as,
    "addToPlaylist(id: $id, classId: $classId, place: $place)",
    { id, classId, place },
    "($id: ID!, $classId: ID!, $place: Int)",
  );
const remove = (as: TestPerson, id: string, classId: string) =>
  change(as, "removeFromPlaylist(id: $id, classId: $classId)", { id, classId }, "($id: ID!, $classId: ID!)");
const order = (as: TestPerson, id: string, classIds: string[], revision: number) =>
  change(
    as,
    "orderPlaylist(id: $id, classIds: $classIds, revision: $revision)",
    { id, classIds, revision },
    "($id: ID!, $classIds: [ID!]!, $revision: Int!)",
  );
const share = (as: TestPerson, id: string, isShared: boolean) =>
  change(
    as,
    "sharePlaylist(id: $id, isShared: $isShared)",
    { id, isShared },
    "($id: ID!, $isShared: Boolean!)",
  );
const read = async (as: TestPerson, id: string) =>
  (
    await server.graphql<{ playlist: Playlist | null }>(
      `query ($id: ID!) { playlist(id: $id) { ${fields} } }`,
      { id },
      { as },
    )
  ).data!.playlist;
const list = async (as: TestPerson | null, classId?: string) =>
  (
    await server.graphql<{
      myPlaylists: { items: { hasClass: boolean; place: number | null; playlist: { name: string } }[] };
    }>(
      "query ($classId: ID) { myPlaylists(classId: $classId) { items { hasClass place thumbnailImageUrl playlist { name classCount } } } }",
      { classId },
      as ? { as } : {},
    )
  ).data!.myPlaylists.items;
const idsOf = (playlist: Playlist | null) => playlist?.classes.map(({ id }) => id);
/** A playlist of a new guest with classes. */
async function withClasses(count: number) {
  const me = await server.anonymous();
  const id = randomUUID();
  await create(me, "For Friday", id);
  const classIds: string[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    classIds.push(await newClass());
    await add(me, id, classIds[nth]!);
  }
  return { me, id, classIds };
}

describe("a playlist", () => {
  test("is created once, with a first class, renamed and deleted", async () => {
    const me = await server.anonymous();
    const [id, classId] = [randomUUID(), await newClass()];
    for (let time = 0; time < 2; time += 1)
      expect(await create(me, "  For   Friday ", id, classId)).toMatchObject({
        playlist: { id, name: "For Friday", shareKey: null, classCount: 1, classes: [{ id: classId }] },
      });
    expect(await list(me, classId)).toMatchObject([
      { hasClass: true, playlist: { name: "For Friday", classCount: 1 } },
    ]);
    expect(await list(me, await newClass())).toMatchObject([{ hasClass: false }]);
    await change(
      me,
      "renamePlaylist(id: $id, name: $name)",
      { id, name: "Later" },
      "($id: ID!, $name: String!)",
    );
    expect((await read(me, id))?.name).toBe("Later");
    for (let time = 0; time < 2; time += 1)
      expect(
        (await server.graphql("mutation ($id: ID!) { deletePlaylist(id: $id) }", { id }, { as: me })).errors,
      ).toEqual([]);
    expect(await list(me)).toEqual([]);
    expect(await list(null)).toEqual([]);
  });

  test("holds each class once, at the end or where it was, and loses it once", async () => {
    const { me, id, classIds } = await withClasses(3);
    const [first, second, third] = classIds;
    expect(idsOf((await add(me, id, first!)).playlist)).toEqual(classIds);
    for (let time = 0; time < 2; time += 1)
      expect(idsOf((await remove(me, id, second!)).playlist)).toEqual([first, third]);
    expect(idsOf((await add(me, id, second!, 2)).playlist)).toEqual(classIds);
  });

  test("takes a class back at its place, whatever left the library before it", async () => {
    const { me, id, classIds } = await withClasses(3);
    const [gone, second, third] = classIds;
    await server.pool.query("update catalog.classes set published_at = null where id = $1", [gone]);
    await remove(me, id, third!);
    expect(idsOf((await add(me, id, third!, 2)).playlist)).toEqual([second, third]);
  });

  test("keeps a locked class, and hides one that left the library until it returns", async () => {
    const { me, id, classIds } = await withClasses(2);
    const locked = await newClass({ accessType: "premium" });
    await add(me, id, locked);
    await server.pool.query("update catalog.classes set published_at = null where id = $1", [classIds[0]]);
    expect((await read(me, id))?.classes).toEqual([
      { id: classIds[1], isLocked: false },
      { id: locked, isLocked: true },
    ]);
    await server.pool.query("update catalog.classes set published_at = now() where id = $1", [classIds[0]]);
    expect(idsOf(await read(me, id))).toEqual([...classIds, locked]);
  });

  test("belongs to one profile", async () => {
    const { me, id, classIds } = await withClasses(1);
    const other = await server.member();
    expect(await read(other, id)).toBeNull();
    for (const { code } of [
      await create(other, "Mine", id),
      await add(other, id, classIds[0]!),
      await remove(other, id, classIds[0]!),
      await order(other, id, classIds, 2),
      await share(other, id, true),
    ])
      expect(code).toBe("NOT_FOUND");
    await server.graphql("mutation ($id: ID!) { deletePlaylist(id: $id) }", { id }, { as: other });
    expect(idsOf(await read(me, id))).toEqual(classIds);
  });

  test("moves with a guest's account", async () => {
    const { me, id, classIds } = await withClasses(2);
    const member = await server.member();
    await server.ctx().transact((tx) => mergePractice(tx, { from: me.id, into: member.id }));
    expect(idsOf(await read(member, id))).toEqual(classIds);
  });

  test.each([
    ["an empty name", "  ", randomUUID()],
    ["a long name", "a".repeat(61), randomUUID()],
    ["an id of another kind", "Mine", "mine"],
  ])("is refused with %s", async (_what, name, id) => {
    expect((await create(await server.anonymous(), name, id)).code).toBe("BAD_INPUT");
  });

  test("is refused beyond fifty lists and a hundred classes", async () => {
    const { me, id, classIds } = await withClasses(1);
    await server.pool.query(
      `insert into practice.playlists (id, person_id, name, created_at, changed_at)
       select gen_random_uuid(), $1, 'List ' || n, now(), now() from generate_series(1, 49) as n`,
      [me.id],
    );
    expect((await create(me)).code).toBe("BAD_INPUT");
    expect((await create(me, "For Friday", id)).code).toBeUndefined();
    await server.pool.query(
      `insert into catalog.classes (slug, title, description, level, type, access_type, style_id, instructor_id, section_id, duration_ms, picture)
       select 'held-' || n, 'Held', '', 'beginner', 'drill', 'free', (select min(id) from catalog.styles),
         (select id from catalog.instructors limit 1), (select min(id) from catalog.sections), 60000, 'test'
       from generate_series(1, 99) as n`,
    );
    await server.pool.query(
      `insert into practice.playlist_classes (playlist_id, class_id, place, added_at)
       select $1, id, 9, now() from catalog.classes where slug like 'held-%'`,
      [id],
    );
    expect((await add(me, id, await newClass())).code).toBe("BAD_INPUT");
    expect((await add(me, id, classIds[0]!)).code).toBeUndefined();
  });
});

describe("the order of a playlist", () => {
  test("changes for who saw the last change, and not for another tab", async () => {
    const { me, id, classIds } = await withClasses(3);
    const { revision } = (await read(me, id))!;
    const turned = classIds.toReversed();
    const done = await order(me, id, turned, revision);
    expect(idsOf(done.playlist)).toEqual(turned);
    expect((await order(me, id, classIds, revision)).code).toBe("CHANGED_MEANWHILE");
    expect(idsOf(await read(me, id))).toEqual(turned);
    expect((await order(me, id, classIds, done.playlist!.revision)).code).toBeUndefined();
  });

  test("must list every class once", async () => {
    const { me, id, classIds } = await withClasses(3);
    const { revision } = (await read(me, id))!;
    for (const wrong of [
      classIds.slice(1),
      [...classIds.slice(1), classIds[1]!],
      [...classIds, await newClass()],
      ["x"],
    ])
      expect((await order(me, id, wrong, revision)).code).toBe("BAD_INPUT");
  });

  test("stays whole when classes are added at the same time", async () => {
    const { me, id, classIds } = await withClasses(2);
    const more = await Promise.all([newClass(), newClass(), newClass()]);
    await Promise.all(more.map((classId) => add(me, id, classId)));
    const found = idsOf(await read(me, id))!;
    expect(found.slice(0, 2)).toEqual(classIds);
    expect(found.toSorted()).toEqual([...classIds, ...more].toSorted());
  });
});

describe("a shared playlist", () => {
  const shared = async (key: string | null, as?: TestPerson) =>
    (
      await server.graphql<{
        sharedPlaylist: { name: string; setId: string; classes: { id: string }[] } | null;
      }>(
        "query ($key: String!) { sharedPlaylist(key: $key) { name setId classes { id } } }",
        { key: key ?? "" },
        as ? { as } : {},
      )
    ).data!.sharedPlaylist;
  async function sharing() {
    const me = await server.member();
    const [id, classId] = [randomUUID(), await newClass()];
    await create(me, "For Friday", id, classId);
    const { playlist } = await share(me, id, true);
    return { me, id, classId, key: playlist!.shareKey };
  }

  test("is seen by its link until that is withdrawn, and never by an old link", async () => {
    const { me, id, classId, key } = await sharing();
    expect(await shared(key)).toMatchObject({ name: "For Friday", classes: [{ id: classId }] });
    expect((await share(me, id, true)).playlist?.shareKey).toBe(key);
    await share(me, id, false);
    expect(await shared(key)).toBeNull();
    const again = (await share(me, id, true)).playlist!.shareKey;
    expect(again).not.toBe(key);
    expect(await shared(key)).toBeNull();
    expect(await shared(again)).not.toBeNull();
    for (const text of ["", "x", randomUUID(), id]) expect(await shared(text)).toBeNull();
  });

  test("is no longer seen when its owner is suspended", async () => {
    const { me, key } = await sharing();
    const { closePlaylists } = await import("./playlists.ts");
    await server.ctx().transact((tx) => closePlaylists(tx, [me.id]));
    expect(await shared(key)).toBeNull();
  });

  test("needs a registered owner", async () => {
    const { me, id } = await withClasses(1);
    expect((await share(me, id, true)).code).toBe("REGISTRATION_REQUIRED");
  });

  test("leaves out for others what their settings hide", async () => {
    const { me, id, classId, key } = await sharing();
    const explicit = await newClass();
    await server.pool.query("update catalog.classes set is_explicit = true where id = $1", [explicit]);
    await add(me, id, explicit);
    const careful = await server.member();
    await server.pool.query(`update identity."user" set "hidesExplicit" = true where id = $1`, [careful.id]);
    expect((await shared(key, careful))?.classes).toEqual([{ id: classId }]);
    expect((await shared(key))?.classes).toHaveLength(2);
  });
});

describe("a playlist in the player", () => {
  const set = async (as: TestPerson, id: string) =>
    (
      await server.graphql<{
        danceSet: { items: { isDanced: boolean; studioClass: { id: string } }[] } | null;
      }>("query ($id: ID!) { danceSet(id: $id) { items { isDanced studioClass { id } } } }", { id }, { as })
    ).data!.danceSet;

  test("has the classes that the dancer can play, in order, and counts what they danced today", async () => {
    const { me, id, classIds } = await withClasses(2);
    await add(me, id, await newClass({ accessType: "premium" }), 1);
    const { setId } = (await read(me, id))!;
    expect(await set(me, setId)).toEqual({
      items: classIds.map((classId) => ({ isDanced: false, studioClass: { id: classId } })),
    });
    await server.pool.query(
      `insert into practice.records (person_id, class_id, played_ms, viewed_at, completed_at)
       values ($1, $2, 600000, now(), now() - interval '9 days'), ($1, $3, 600000, now() - interval '9 days', now() - interval '9 days')`,
      [me.id, ...classIds],
    );
    expect((await set(me, setId))?.items.map(({ isDanced }) => isDanced)).toEqual([true, false]);
    expect(await set(await server.anonymous(), setId)).toBeNull();
  });

  test("is played by its link, as long as that works", async () => {
    const { me, id, key, classId } = await (async () => {
      const owner = await server.member();
      const [listId, firstId] = [randomUUID(), await newClass()];
      await create(owner, "For Friday", listId, firstId);
      const { playlist } = await share(owner, listId, true);
      return { me: owner, id: listId, key: playlist!.shareKey, classId: firstId };
    })();
    const guest = await server.anonymous();
    expect((await set(guest, `shared-${key}`))?.items).toMatchObject([{ studioClass: { id: classId } }]);
    await share(me, id, false);
    expect(await set(guest, `shared-${key}`)).toBeNull();
  });
});

test("says where a class is in a list, so that it comes back there", async () => {
  const { me, id, classIds } = await withClasses(4);
  const [hidden, , third] = classIds as [string, string, string, string];
  await server.pool.query("update catalog.classes set published_at = null where id = $1", [hidden]);
  const [listed] = await list(me, third);
  expect(listed).toMatchObject({ hasClass: true, place: 2 });
  expect(await list(me, await newClass())).toMatchObject([{ hasClass: false, place: null }]);
  await remove(me, id, third);
  await add(me, id, third, listed!.place!);
  expect(idsOf(await read(me, id))).toEqual(classIds.slice(1));
});
