import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect } from "vitest";
import { createClass, createLibrary } from "../../testing/factories.ts";
import { startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";
import { settled } from "../notifications/testing.ts";
import { classCompleted } from "../practice/events.ts";
import { completeJob } from "./jobs.ts";

export const dayMs = 24 * 3_600_000;
export let server: TestServer;
export let editor: TestPerson;
const start = Date.parse("2026-11-25T12:00:00Z");
let now = start;
/** The time of the test's clock, in milliseconds since 1970. */
export const nowMs = (): number => now;
/** Sets the clock to a moment. */
export const setNow = (ms: number): void => {
  now = ms;
};

/** Starts a server with an editor and a clock of its own, and ends it after the tests of a file. */
export function startCourses(): void {
  beforeAll(async () => {
    // Files share this module.
    now = start;
    server = await startTestServer({ clock: { now: () => new Date(now) } });
    await createLibrary(server.pool);
    editor = await server.member({ role: "editor" });
  });
  afterAll(() => server?.stop());
}

/** A published class of a minute, with 8 eights in its first part and 16 in its second. @returns its id */
export const newClass = async (
  title: string,
  more: Parameters<typeof createClass>[1] = {},
): Promise<string> => {
  const { id } = await createClass(server.pool, {
    title,
    durationMs: 60_000,
    isPlayable: true,
    publishedAt: new Date(now - dayMs),
    ...more,
  });
  return id;
};
export const input = (classes: readonly { classId: string; week: number }[], more: object = {}) => ({
  title: "House from the ground up",
  description: "Ten classes.",
  pace: "open",
  knownPercent: 75,
  opensByWeek: true,
  classes,
  ...more,
});
/** Creates and publishes a course. */
export async function published(
  classes: Parameters<typeof input>[0],
  more: object = {},
): Promise<{ id: string; slug: string }> {
  const created = await server.graphql<{ createCourse: { id: string; slug: string } }>(
    `mutation ($input: CourseInput!, $key: String!) { createCourse(input: $input, idempotencyKey: $key) { id slug } }`,
    { input: input(classes, more), key: randomUUID() },
    { as: editor },
  );
  expect(created.errors).toEqual([]);
  const course = created.data!.createCourse;
  const { errors } = await server.graphql(
    "mutation ($id: ID!) { publishCourse(id: $id) { id } }",
    { id: course.id },
    { as: editor },
  );
  expect(errors).toEqual([]);
  return course;
}
/** Records a class as practiced to its end, and publishes that as practice does. */
export async function complete(classId: string, as: TestPerson): Promise<void> {
  const completedAt = new Date(now);
  await server.pool.query(
    `insert into practice.records (person_id, class_id, played, played_ms, granted_at, viewed_at, completed_at)
     values ($1, $2, '{[0,60000)}', 60000, $3, $3, $3)
     on conflict (person_id, class_id) do update set completed_at = excluded.completed_at`,
    [as.id, classId, completedAt],
  );
  await server.ctx().transact((tx) =>
    tx.publish(classCompleted, {
      personId: as.id,
      classId,
      completedAt: completedAt.toISOString(),
      playedMs: 60_000,
    }),
  );
}
/** Waits until the worker has no reaction and no job of courses left. */
export const ranReactions = (): Promise<void> => settled(server, completeJob.name);
/** A course as a person sees it. */
export interface ShownCourse {
  isJoined: boolean;
  completedAt: string | null;
  setId: string;
  progress: {
    completedCount: number;
    next: { place: number } | null;
    classes: {
      place: number;
      week: number;
      isOpen: boolean;
      isCompleted: boolean;
      opensOn: string | null;
      opensAfter: number | null;
      knownEights: number;
      eights: number;
      studioClass: { title: string };
    }[];
  };
}
const shown = `isJoined completedAt setId progress { completedCount next { place }
  classes { place week isOpen isCompleted opensOn opensAfter knownEights eights studioClass { title } } }`;
/** A course as a person sees it. */
export async function read(slug: string, as: TestPerson): Promise<ShownCourse> {
  const { data, errors } = await server.graphql<{ course: ShownCourse }>(
    `query ($slug: String!) { course(slug: $slug) { ${shown} } }`,
    { slug },
    { as },
  );
  expect(errors).toEqual([]);
  return data!.course;
}
/** Joins a course. */
export const join = (slug: string, as: TestPerson) =>
  server.graphql<{ joinCourse: ShownCourse }>(
    `mutation ($slug: String!) { joinCourse(slug: $slug) { ${shown} } }`,
    { slug },
    { as },
  );
/** Whether each class is open. */
export const openOf = ({ progress }: ShownCourse) => progress.classes.map(({ isOpen }) => isOpen);
