import { describe, expect, test } from "vitest";
import { createClass, letPass } from "../testing/factories.ts";
import { server, call, choose, parent, startFamilies } from "./family-testing.ts";

startFamilies();

describe("a child's profile", () => {
  test("sees nothing explicit in lists, in search or by URL", async () => {
    const { holder, child } = await parent();
    const { id, slug } = await createClass(server.pool, { title: "Zebrafinch", categories: ["grooves"] });
    const next = await createClass(server.pool, { title: "Zebrafinch clean", categories: ["grooves"] });
    await server.pool.query(`update catalog.classes set is_explicit = true where id = $1`, [id]);
    const lists = `{
      list: studioClasses(pagination: { first: 100 }) { total items { id } }
      search: studioClasses(filters: { search: "zebrafinch" }) { total items { id nextClass { id } } }
      category: studioClasses(filters: { categorySlug: "grooves" }) { total items { id } }
      weekPlan { classes { studioClass { id } } } }`;
    const others = `{
      forYou: forYouClasses(first: 100) { id } byId: studioClass(id: "${id}") { id } bySlug: studioClass(id: "${slug}") { id }
      near: studioClass(id: "${next.id}") { nextClass { id } }
      instructorBySlugPublic(slug: "demo-ana") { classes(pagination: { first: 100 }) { items { id } } } }`;
    const everywhere = async () => {
      const answers = [await call<{ search: { total: number } }>(holder, lists), await call(holder, others)];
      expect(answers.flatMap(({ errors }) => errors)).toEqual([]);
      return answers.map(({ data }) => JSON.stringify(data));
    };
    for (const answer of await everywhere()) expect(answer).toContain(id);
    await choose(holder, child.id);
    for (const answer of await everywhere()) expect(answer).not.toContain(id);
    const save = await call(holder, `mutation { saveClass(classId: "${id}") { id } }`);
    expect(save.errors[0]?.extensions.code).toBe("NOT_FOUND");
  });

  test("appears nowhere in public: on no leaderboard, under no name", async () => {
    const { holder, child } = await parent();
    await choose(holder, child.id);
    const { rows } = await server.pool.query<{ id: string }>(`select id from challenges.challenges limit 1`);
    if (rows[0]) await call(holder, `mutation { joinChallenge(id: "${rows[0].id}") { id } }`);
    const { rows: listed } = await server.pool.query(
      `select from challenges.progress where person_id = $1 and is_listed`,
      [child.id],
    );
    expect(listed).toEqual([]);
  });
});

describe("co-practice", () => {
  test("counts for all joined profiles from then on, and for no child if the class is explicit", async () => {
    const { holder, child } = await parent();
    const clean = await createClass(server.pool, { isPlayable: true, durationMs: 60_000 });
    const explicit = await createClass(server.pool, { isPlayable: true, durationMs: 60_000 });
    await server.pool.query(`update catalog.classes set is_explicit = true where id = $1`, [explicit.id]);
    const tickIn = (ids: string[]) =>
      call<{ practiceTogether: { id: string }[] }>(
        holder,
        "mutation ($ids: [ID!]!) { practiceTogether(personIds: $ids) { id } }",
        { ids },
      );
    expect((await tickIn([child.id, child.id])).data?.practiceTogether).toEqual([{ id: child.id }]);
    expect((await call(holder, "{ coPracticeOf { id } }")).data).toEqual({
      coPracticeOf: [{ id: child.id }],
    });
    for (const { id } of [clean, explicit])
      await call(holder, `{ studioClass(id: "${id}") { video { playback { hlsUrl } } } }`);
    await letPass(server.pool, holder.id, 600_000);
    await letPass(server.pool, child.id, 600_000);
    await server.pool.query(`update practice.together set since = since - interval '10 minutes'`);
    const practise = (id: string) =>
      call<{ recordPractice: { completed: boolean } }>(
        holder,
        `mutation { recordPractice(classId: "${id}", played: [{ fromMs: 0, toMs: 60000 }], positionMs: 0) { completed } }`,
      );
    expect((await practise(clean.id)).data?.recordPractice.completed).toBe(true);
    await practise(clean.id);
    await practise(explicit.id);
    const { rows } = await server.pool.query(
      `select class_id, played_ms, completed_at is not null as completed from practice.records where person_id = $1`,
      [child.id],
    );
    expect(rows).toEqual([{ class_id: clean.id, played_ms: 60_000, completed: true }]);

    const stranger = await server.member();
    expect((await tickIn([stranger.id])).errors[0]?.extensions.code).toBe("NOT_FOUND");
    expect((await tickIn([])).data?.practiceTogether).toEqual([]);
  });
});
