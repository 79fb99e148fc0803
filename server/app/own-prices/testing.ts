import { randomUUID } from "node:crypto";
import { beforeAll, expect } from "vitest";
import { admin, dayMs, server, staff, startPasses } from "../../modules/billing/passes/testing.ts";
import { createClass, createLibrary } from "../../testing/factories.ts";
import type { TestPerson } from "../../testing/harness.ts";

/** Starts a server with a library, and an editor beside finance, and ends it after the tests of a file. */
export function startOwnPrices(): void {
  startPasses();
  beforeAll(async () => {
    await createLibrary(server.pool);
    await server.pool.query(
      `insert into catalog.sections (slug, name, description, position) values ('family', 'Family', 'Together', 9) on conflict do nothing`,
    );
    editor = await server.member({ role: "editor" });
  });
}

export let editor: TestPerson;

export const newClass = async (title: string, accessType: "free" | "premium" = "premium") =>
  (
    await createClass(server.pool, {
      title,
      accessType,
      isPlayable: true,
      publishedAt: new Date(Date.now() - dayMs),
    })
  ).id;
export const ask = async <Data>(as: TestPerson, query: string, variables: object = {}): Promise<Data> => {
  const { data, errors } = await server.graphql<Data>(query, variables, { as });
  expect(errors).toEqual([]);
  return data!;
};
const courseInput = (title: string, classIds: readonly string[], more: object = {}) => ({
  title,
  description: "Two classes.",
  pace: "open",
  knownPercent: 75,
  opensByWeek: true,
  classes: classIds.map((classId) => ({ classId, week: 1 })),
  ...more,
});

/** A published course of two premium classes. */
export async function newCourse(classIds?: readonly string[]) {
  const title = `Salsa ${randomUUID().slice(0, 8)}`;
  const held = classIds ?? [await newClass("Basic step"), await newClass("Cross body lead")];
  const { createCourse: course } = await ask<{ createCourse: { id: string; slug: string } }>(
    editor,
    "mutation ($input: CourseInput!, $key: String!) { createCourse(input: $input, idempotencyKey: $key) { id slug } }",
    { input: courseInput(title, held), key: randomUUID() },
  );
  await ask(editor, "mutation ($id: ID!) { publishCourse(id: $id) { id } }", { id: course.id });
  return { ...course, title, classIds: held };
}
export const changeCourse = async (
  { id, title }: { id: string; title: string },
  classIds: readonly string[],
  more: object = {},
) => {
  const { studioCourse } = await ask<{ studioCourse: { revision: number } }>(
    editor,
    "query ($id: ID!) { studioCourse(id: $id) { revision } }",
    { id },
  );
  await ask(
    editor,
    "mutation ($id: ID!, $input: CourseInput!, $revision: Int!) { changeCourse(id: $id, input: $input, revision: $revision) { id } }",
    { id, input: courseInput(title, classIds, more), revision: studioCourse.revision },
  );
};

export const setPrice = (of: { kind: string; id: string }, more: object = {}, as = admin) =>
  server.graphql<{ ownPriceCreate: { id: string; version: number } }>(
    "mutation ($input: OwnPriceInput!) { ownPriceCreate(input: $input) { id version } }",
    {
      input: { ...of, isOnlyWay: false, prices: [{ currencyCode: "EUR", amount: 3900 }], ...more },
    },
    { as },
  );
/** Gives a course or class a price of 39 euros. @returns its pass */
export async function priced(
  of: { kind: "course" | "class"; id: string },
  more: object = {},
): Promise<string> {
  const { data, errors } = await setPrice(of, more);
  expect(errors).toEqual([]);
  return data!.ownPriceCreate.id;
}
export const edit = (id: string, version: number, isOffered: boolean, isOnlyWay: boolean) =>
  ask(
    admin,
    "mutation ($id: ID!, $version: Int!, $isOffered: Boolean!, $isOnlyWay: Boolean!) { ownPriceEdit(id: $id, version: $version, isOffered: $isOffered, isOnlyWay: $isOnlyWay) { version } }",
    { id, version, isOffered, isOnlyWay },
  );
export const offers = async (
  as: TestPerson,
  of: { courseId?: string; classId?: string },
  countryCode = "DE",
) =>
  (
    await ask<{
      ownOffers: {
        plan: { id: string; priceInCents: number; isForever: boolean };
        course: { id: string } | null;
      }[];
    }>(
      as,
      `query ($courseId: ID, $classId: ID, $countryCode: String) { ownOffers(courseId: $courseId, classId: $classId, countryCode: $countryCode) {
         plan { id priceInCents isForever } course { id } } }`,
      { ...of, countryCode },
    )
  ).ownOffers;
/** Whether each class is locked for a person. */
export const locks = async (as: TestPerson, ids: readonly string[]): Promise<boolean[]> =>
  Promise.all(
    ids.map(
      async (id) =>
        (
          await ask<{ studioClass: { isLocked: boolean } }>(
            as,
            "query ($id: ID!) { studioClass(id: $id) { isLocked } }",
            { id },
          )
        ).studioClass.isLocked,
    ),
  );
export const refund = async (me: TestPerson, amount: number) => {
  const { items } = (
    await ask<{
      studioPerson: {
        invoices: {
          items: {
            refundable: number;
            takesAway: string | null;
            planVersion: number | null;
            invoice: { id: string };
          }[];
        };
      };
    }>(
      admin,
      "query ($id: ID!) { studioPerson(id: $id) { invoices { items { refundable takesAway planVersion invoice { id } } } } }",
      { id: me.id },
    )
  ).studioPerson.invoices;
  const { invoice, refundable, takesAway, planVersion } = items[0]!;
  const refused = await staff.act("studioRefund", me, {
    invoiceId: invoice.id,
    amount,
    refundable,
    reason: "Sprained ankle",
  });
  expect(refused).toBeNull();
  return { takesAway, planVersion };
};
