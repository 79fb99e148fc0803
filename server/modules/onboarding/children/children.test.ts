import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { mergePreferences } from "../index.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
});
afterAll(() => server?.stop());

interface Child {
  id: string;
  age: number;
  level: string;
  profileId: string | null;
}
const fields = "id age level profileId";
/** With a freshly issued token: the acting profile may just have changed. */
const saveChildren = async (as: TestPerson, children: readonly Omit<Child, "profileId">[]) => {
  const { data, errors } = await server.graphql<{ setChildren: Child[] }>(
    `mutation ($children: [ChildInput!]!) { setChildren(children: $children) { ${fields} } }`,
    { children },
    { headers: { "x-auth-token": `Bearer ${await as.token()}` } },
  );
  return { children: data?.setChildren ?? null, errors };
};
const listChildren = async (as: TestPerson): Promise<Child[]> =>
  (await server.graphql<{ children: Child[] }>(`{ children { ${fields} } }`, {}, { as })).data!.children;
const child = (age: number, level = "beginner") => ({ id: randomUUID(), age, level });
const makeProfile = async (as: TestPerson, childId: string, name: string, pin?: string) =>
  server.graphql<{ createChildProfile: { members: { id: string; name: string; isChild: boolean }[] } }>(
    `mutation ($childId: ID!, $name: String!, $pin: String) {
      createChildProfile(childId: $childId, name: $name, pin: $pin) { members { id name isChild } } }`,
    { childId, name, pin },
    { headers: { "x-auth-token": `Bearer ${await as.token()}` } },
  );

describe("children of a parent", () => {
  test("are stored in order, changed and removed, and private to the account", async () => {
    const [me, other] = [await server.anonymous(), await server.anonymous()];
    const [mia, leo] = [child(6, "absolute-beginner"), child(11)];
    expect((await saveChildren(me, [mia, leo])).children).toEqual([
      { ...mia, profileId: null },
      { ...leo, profileId: null },
    ]);
    await saveChildren(me, [{ ...leo, age: 12 }]);
    expect(await listChildren(me)).toEqual([{ ...leo, age: 12, profileId: null }]);
    expect(await listChildren(other)).toEqual([]);
    expect((await saveChildren(me, [])).children).toEqual([]);
  });

  test("age with time, and saving them again never makes them younger", async () => {
    const me = await server.anonymous();
    const mia = child(6);
    await saveChildren(me, [mia]);
    await server.pool.query(
      `update onboarding.children set told_at = told_at - interval '14 months' where id = $1`,
      [mia.id],
    );
    expect(await listChildren(me)).toMatchObject([{ age: 7 }]);
    await saveChildren(me, [{ ...mia, age: 7 }]);
    await server.pool.query(
      `update onboarding.children set told_at = told_at - interval '11 months' where id = $1`,
      [mia.id],
    );
    expect(await listChildren(me)).toMatchObject([{ age: 8 }]);
  });

  test.each([
    ["an adult age", [child(18)]],
    ["a negative age", [child(-1)]],
    ["an unknown level", [child(5, "expert")]],
    ["a duplicate child", ((one) => [one, one])(child(5))],
    ["an invalid id", [{ ...child(5), id: "mia" }]],
    ["more children than profiles per account", Array.from({ length: 7 }, () => child(5))],
  ])("rejects %s without saving any part", async (_what, children) => {
    const me = await server.anonymous();
    expect((await saveChildren(me, children)).errors[0]?.extensions).toMatchObject({
      code: "BAD_INPUT",
      field: "children",
    });
    expect(await listChildren(me)).toEqual([]);
  });

  test("get a profile once, with the exit PIN; a child profile can't edit the list", async () => {
    const me = await server.member();
    const [mia, leo] = [child(6, "absolute-beginner"), child(11)];
    await saveChildren(me, [mia, leo]);
    expect((await makeProfile(me, mia.id, "Demo Mia")).errors[0]?.extensions).toMatchObject({
      code: "BAD_INPUT",
      field: "pin",
    });
    for (let time = 0; time < 2; time += 1) {
      const { data, errors } = await makeProfile(me, mia.id, "Demo Mia", "2468");
      expect(errors).toEqual([]);
      expect(data!.createChildProfile.members.slice(1)).toMatchObject([{ name: "Demo Mia", isChild: true }]);
    }
    const { data } = await makeProfile(me, leo.id, "Demo Leo");
    const [, first, second] = data!.createChildProfile.members;
    expect(await listChildren(me)).toEqual([
      { ...mia, profileId: first!.id },
      { ...leo, profileId: second!.id },
    ]);
    expect((await makeProfile(me, randomUUID(), "Demo Nobody")).errors[0]?.extensions.code).toBe("NOT_FOUND");

    await server.graphql(
      "mutation ($id: ID!) { chooseFamilyMember(id: $id) { id } }",
      { id: first!.id },
      { as: me },
    );
    expect((await saveChildren(me, [])).errors[0]?.extensions.code).toBe("FORBIDDEN");
    expect((await makeProfile(me, leo.id, "Demo Leo")).errors[0]?.extensions.code).toBe("FORBIDDEN");
  });

  test("merge into the account that takes over: the newer list wins, and profiles are never lost", async () => {
    const merge = async (from: TestPerson, into: TestPerson) => {
      for (let time = 0; time < 2; time += 1)
        await server.ctx().transact((tx) => mergePreferences(tx, { from: from.id, into: into.id }));
      return (await listChildren(into)).map(({ age }) => age);
    };
    const [guest, account] = [await server.anonymous(), await server.anonymous()];
    await saveChildren(account, [child(3)]);
    await saveChildren(guest, [child(4), child(9)]);
    expect(await merge(guest, account)).toEqual([4, 9]);

    const [later, parent] = [await server.anonymous(), await server.member()];
    const mia = child(6);
    await saveChildren(parent, [mia]);
    await makeProfile(parent, mia.id, "Demo Mia", "2468");
    await saveChildren(later, [child(2)]);
    expect(await merge(later, parent)).toEqual([6]);
  });
});
