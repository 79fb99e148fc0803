import { expect, describe, test } from "vitest";
import { subscribe } from "../../testing/factories.ts";
import { completeCourse } from "./completion.ts";
import { mergeCourses } from "./index.ts";
import {
  complete,
  dayMs,
  editor,
  input,
  join,
  newClass,
  nowMs,
  published,
  ranReactions,
  read,
  server,
  setNow,
  startCourses,
} from "./testing.ts";

startCourses();

describe("course", () => {
  test("lists its classes in order by weeks, and leaves out one that left the library", async () => {
    const [first, second, third] = [
      await newClass("Jack"),
      await newClass("Loft"),
      await newClass("Shuffle"),
    ];
    const course = await published([
      { classId: third, week: 2 },
      { classId: first, week: 1 },
      { classId: second, week: 1 },
    ]);
    const me = await server.member();
    const titles = async () =>
      (await read(course.slug, me)).progress.classes.map(({ studioClass }) => studioClass.title);
    expect(await titles()).toEqual(["Jack", "Loft", "Shuffle"]);
    await server.pool.query("update catalog.classes set published_at = null where id = $1", [second]);
    expect(await titles()).toEqual(["Jack", "Shuffle"]);
    expect((await read(course.slug, me)).progress.classes.map(({ place }) => place)).toEqual([1, 2]);
  });

  test("isn't found while it is a draft", async () => {
    const course = await published([{ classId: await newClass("Jack"), week: 1 }]);
    await server.graphql(
      "mutation ($id: ID!) { unpublishCourse(id: $id) { id } }",
      { id: course.id },
      { as: editor },
    );
    const { data } = await server.graphql(`query ($slug: String!) { course(slug: $slug) { id } }`, {
      slug: course.slug,
    });
    expect(data).toEqual({ course: null });
  });
});

describe("joinCourse", () => {
  test("is idempotent, and keeps the first day", async () => {
    const course = await published([{ classId: await newClass("Jack"), week: 1 }], { pace: "daily" });
    const me = await server.member();
    const answers = await Promise.all([join(course.slug, me), join(course.slug, me)]);
    for (const { data } of answers) expect(data?.joinCourse.isJoined).toBe(true);
    setNow(nowMs() + dayMs);
    await join(course.slug, me);
    const { rows } = await server.pool.query(
      "select joined_at from courses.enrollments where person_id = $1",
      [me.id],
    );
    expect(rows).toEqual([{ joined_at: new Date(nowMs() - dayMs) }]);
  });

  test("counts classes that were completed before", async () => {
    const classId = await newClass("Jack");
    const course = await published([{ classId, week: 1 }]);
    const me = await server.member();
    await complete(classId, me);
    expect((await join(course.slug, me)).data?.joinCourse.completedAt).toBe(new Date(nowMs()).toISOString());
  });

  test("answers NOT_FOUND for a course that doesn't exist", async () => {
    const { errors } = await join("no-such-course", await server.member());
    expect(errors[0]?.extensions.code).toBe("NOT_FOUND");
  });
});

interface Badge {
  slug: string;
  name: string;
}

describe("completing a course", () => {
  test("happens once with its last class, and earns the course's badge", async () => {
    const [first, second] = [await newClass("Jack"), await newClass("Loft")];
    const course = await published([
      { classId: first, week: 1 },
      { classId: second, week: 1 },
    ]);
    const me = await server.member();
    await join(course.slug, me);
    await complete(first, me);
    expect(await read(course.slug, me)).toMatchObject({
      completedAt: null,
      progress: { completedCount: 1, next: { place: 2 } },
    });
    await complete(second, me);
    await complete(second, me);
    expect(await read(course.slug, me)).toMatchObject({ progress: { completedCount: 2, next: null } });
    const badges = async () => {
      const { data } = await server.graphql<{ myBadgesByYear: { badges: { badge: Badge }[] }[] }>(
        "{ myBadgesByYear { badges { badge { slug name } } } }",
        {},
        { as: me },
      );
      return data!.myBadgesByYear.flatMap((year) => year.badges.map(({ badge }) => badge));
    };
    const name = "House from the ground up";
    await expect.poll(badges).toContainEqual({ name, slug: expect.any(String) });
    const { slug } = (await badges()).find((badge) => badge.name === name)!;
    const image = await server.fetch(`/share/badge/${slug}.2.png`);
    expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/png"]);
    const { rows } = await server.pool.query(
      "select count(*)::int as events from platform.events where name = 'courses.course_completed' and payload ->> 'personId' = $1",
      [me.id],
    );
    expect(rows).toEqual([{ events: 1 }]);
  });

  test("doesn't wait for an explicit class that the person hides", async () => {
    const [shownId, explicitId] = [await newClass("Jack"), await newClass("Loft")];
    await server.pool.query("update catalog.classes set is_explicit = true where id = $1", [explicitId]);
    const course = await published([
      { classId: shownId, week: 1 },
      { classId: explicitId, week: 1 },
    ]);
    const [hiding, other] = [await server.member(), await server.member()];
    await server.graphql("mutation { setHidesExplicit(hides: true) }", {}, { as: hiding });
    for (const person of [hiding, other]) {
      await join(course.slug, person);
      await complete(shownId, person);
    }
    await expect.poll(async () => (await read(course.slug, hiding)).completedAt).not.toBeNull();
    expect((await read(course.slug, other)).completedAt).toBeNull();
  });

  test("happens without a class that an editor removes, or that leaves the library", async () => {
    const [danced, removed, left] = [
      await newClass("Jack"),
      await newClass("Loft"),
      await newClass("Shuffle"),
    ];
    const classes = [danced, removed, left].map((classId) => ({ classId, week: 1 }));
    const course = await published(classes);
    const [done, undone] = [await server.member(), await server.member()];
    for (const person of [done, undone]) await join(course.slug, person);
    await complete(danced, done);
    const { errors } = await server.graphql(
      "mutation ($id: ID!, $input: CourseInput!) { changeCourse(id: $id, input: $input, revision: 2) { id } }",
      { id: course.id, input: input([classes[0]!, classes[2]!]) },
      { as: editor },
    );
    expect(errors).toEqual([]);
    await ranReactions();
    expect((await read(course.slug, done)).completedAt).toBeNull();
    setNow(nowMs() + dayMs);
    await server.graphql(
      "mutation ($id: ID!) { unpublishClass(classId: $id) { id } }",
      { id: left },
      { as: editor },
    );
    await ranReactions();
    expect((await read(course.slug, done)).completedAt).toBe(new Date(nowMs()).toISOString());
    expect((await read(course.slug, undone)).completedAt).toBeNull();
  });

  test("happens for everyone, page by page, without the last class that an editor removes", async () => {
    const [danced, removed] = [await newClass("Jack"), await newClass("Loft")];
    const course = await published([danced, removed].map((classId) => ({ classId, week: 1 })));
    const people = await Promise.all(Array.from({ length: 5 }, () => server.member()));
    for (const person of people) {
      await join(course.slug, person);
      await complete(danced, person);
    }
    await server.pool.query("delete from courses.course_classes where class_id = $1", [removed]);
    let after: string | null = null;
    do after = await completeCourse(server.ctx(), { courseId: course.id, after, first: 2 });
    while (after);
    for (const person of people) expect((await read(course.slug, person)).completedAt).not.toBeNull();
  });

  test("keeps an earned badge when the course is deleted", async () => {
    const classId = await newClass("Jack");
    const course = await published([{ classId, week: 1 }], { title: "Soon gone" });
    const me = await server.member();
    await join(course.slug, me);
    await complete(classId, me);
    const earned = async () =>
      (
        await server.pool.query(
          `select from challenges.earned_badges join challenges.badges on badges.id = badge_id
           where person_id = $1 and badges.name = 'Soon gone'`,
          [me.id],
        )
      ).rowCount;
    await expect.poll(earned).toBe(1);
    const act = (name: string) =>
      server.graphql(
        `mutation ($id: ID!) { ${name}${name === "deleteCourse" ? "(id: $id)" : "(id: $id) { id }"} }`,
        { id: course.id },
        { as: editor },
      );
    expect((await act("deleteCourse")).errors[0]?.extensions.code).toBe("BAD_INPUT");
    await act("unpublishCourse");
    expect((await act("deleteCourse")).errors).toEqual([]);
    expect(await earned()).toBe(1);
  });
});

describe("the set of a course", () => {
  test("holds the open classes that the viewer may play, in order", async () => {
    const free = await newClass("Jack");
    const premium = await newClass("Loft", { accessType: "premium" });
    const later = await newClass("Shuffle");
    const course = await published(
      [
        { classId: free, week: 1 },
        { classId: premium, week: 1 },
        { classId: later, week: 2 },
      ],
      { pace: "weekly" },
    );
    const me = await server.member();
    await join(course.slug, me);
    const { setId } = await read(course.slug, me);
    const titles = async () => {
      const { data } = await server.graphql<{ danceSet: { items: { studioClass: { title: string } }[] } }>(
        "query ($id: ID!) { danceSet(id: $id) { items { studioClass { title } } } }",
        { id: setId },
        { as: me },
      );
      return data!.danceSet.items.map(({ studioClass }) => studioClass.title);
    };
    expect(await titles()).toEqual(["Jack"]);
    await subscribe(server.pool, me.id, "premium");
    expect(await titles()).toEqual(["Jack", "Loft"]);
    const finished = await server.graphql(
      "mutation ($setId: ID!, $classId: ID!) { finishSetClass(setId: $setId, classId: $classId) { id } }",
      { setId, classId: free },
      { as: me },
    );
    expect(finished.data).toEqual({ finishSetClass: { id: setId } });
    const stranger = await server.graphql(
      "mutation ($setId: ID!, $classId: ID!) { finishSetClass(setId: $setId, classId: $classId) { id } }",
      { setId, classId: later },
      { as: me },
    );
    expect(stranger.errors[0]?.extensions.code).toBe("NOT_FOUND");
  });
});

test("tells how many joined once they are five, and never who", async () => {
  const course = await published([{ classId: await newClass("Jack"), week: 1 }]);
  const visitor = await server.member();
  const joinedCount = async () => {
    const { data, errors } = await server.graphql<{ course: { joinedCount: number | null } }>(
      "query ($slug: String!) { course(slug: $slug) { joinedCount } }",
      { slug: course.slug },
      { as: visitor },
    );
    expect(errors).toEqual([]);
    return data!.course.joinedCount;
  };
  const people = await Promise.all(Array.from({ length: 5 }, () => server.member()));
  for (const person of people.slice(0, 4)) await join(course.slug, person);
  expect(await joinedCount()).toBeNull();
  await join(course.slug, people[4]!);
  expect(await joinedCount()).toBe(5);
});

test("moves a guest's courses to the account that they sign in to, with the earlier day", async () => {
  const course = await published([{ classId: await newClass("Jack"), week: 1 }]);
  const [guest, member] = [await server.anonymous(), await server.member()];
  await join(course.slug, guest);
  setNow(nowMs() + dayMs);
  await join(course.slug, member);
  await server.ctx().transact((tx) => mergeCourses(tx, { from: guest.id, into: member.id }));
  const { rows } = await server.pool.query(
    `select person_id, joined_at from courses.enrollments where course_id = $1`,
    [course.id],
  );
  expect(rows).toEqual([{ person_id: member.id, joined_at: new Date(nowMs() - dayMs) }]);
});

test("gives away the first class that is in the library, also after it was unpublished", async () => {
  const classIds = [
    await newClass("Opens it", { accessType: "premium" }),
    await newClass("Goes on", { accessType: "premium" }),
  ];
  await published(
    classIds.map((classId) => ({ classId, week: 1 })),
    { isFirstFree: true },
  );
  const member = await server.member();
  const free = async () => {
    const answers = await Promise.all(
      classIds.map((id) =>
        server.graphql<{ studioClass: { isFree: boolean } | null }>(
          "query ($id: ID!) { studioClass(id: $id) { isFree } }",
          { id },
          { as: member },
        ),
      ),
    );
    return answers.map(({ data }) => data?.studioClass?.isFree ?? null);
  };
  expect(await free()).toEqual([true, false]);
  const edit = (name: string) =>
    server.graphql(
      `mutation ($id: ID!) { ${name}(classId: $id) { id } }`,
      { id: classIds[0] },
      { as: editor },
    );
  expect((await edit("unpublishClass")).errors).toEqual([]);
  await expect.poll(free, { timeout: 60_000 }).toEqual([null, true]);
  expect((await edit("publishClass")).errors).toEqual([]);
  await expect.poll(free, { timeout: 60_000 }).toEqual([true, false]);
});
