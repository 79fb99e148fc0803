import { describe, expect, test } from "vitest";
import { createClass } from "../../../testing/factories.ts";
import {
  day,
  server,
  advance,
  at,
  badge,
  input,
  create,
  change,
  remove,
  announce,
  join,
  show,
  complete,
  codeOf,
  startEditing,
} from "./testing.ts";

startEditing();

describe("changing a challenge", () => {
  test("changes everything before it begins, also for participants", async () => {
    const made = await announce({ title: "To be changed" });
    const me = await server.member();
    await join(me, made.id);
    const given = input({
      title: "Changed",
      triggerType: "minutes_practised",
      startTime: at(3),
      badges: [badge(2), badge(40)],
      goalHeader: "Dance, and dance",
    });
    const { data } = await change(made.id, given, made.revision);
    expect(data!.changeChallenge).toMatchObject({
      slug: made.slug,
      title: "Changed",
      startTime: at(3),
      goalHeader: "Dance, and dance",
      participantsCount: 1,
      revision: made.revision + 1,
      badges: [badge(2), badge(40)],
    });
    expect(await show(made.id, me)).toMatchObject({ progressAmount: 0, title: "Changed" });
  });

  test("changes only texts and a later end once it has begun, and only texts once it has ended", async () => {
    const { id: classId } = await createClass(server.pool);
    const given = input({
      title: "People earn by it",
      triggerType: "required_classes_completed",
      requiredClassIds: [classId],
      badges: [badge(1)],
    });
    const { data } = await create(given);
    const { id, revision } = data!.createChallenge;
    advance(3 * day);
    const me = await server.member();
    await join(me, id);
    await complete(me, classId);
    for (const [field, wrong] of [
      ["triggerType", { triggerType: "class_completed" }],
      ["requiredClassIds", { requiredClassIds: [(await createClass(server.pool)).id] }],
      ["startTime", { startTime: at(1) }],
      ["endTime", { endTime: at(1) }],
      ["badges", { badges: [{ ...badge(1), amountToEarn: 2 }] }],
    ] as const)
      expect(codeOf(await change(id, { ...given, ...wrong }, revision))).toEqual({
        code: "HAS_BEGUN",
        field,
      });
    expect(codeOf(await remove(id)).code).toBe("HAS_BEGUN");

    // A class may be unpublished in the meantime; the challenge still requires it.
    await server.pool.query(`update catalog.classes set published_at = null where id = $1`, [classId]);
    const later = {
      ...given,
      title: "In other words",
      endTime: at(20),
      badges: [{ ...badge(1), name: "Renamed" }],
    };
    const { data: changed } = await change(id, later, revision);
    expect(changed!.changeChallenge).toMatchObject({
      title: "In other words",
      endTime: at(20),
      requiredClassIds: [classId],
      requiredClasses: [],
    });
    expect(await show(id, me)).toMatchObject({
      progressAmount: 1,
      badges: [{ isEarned: true, badge: { name: "Renamed" } }],
    });

    advance(21 * day);
    expect(codeOf(await change(id, { ...later, endTime: at(3) }, revision + 1))).toEqual({
      code: "HAS_BEGUN",
      field: "endTime",
    });
    expect((await change(id, { ...later, title: "That was it" }, revision + 1)).errors).toEqual([]);
  });

  test("keeps the first of two concurrent edits and rejects the second", async () => {
    const { id, revision } = await announce({ title: "Two at once" });
    const answers = await Promise.all(
      ["One", "Other"].map((title) => change(id, input({ title }), revision)),
    );
    expect(answers.map((answer) => codeOf(answer).code).toSorted()).toEqual(["CHANGED_MEANWHILE", undefined]);
    const saved = answers.find(({ errors }) => errors.length === 0);
    expect((await show(id))!.title).toBe(saved!.data!.changeChallenge.title);
  });
});

describe("deleting a challenge", () => {
  test("removes it from its participants before it begins, without affecting playback", async () => {
    const made = await announce({ title: "Called off" });
    const me = await server.member();
    await join(me, made.id);
    expect((await remove(made.id)).data).toEqual({ deleteChallenge: true });
    expect(await show(made.slug)).toBeNull();
    expect(codeOf(await join(me, made.id)).code).toBe("NOT_FOUND");
    expect(codeOf(await remove(made.id)).code).toBe("NOT_FOUND");
    const { id } = await createClass(server.pool);
    await complete(me, id);
    const { rows } = await server.pool.query(
      `select (select count(*)::int from challenges.completions where person_id = $1) as danced,
        (select count(*)::int from challenges.badges where slug like 'called-off-%') as badges`,
      [me.id],
    );
    expect(rows).toEqual([{ danced: 1, badges: 0 }]);
  });
});
