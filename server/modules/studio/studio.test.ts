import { afterAll, beforeAll, expect, test } from "vitest";
import { linkInstructor } from "../catalog/index.ts";
import { roles } from "../../../contract/staff.ts";
import { startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";
import { createClass, createLibrary } from "../../testing/factories.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
});
afterAll(() => server?.stop());

type Area = { key: string; waiting: number | null };
async function areasOf(as: TestPerson): Promise<Area[]> {
  const { data, errors } = await server.graphql<{ studioAreas: Area[] }>(
    "{ studioAreas { key waiting } }",
    {},
    { as },
  );
  expect(errors).toEqual([]);
  return data!.studioAreas;
}
/** First query of each page. */
const questions: Record<string, string> = {
  people: "{ studioPeople { items { id } } }",
  messages: "{ announcements { items { id } } }",
  moderation: "{ moderationCounts { reported } }",
  money: "{ moneyOverview(days: 30) { days } }",
  plans: "{ priceGrid { today } }",
  coupons: "{ studioCoupons { items { id } } }",
  giftCards: "{ studioGiftCards { items { id } } }",
  funnel: "{ funnel(days: 30, by: week) { key } }",
  attribution: "{ attribution(days: 30, touch: first) { said { said } } }",
  experiments: "{ experiments { id } }",
  questions: "{ studioQuestions { type } }",
  classes: "{ instructorClasses { items { title } } }",
  figures: "{ libraryFigures { dancedMs } }",
  library: "{ editedInstructors { slug } }",
  courses: "{ studioCourses { items { id } } }",
  challenges: "{ studioChallenges { items { title } } }",
  opening: "{ opening { isOpen } }",
  settings: "{ studioSettings { version } }",
  landing: "{ editedLandingPage { version } }",
  legal: "{ legalVersions { version } }",
  staff: "{ staff { id } }",
  memberImport: "{ memberImports { id } }",
  audit: "{ studioAudit { items { id } } }",
  export: "{ studioExport { id } }",
  royalties: "{ royaltyReport { quarter } }",
  songs: "{ editedSongs { items { id } } }",
  failedJobs: "{ failedJobs { items { id } } }",
};

test.each(roles)("shows a %s only the pages that they may open", async (role) => {
  const as = await server.member({ role });
  const listed = (await areasOf(as)).map(({ key }) => key);
  const opened = [];
  for (const [key, question] of Object.entries(questions)) {
    const { errors } = await server.graphql(question, {}, { as });
    if (errors.length === 0) opened.push(key);
    else expect(errors.map(({ extensions }) => extensions.code)).toEqual(["NOT_FOUND"]);
  }
  expect(listed.toSorted()).toEqual(opened.toSorted());
});

test("shows instructors their own classes", async () => {
  await createLibrary(server.pool);
  const ownClass = await createClass(server.pool, { instructor: "demo-ana" });
  await createClass(server.pool, { instructor: "demo-kofi" });
  const teacher = await server.member();
  await server.ctx().transact((tx) => linkInstructor(tx, "demo-ana", teacher.id));
  expect(await areasOf(teacher)).toEqual([
    { key: "classes", waiting: null },
    { key: "figures", waiting: null },
  ]);
  const { data } = await server.graphql<{ instructorClasses: { items: { id: string }[] } }>(
    "{ instructorClasses { items { id } } }",
    {},
    { as: teacher },
  );
  expect(data?.instructorClasses.items).toEqual([{ id: ownClass.id }]);
});

test("is hidden from guests", async () => {
  expect(await areasOf(await server.anonymous())).toEqual([]);
});
