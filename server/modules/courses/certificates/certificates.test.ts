import { expect, test } from "vitest";
import type { TestPerson } from "../../../testing/harness.ts";
import { readPersonData } from "../../../app/person-data.ts";
import { closeCertificates, mergeCourses } from "../index.ts";
import {
  complete,
  editor,
  join,
  newClass,
  nowMs,
  published,
  ranReactions,
  server,
  setNow,
  startCourses,
} from "../testing.ts";
import { issueMissingCertificates } from "./certificates.ts";

startCourses();

interface Shown {
  id: string;
  title: string;
  courseSlug: string | null;
  name: string | null;
  instructors: string[];
  classCount: number;
  durationInMs: number;
  completedOn: string;
  isShared: boolean;
  isMine: boolean;
}
const fields = "id title courseSlug name instructors classCount durationInMs completedOn isShared isMine";
const mine = async (as: TestPerson, first = 24): Promise<Shown[]> => {
  const { data, errors } = await server.graphql<{ myCertificates: { items: Shown[] } }>(
    `query ($first: Int) { myCertificates(pagination: { first: $first }) { items { ${fields} } } }`,
    { first },
    { as },
  );
  expect(errors).toEqual([]);
  return data!.myCertificates.items;
};
const seen = async (id: string, as?: TestPerson): Promise<Shown | null> =>
  (
    await server.graphql<{ certificate: Shown | null }>(
      `query ($id: ID!) { certificate(id: $id) { ${fields} } }`,
      { id },
      as ? { as } : {},
    )
  ).data!.certificate;
const share = async (id: string, as: TestPerson, isShared = true) => {
  const { data, errors } = await server.graphql<{ shareCertificate: Shown }>(
    `mutation ($id: ID!, $isShared: Boolean!) { shareCertificate(id: $id, isShared: $isShared) { ${fields} } }`,
    { id, isShared },
    { as },
  );
  return { certificate: data?.shareCertificate, code: errors[0]?.extensions.code };
};
/** A course of two classes that a person has completed. */
async function completed(as: TestPerson, title = "House from the ground up") {
  const classIds = [await newClass("Jack"), await newClass("Loft", { instructor: "demo-kofi" })];
  const course = await published(
    classIds.map((classId) => ({ classId, week: 1 })),
    { title },
  );
  await join(course.slug, as);
  for (const classId of classIds) await complete(classId, as);
  await ranReactions();
  return { course, classIds };
}

test("keeps what a person completed when the course changes, they leave it, and it is deleted", async () => {
  const me = await server.member({ name: "Mira" });
  await server.pool.query(`update identity."user" set "timeZone" = 'Asia/Tokyo' where id = $1`, [me.id]);
  setNow(Date.parse("2026-11-25T20:00:00Z"));
  const { course, classIds } = await completed(me);
  const [first] = await mine(me);
  expect(first).toMatchObject({
    title: "House from the ground up",
    courseSlug: course.slug,
    name: "Mira",
    instructors: ["Demo Ana", "Demo Kofi"],
    classCount: 2,
    durationInMs: 120_000,
    completedOn: "2026-11-26",
    isShared: false,
    isMine: true,
  });
  await server.pool.query("update courses.courses set title = 'House, again' where id = $1", [course.id]);
  await server.pool.query("update catalog.classes set published_at = null where id = $1", [classIds[0]]);
  await server.pool.query(`update identity."user" set name = 'Mira Sol' where id = $1`, [me.id]);
  expect(await mine(me)).toEqual([{ ...first, name: "Mira Sol" }]);
  await server.graphql(
    "mutation ($slug: String!) { leaveCourse(slug: $slug) { id } }",
    { slug: course.slug },
    { as: me },
  );
  // Completing it again changes nothing.
  setNow(nowMs() + 3_600_000);
  await join(course.slug, me);
  await ranReactions();
  expect(await mine(me)).toEqual([{ ...first, name: "Mira Sol" }]);
  for (const act of ["unpublishCourse", "deleteCourse"])
    expect(
      (
        await server.graphql(
          `mutation ($id: ID!) { ${act}(id: $id) ${act === "deleteCourse" ? "" : "{ id }"} }`,
          { id: course.id },
          { as: editor },
        )
      ).errors,
    ).toEqual([]);
  expect(await seen(first!.id, me)).toEqual({ ...first, name: "Mira Sol", courseSlug: null });
});

test("is seen by others only while its owner shares it", async () => {
  const [me, other] = [await server.member({ name: "Mira" }), await server.member()];
  await completed(me);
  const { id } = (await mine(me))[0]!;
  expect(await mine(other)).toEqual([]);
  for (const address of [id, "x", ""]) expect(await seen(address, other)).toBeNull();
  expect((await share(id, other)).code).toBe("NOT_FOUND");
  expect((await share(id, me)).certificate).toMatchObject({ isShared: true });
  expect(await seen(id)).toMatchObject({ name: "Mira", isMine: false });
  expect((await share(id, me, false)).certificate).toMatchObject({ isShared: false });
  expect(await seen(id)).toBeNull();
  await share(id, me);
  await server.ctx().transact((tx) => closeCertificates(tx, [me.id]));
  expect(await seen(id)).toBeNull();
});

test("isn't shared by a guest or a child, nor shown while its owner is a child's profile", async () => {
  const guest = await server.anonymous();
  await completed(guest);
  const own = (await mine(guest))[0]!;
  expect(own.name).toBeNull();
  expect((await share(own.id, guest)).code).toBe("REGISTRATION_REQUIRED");
  const me = await server.member();
  await completed(me);
  const { id } = (await mine(me))[0]!;
  await share(id, me);
  const parent = await server.member();
  await server.pool.query(`update identity."user" set "isChild" = true, "accountId" = $2 where id = $1`, [
    me.id,
    parent.id,
  ]);
  expect(await seen(id)).toBeNull();
});

test("is issued for courses that an earlier release completed, once", async () => {
  const me = await server.member();
  const { course } = await completed(me);
  await server.pool.query("delete from courses.certificates where person_id = $1", [me.id]);
  await server.pool.query("update courses.enrollments set certified_at = null where person_id = $1", [me.id]);
  await issueMissingCertificates(server.ctx());
  expect(await mine(me)).toMatchObject([{ courseSlug: course.slug, classCount: 2 }]);
  expect(await issueMissingCertificates(server.ctx(), 1)).toBe(false);
});

test("has the course's title in the person's language", async () => {
  const me = await server.member();
  await server.pool.query(`update identity."user" set locale = 'de' where id = $1`, [me.id]);
  const classId = await newClass("Jack");
  const course = await published([{ classId, week: 1 }], { title: "House in ten" });
  const { errors } = await server.graphql(
    `mutation ($subject: String!) {
      saveTranslations(kind: course, subject: $subject, texts: [{ field: "title", locale: "de", text: "House in zehn" }]) { subject }
    }`,
    { subject: course.id },
    { as: editor },
  );
  expect(errors).toEqual([]);
  await join(course.slug, me);
  await complete(classId, me);
  await ranReactions();
  await expect.poll(() => mine(me)).toMatchObject([{ title: "House in zehn", classCount: 1 }]);
});

test("goes to the account that a guest signs in to, which keeps its own of the same course", async () => {
  const [guest, member] = [await server.anonymous(), await server.member()];
  const { course, classIds } = await completed(guest);
  await completed(guest, "Tap in two");
  await join(course.slug, member);
  for (const classId of classIds) await complete(classId, member);
  await ranReactions();
  const [own] = await mine(member);
  await server.ctx().transact((tx) => mergeCourses(tx, { from: guest.id, into: member.id }));
  const all = await mine(member);
  expect(all.map(({ title }) => title).toSorted()).toEqual(["House from the ground up", "Tap in two"]);
  expect(all).toContainEqual(own);
  expect(await mine(member, 1)).toHaveLength(1);
});

test("is part of the data export, and deleted with the account", async () => {
  const me = await server.member();
  await completed(me);
  const { id } = (await mine(me))[0]!;
  const files = await Array.fromAsync(readPersonData(server.ctx().db, me.id));
  expect(files.find(({ name }) => name === "courses/certificates.json")?.content).toMatchObject([
    { id, title: "House from the ground up" },
  ]);
  await server.pool.query(`delete from identity."user" where id = $1`, [me.id]);
  expect((await server.pool.query("select from courses.certificates where id = $1", [id])).rowCount).toBe(0);
});
