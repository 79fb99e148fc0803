import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { editor, input, newClass, published, server, startCourses } from "../testing.ts";

startCourses();

describe("editing", () => {
  test("creates one course for a repeated key, and numbers a slug that is taken", async () => {
    const classes = [{ classId: await newClass("Jack"), week: 1 }];
    const key = randomUUID();
    const create = (idempotencyKey: string) =>
      server.graphql<{ createCourse: { id: string; slug: string } }>(
        `mutation ($input: CourseInput!, $key: String!) { createCourse(input: $input, idempotencyKey: $key) { id slug } }`,
        { input: input(classes, { title: "Salsa basics" }), key: idempotencyKey },
        { as: editor },
      );
    const twice = await Promise.all([create(key), create(key)]);
    expect(new Set(twice.map(({ data }) => data?.createCourse.id)).size).toBe(1);
    expect((await create(randomUUID())).data?.createCourse.slug).toBe("salsa-basics-2");
  });

  test("refuses a change over another editor's", async () => {
    const classes = [{ classId: await newClass("Jack"), week: 1 }];
    const { id } = await published(classes);
    const change = (revision: number) =>
      server.graphql(
        `mutation ($id: ID!, $input: CourseInput!, $revision: Int!) { changeCourse(id: $id, input: $input, revision: $revision) { id } }`,
        { id, input: input(classes), revision },
        { as: editor },
      );
    expect((await change(2)).errors).toEqual([]);
    expect((await change(2)).errors[0]?.extensions.code).toBe("CHANGED_MEANWHILE");
  });

  test.each([
    ["classes", { classes: [{ classId: randomUUID(), week: 1 }] }],
    ["title", { title: " " }],
    ["description", { description: "" }],
    ["startsOn", { startsOn: "2026-02-30" }],
    ["knownPercent", { knownPercent: 0 }],
  ])("says what is wrong with %s", async (field, more) => {
    const { errors } = await server.graphql(
      `mutation ($input: CourseInput!) { createCourse(input: $input, idempotencyKey: "${randomUUID()}") { id } }`,
      { input: input([], more) },
      { as: editor },
    );
    expect(errors[0]?.extensions).toMatchObject({ code: "BAD_INPUT", field });
  });

  test("publishes no course without a class of the library", async () => {
    const { data } = await server.graphql<{ createCourse: { id: string } }>(
      `mutation ($input: CourseInput!) { createCourse(input: $input, idempotencyKey: "${randomUUID()}") { id } }`,
      { input: input([]) },
      { as: editor },
    );
    const { errors } = await server.graphql(
      "mutation ($id: ID!) { publishCourse(id: $id) { id } }",
      { id: data!.createCourse.id },
      { as: editor },
    );
    expect(errors[0]?.extensions.code).toBe("BAD_INPUT");
  });
});
