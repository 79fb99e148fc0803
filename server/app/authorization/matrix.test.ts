import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../testing/harness.ts";
import { ask, callOf } from "./check.ts";
import type { RootType } from "./check.ts";
import { checkField, fieldsOf, undeclared } from "./matrix.ts";
import { createRevoked } from "./people.ts";
import { revokedKinds } from "./rules.ts";
import type { RevokedKind } from "./rules.ts";
import { createWorld } from "./world.ts";
import type { World } from "./world.ts";

const roots: readonly RootType[] = ["Query", "Mutation", "LiveSubscription"];

let world: World;
let tokens: Record<RevokedKind, string>;
beforeAll(async () => {
  const server = await startTestServer({ roles: "api" });
  world = await createWorld(server);
  tokens = await createRevoked(server, world.people.admin!);
});
afterAll(() => world?.server.stop());

test.each(roots)("every field of %s has an authorization rule", (root) => {
  expect(undeclared(root), undeclared(root).join("\n")).toEqual([]);
});

describe.each(roots)("%s", (root) => {
  test.each(fieldsOf(root).map((field) => [field.name, field] as const))(
    "%s answers every kind of viewer by its rule",
    async (_name, field) => {
      const checked = await checkField(world, root, field);
      world = checked.world;
      expect(checked.differences, checked.differences.join("\n")).toEqual([]);
    },
  );

  const outcomesOf = async (token: string) => {
    const lines: string[] = [];
    const fields = fieldsOf(root).values();
    const askAll = async () => {
      for (const field of fields) {
        const { outcome } = await ask(world.server, root, callOf(root, field, undefined, {}), { token });
        lines.push(`${field.name}: ${outcome}`);
      }
    };
    await Promise.all(Array.from({ length: 6 }, askAll));
    return lines;
  };

  test.each([...revokedKinds, "foreignToken" as const])("refuses every operation to a %s", async (kind) => {
    const token = kind === "foreignToken" ? "x.y.z" : tokens[kind];
    const wrong = (await outcomesOf(token)).filter((line) => !line.endsWith(": UNAUTHENTICATED"));
    expect(wrong).toEqual([]);
  });

  test("returns no internal error if the account is deleted while its token is still valid", async () => {
    const deleted = await world.server.member();
    const token = await deleted.token();
    await world.server.graphql("{ me { id } }", {}, { headers: { "x-auth-token": `Bearer ${token}` } });
    await world.server.pool.query(`delete from identity."user" where id = $1`, [deleted.id]);
    expect((await outcomesOf(token)).filter((line) => line.endsWith(": INTERNAL"))).toEqual([]);
  });
});
