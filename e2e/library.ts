/** Seed data of the journeys. */
import { randomUUID } from "node:crypto";
import type { Ctx } from "../server/ctx.ts";
import { demoVisitors } from "../server/app/demo/growth.ts";
import { seedCoupon } from "../server/modules/billing/index.ts";
import { seedCatalogue, seedSongs } from "../server/modules/catalog/index.ts";
import { seedChallenges } from "../server/modules/challenges/index.ts";
import { seedVisitors } from "../server/modules/growth/index.ts";
import { createAccount, prepareAccount } from "../server/modules/identity/index.ts";
import { publishImage, requestTranscode } from "../server/modules/media/index.ts";
import { giveOptionPreview } from "../server/modules/onboarding/index.ts";
import { makeClass, makeOptionVideo, makePicture, makeShortClass, seconds, shortSeconds } from "./films.ts";

/** The class with both angles and captions. */
export const realClass = "drag-the-left";
/** Short classes with media, so that a set can be danced to its end. */
export const shortClasses = ["class-32", "class-36"];
/** The one of them that has an upright version. */
export const uprightClass = "class-36";
/** The most popular class, and the best finished one; each is the second by the other order. */
export const rankedClasses = ["class-17", "class-19"];
/** Username of the seeded teacher, who has no instructor page yet. */
export const teacherUsername = "demo.teaches";
const styles = ["Hip-hop", "House", "Latin"];
const accessTypes = ["free", "basic", "standard", "premium"] as const;

const songs = [
  { title: "Corner Store", artist: "The Demo Section", isrc: "ZZDEM2600002" },
  { title: "Night Kitchen", artist: "Loftwerk", isrc: null },
].map((song) => ({
  ...song,
  id: randomUUID(),
  slug: song.title.toLowerCase().replace(" ", "-"),
  writers: null,
  rightsHolder: null,
  rights: "licensed" as const,
  isExplicit: false,
  durationMs: null,
  offersExcerpt: false,
}));

/** Forty classes; the newest is `realClass` with this id, and two are short. */
function classesWith(real: string) {
  return Array.from({ length: 40 }, (_unused, index) => {
    const id = index === 0 ? real : randomUUID();
    const isShort = shortClasses.includes(`class-${index}`);
    const durationMs =
      index === 0 ? seconds * 1000 : isShort ? shortSeconds * 1000 : (5 + (index % 12)) * 60_000;
    const span = {
      startMs: 0,
      endMs: isShort ? durationMs : seconds * 1000,
      bpm: 96,
      firstBeatMs: 0,
    };
    return {
      id,
      slug: index === 0 ? realClass : `class-${index}`,
      title: index === 0 ? "Drag the left" : `Phrase number ${index}`,
      description: "Two eights, taught slowly.",
      level: isShort ? "intermediate" : index % 2 === 0 ? "beginner" : "advanced",
      type: index % 3 === 0 ? "choreography" : "drill",
      accessType: index === 0 ? ("free" as const) : accessTypes[index % 4]!,
      isExplicit: index % 7 === 3,
      style: ["hip-hop", "house", "latin"][index % 3]!,
      instructor: "demo-ana",
      section: index % 5 === 4 ? "family" : "learn",
      categories: ["first-steps"],
      durationMs,
      beatGrid: [span],
      picture: "test",
      assetId: id,
      publishedAt: new Date(Date.now() - (index + 1) * 3_600_000),
      parts: isShort
        ? [
            {
              index: 1,
              title: "Two eights",
              kind: "full_out" as const,
              startMs: 0,
              endMs: durationMs,
              eights: 2,
            },
          ]
        : [
            { index: 1, title: "Warm up", kind: "warm_up" as const, startMs: 0, endMs: 20_000, eights: 4 },
            {
              index: 2,
              title: "The drag",
              kind: "counts" as const,
              startMs: 20_000,
              endMs: seconds * 1000,
              eights: 8,
            },
          ],
    };
  });
}

/** Seeds a style, a section, an instructor, a category and forty classes, one of them with the media in `folder`. */
async function seedClasses(ctx: Ctx, folder: string): Promise<void> {
  const picture = await makePicture(folder);
  for (const width of [1280, 640, 320]) await publishImage(ctx, `test-${width}.webp`, picture);
  const { front, back, captions } = await makeClass(folder);
  const real = randomUUID();
  const classes = classesWith(real);
  const short = await makeShortClass(folder);
  const editor = await prepareAccount(ctx, {
    id: randomUUID(),
    email: "demo-editor@example.test",
    name: "Demo Editor",
    username: null,
    role: "editor",
    image: null,
    password: "five small drums upstairs",
  });
  await ctx.transact(async (tx) => {
    await createAccount(tx, editor);
    await seedCatalogue(tx, {
      sections: [
        { slug: "learn", name: "Learn", description: "Step by step", position: 0 },
        { slug: "family", name: "Family", description: "Together", position: 1 },
      ],
      styles: styles.map((name) => ({ slug: name.toLowerCase(), name })),
      instructors: [
        { id: randomUUID(), slug: "demo-ana", name: "Demo Ana", bio: "Teaches the demo.", photo: "test" },
      ],
      categories: [
        {
          id: randomUUID(),
          slug: "first-steps",
          name: "First steps",
          description: "Begin here",
          section: "learn",
          picture: "test",
          position: 0,
        },
      ],
      classes,
    });
    await seedSongs(
      tx,
      songs,
      classes.map(({ id }, at) => ({
        classId: id,
        songs: [
          {
            songId: songs[at % songs.length]!.id,
            startMs: null,
            endMs: null,
            firstEight: null,
            lastEight: null,
          },
        ],
      })),
    );
    await requestTranscode(tx, {
      assetId: real,
      angles: [
        { key: "front", source: { kind: "file", path: front } },
        { key: "back", source: { kind: "file", path: back } },
      ],
      captions: [{ language: "en", label: "English", path: captions }],
      origin: "studio",
    });
    for (const { id, slug } of classes.filter((one) => shortClasses.includes(one.slug)))
      await requestTranscode(tx, {
        assetId: id,
        angles: [
          {
            key: "front",
            source: { kind: "file", path: short.wide },
            upright: slug === uprightClass ? { kind: "file", path: short.upright } : null,
          },
        ],
        captions: [],
        origin: "studio",
      });
  });
}

/** Seeds a challenge that one class completes. */
const seedChallenge = (ctx: Ctx): Promise<unknown> =>
  ctx.transact((tx) =>
    seedChallenges(
      tx,
      [
        {
          slug: "one-whole-class",
          title: "One whole class",
          description: "Dance one class from its first count to its last.",
          triggerType: "class_completed",
          requiredClassIds: [],
          startsAt: new Date(Date.now() - 24 * 3_600_000),
          endsAt: new Date(Date.now() + 7 * 24 * 3_600_000),
          goalHeader: "Complete a class",
          subtitleHeader: "Any style",
          earnedByHeader: "Earned by dancing it whole",
          badges: [
            {
              slug: "one-whole-class",
              name: "One whole class",
              description: "A class, start to end",
              amountToEarn: 1,
            },
          ],
        },
      ],
      [],
    ),
  );

const seedDiscount = (ctx: Ctx): Promise<void> =>
  ctx.transact((tx) =>
    seedCoupon(tx, {
      id: "DEMO25",
      discountType: "percentage",
      basisPoints: 2500,
      amounts: {},
      duration: "one_time",
      durationMonths: null,
      appliesTo: "invoice",
      state: "active",
      planIds: null,
      redeemBy: null,
      redemptionsLeft: null,
    }),
  );

/** Seeds preview clips for the options of one onboarding question. */
async function seedOptionVideos(ctx: Ctx, folder: string): Promise<void> {
  await publishImage(ctx, "test-preview.mp4", await makeOptionVideo(folder));
  await ctx.transact(async (tx) => {
    for (const slug of ["absolute-beginner", "beginner"])
      await giveOptionPreview(tx, { question: "levelV2", slug }, "test-preview.mp4");
  });
}

/** Seeds an empty studio; `folder` holds the media during the seeding. */
export async function seedStudio(ctx: Ctx, folder: string): Promise<void> {
  await seedClasses(ctx, folder);
  await seedChallenge(ctx);
  await seedDiscount(ctx);
  await seedOptionVideos(ctx, folder);
  await ctx.transact((tx) => seedVisitors(tx, demoVisitors(new Date(), 200)));
}
