import { describe, expect, test } from "vitest";
import { createClass, library, subscribe } from "../../testing/factories.ts";
import { server, slugs, hoursAgo, startCatalog } from "./testing.ts";
import { linkInstructor, setImage } from "./index.ts";
import type { Page } from "./testing.ts";

startCatalog();

const classQuery = `query ($id: ID!) {
  studioClass(id: $id) {
    id classId title description thumbnailImageUrl level type accessType isExplicit isLocked isSaved publishedAt
    styleV2 { name slug } instructor { name slug } section { slug name description } categories { slug isFollowing classCount }
    video { durationInMs encodingStatus encodingPercent hasBackView playback { hlsUrl } } userProgress { percent }
    parts { index title kind startMs endMs eights } beatGrid { startMs endMs bpm firstBeatMs }
    nextClass { classId parts { index } isLocked }
  }
}`;

describe("single class", () => {
  test("finds a class by id and by slug, with all its fields", async () => {
    const next = await createClass(server.pool, { level: "advanced", accessType: "premium" });
    const { id, slug } = await createClass(server.pool, {
      title: "Sway",
      description: "Softly.",
      categories: ["grooves"],
      durationMs: 90_000,
    });
    const byId = await server.graphql(classQuery, { id });
    const bySlug = await server.graphql(classQuery, { id: slug });
    expect(byId.errors).toEqual([]);
    expect(bySlug.data).toEqual(byId.data);
    expect(byId.data).toMatchObject({
      studioClass: {
        id,
        classId: slug,
        title: "Sway",
        description: "Softly.",
        level: "beginner",
        type: "choreography",
        accessType: "free",
        isExplicit: false,
        isLocked: false,
        isSaved: false,
        thumbnailImageUrl: `${server.url}/pictures/test-1280.webp`,
        styleV2: { name: "Hip-hop", slug: "hip-hop" },
        instructor: { name: "Demo Ana", slug: "demo-ana" },
        section: { slug: "learn" },
        categories: [{ slug: "grooves", isFollowing: false, classCount: 1 }],
        video: {
          durationInMs: 90_000,
          encodingStatus: "queued",
          encodingPercent: 0,
          hasBackView: false,
          playback: null,
        },
        userProgress: null,
        parts: [
          { index: 1, title: "Warm up", kind: "warm_up", startMs: 0, endMs: 30_000, eights: 8 },
          { index: 2, startMs: 30_000, endMs: 90_000 },
        ],
        beatGrid: [{ startMs: 0, endMs: 90_000, bpm: 96, firstBeatMs: 0 }],
        nextClass: { classId: next.slug, parts: [{ index: 1 }, { index: 2 }], isLocked: true },
      },
    });
  });

  test.each(["00000000-0000-4000-8000-000000000000", "no-such-class", "", "'"])(
    "returns null for %j",
    async (id) => {
      expect(await server.graphql(classQuery, { id })).toMatchObject({
        data: { studioClass: null },
        errors: [],
      });
    },
  );

  test("returns null for a draft", async () => {
    const { id, slug } = await createClass(server.pool, { publishedAt: null });
    for (const key of [id, slug])
      expect((await server.graphql(classQuery, { id: key })).data).toEqual({ studioClass: null });
  });

  test.each([
    ["active", false],
    ["in_trial", false],
    ["non_renewing", false],
    ["paused", true],
    ["canceled", true],
    ["pending", true],
    ["future", true],
  ])("with a subscription that is %s: isLocked is %s", async (status, isLocked) => {
    const person = await server.anonymous();
    await subscribe(server.pool, person.id, "standard", status);
    const { id } = await createClass(server.pool, { accessType: "standard" });
    const above = await createClass(server.pool, { accessType: "premium" });
    const ask = async (key: string) =>
      (await server.graphql<{ studioClass: { isLocked: boolean } }>(classQuery, { id: key }, { as: person }))
        .data?.studioClass.isLocked;
    expect(await ask(id)).toBe(isLocked);
    expect(await ask(above.id)).toBe(true);
  });

  test.each([
    ["nothing has started", null, null, "queued", 0],
    ["its source is being rendered", 40, null, "running", 20],
    ["its asset is queued in the pipeline", 100, ["uploaded", 0], "running", 50],
    ["its rendered source is being encoded", 100, ["uploaded", 60], "running", 80],
    ["an upload is being encoded", null, ["uploaded", 60], "running", 60],
    ["it is available", 100, ["available", 100], "available", 100],
    ["it failed", null, ["error", 30], "error", 30],
  ] as const)(
    "reports the encoding status when %s",
    async (_name, preparation, asset, encodingStatus, encodingPercent) => {
      const { id } = await createClass(server.pool);
      await server.pool.query(
        "update catalog.classes set preparation_percent = $2, asset_id = $1 where id = $1",
        [id, preparation],
      );
      if (asset)
        await server.pool.query("insert into media.assets (id, availability, percent) values ($1, $2, $3)", [
          id,
          ...asset,
        ]);
      expect((await server.graphql(classQuery, { id })).data).toMatchObject({
        studioClass: { video: { encodingStatus, encodingPercent } },
      });
    },
  );
});

describe("instructors, sections and styles", () => {
  test("pages the classes of an instructor", async () => {
    for (let n = 0; n < 5; n += 1)
      await createClass(server.pool, { instructor: "demo-kofi", publishedAt: hoursAgo(n % 2) });
    await createClass(server.pool, { instructor: "demo-ana" });
    const ask = `query ($slug: String!, $pagination: Pagination) {
      instructorBySlugPublic(slug: $slug) { name slug bio photoURL classes(pagination: $pagination) { items { classId } total nextCursor } } }`;
    type Answer = { instructorBySlugPublic: { name: string; classes: Page } };
    const found: string[] = [];
    let after: string | null = null;
    do {
      const { data }: { data: Answer | null } = await server.graphql<Answer>(ask, {
        slug: "demo-kofi",
        pagination: { first: 2, after },
      });
      expect(data?.instructorBySlugPublic).toMatchObject({
        name: "Demo Kofi",
        bio: "Teaches",
        photoURL: expect.stringMatching(/\/pictures\/test-1280\.webp$/),
        classes: { total: 5 },
      });
      found.push(...slugs(data!.instructorBySlugPublic.classes));
      after = data!.instructorBySlugPublic.classes.nextCursor;
    } while (after);
    expect(new Set(found).size).toBe(5);
    expect(await server.graphql(ask, { slug: "nobody" })).toMatchObject({
      data: { instructorBySlugPublic: null },
      errors: [],
    });
  });

  test("shows an instructor's face: the studio's image, else the public photo of the member who teaches, else a portrait", async () => {
    const { id } = await createClass(server.pool, { instructor: "demo-kofi" });
    const faces = async () => {
      const { data } = await server.graphql<{
        studioClass: { instructor: { faceURL: string } };
        instructorBySlugPublic: { faceURL: string };
      }>(
        `query ($id: ID!) { studioClass(id: $id) { instructor { faceURL } }
          instructorBySlugPublic(slug: "demo-kofi") { faceURL } }`,
        { id },
      );
      return [data!.studioClass.instructor.faceURL, data!.instructorBySlugPublic.faceURL];
    };
    const drawn = expect.stringMatching(/^http.*\/faces\/face-\d\.svg$/);
    expect(await faces()).toEqual([drawn, drawn]);

    const member = await server.member();
    await server.ctx().transact((tx) => linkInstructor(tx, "demo-kofi", member.id));
    await server.pool.query(`update identity."user" set image = '/photos/own.webp' where id = $1`, [
      member.id,
    ]);
    const own = expect.stringMatching(/^http.*\/photos\/own\.webp$/);
    expect(await faces()).toEqual([own, own]);

    const setAudience = async (audience: string) => {
      const { errors } = await server.graphql(
        "mutation ($audience: Audience!) { changePrivacy(privacy: { name: $audience }) { name } }",
        { audience },
        { as: member },
      );
      expect(errors).toEqual([]);
    };
    await setAudience("members");
    expect(await faces()).toEqual([drawn, drawn]);
    await setAudience("everyone");
    expect(await faces()).toEqual([own, own]);

    await server.ctx().transact((tx) => setImage(tx, "face", "demo-kofi", "face"));
    const studios = expect.stringMatching(/^http.*\/pictures\/face\.webp$/);
    expect(await faces()).toEqual([studios, studios]);
  });

  test("sorts sections by the studio's order and styles by name", async () => {
    const { data } = await server.graphql("{ sections { slug } styles { slug name } }");
    expect(data).toEqual({
      sections: library.sections.map((slug) => ({ slug })),
      styles: library.styles.map((style) => ({ ...style })),
    });
  });
});
