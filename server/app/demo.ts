import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { z } from "zod";
import {
  captionsVtt,
  demoCatalog,
  demoPeople,
  demoTakes,
  renderAudio,
  renderClips,
  renderTake,
  renderEmptyRoom,
} from "../../demo/index.ts";
import type { DemoPerson } from "../../demo/index.ts";
import type { Ctx, Tx } from "../ctx.ts";
import { assetAvailable, assetFailed } from "../modules/media/events.ts";
import { seedCoupon } from "../modules/billing/index.ts";
import {
  givePicture,
  linkInstructor,
  notePreparation,
  pictureWidths,
  seedCatalogue,
} from "../modules/catalog/index.ts";
import { uploaderOf } from "../modules/community/index.ts";
import { createAccount, prepareAccount } from "../modules/identity/index.ts";
import { publishPicture, requestTranscode } from "../modules/media/index.ts";
import { createJobCtx } from "../platform/ctx-factory.ts";
import type { Shared } from "../platform/ctx-factory.ts";
import { defineReaction } from "../platform/events.ts";
import type { EventType, Reaction } from "../platform/events.ts";
import { defineJob } from "../platform/jobs/job.ts";
import type { JobRun } from "../platform/jobs/job.ts";
import { seedDemoReports } from "./demo-growth.ts";
import { seedSubscriptions } from "./demo-billing.ts";
import { announceChallenges, practiseJob } from "./demo-challenges.ts";
import { talk } from "./demo-community.ts";
import type { PictureOrder } from "./demo-pictures.ts";
import { demoPin, prepareFamilies, seedDemoFamilies } from "./demo-families.ts";
import { makePreviews } from "./demo-previews.ts";

const dayMs = 24 * 60 * 60 * 1000;
/** Changes when the drawings do: pictures are cached for good under their name. */
const pictureEdition = "1";
/** The picture of classes whose own isn't drawn yet. */
const emptyRoom = `demo-room-${pictureEdition}`;
const pictureOf = (kind: PictureOrder["kind"], slug: string) => `demo-${kind}-${slug}-${pictureEdition}`;
/** A quarter off the first payment. */
const demoCoupon = {
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
} as const;
const accountsFile = "demo-accounts.txt";
/** Those who sign in to look round; the others only fill the floor. */
const guides = ["admin", "moderator", "instructor", "member", "family"] as const;
const labels: Record<(typeof guides)[number], string> = {
  admin: "admin",
  moderator: "moderator",
  instructor: "instructor",
  member: "member (premium)",
  family: "family",
};

const drawJob = defineJob({
  name: "demo.draw_pictures",
  schema: z.object({}),
  maxAttempts: 3,
  run: drawPictures,
});
const makeClassJob = defineJob({
  name: "demo.make_class",
  schema: z.object({ slug: z.string(), place: z.number().int() }),
  maxAttempts: 3,
  run: makeClass,
});

const makeTakeJob = defineJob({
  name: "demo.make_take",
  schema: z.object({ slug: z.string() }),
  maxAttempts: 3,
  run: makeTake,
});

export const demoJobs = [drawJob, makeClassJob, makeTakeJob, practiseJob];

/** The first class is made alone, so that somebody can dance soon; when it is there, or can't be had, the others follow. */
const followFirst = [assetAvailable, assetFailed].map((event) =>
  defineReaction(
    `demo.make_the_rest_after.${event.name}`,
    event as EventType<{ assetId: string }>,
    async (ctx, { assetId }) => {
      if (assetId === demoCatalog.classes[0]?.id) await ctx.transact((tx) => enqueueRest(tx));
    },
  ),
);

export const demoReactions: readonly Reaction[] = followFirst;

/** One class or take is drawn at a time, by several threads. Takes are short: the feed has its films before the library has its second class. */
async function enqueueRest(tx: Tx): Promise<void> {
  for (const { slug } of demoTakes)
    await tx.enqueue(makeTakeJob, { slug }, { priority: 9, queue: "demo", key: `demo-take-${slug}` });
  for (const [place, { slug }] of demoCatalog.classes.entries()) {
    if (place > 0)
      await tx.enqueue(
        makeClassJob,
        { slug, place },
        { priority: 10 + place, queue: "demo", key: `demo-${slug}` },
      );
  }
}

/** Fills an empty library with the demo, once, and prints how to sign in. What takes long is left to jobs. */
export async function seedDemo(shared: Shared): Promise<void> {
  const ctx = createJobCtx(shared, "demo-seed");
  const people = await Promise.all(
    demoPeople.map(async (person) => {
      const guide = guides.find((role) => role === person.role);
      const password = guide ? `${person.slug}-${randomBytes(9).toString("base64url")}` : null;
      return {
        person,
        guide,
        account: await prepareAccount({
          id: person.id,
          email: person.email,
          name: person.name,
          username: person.username,
          role: roleOf(person),
          image: null,
          password,
        }),
      };
    }),
  );
  for (const width of pictureWidths) {
    const name = `${emptyRoom}-${width}.webp`;
    if (!(await ctx.ports.storage.stat(`pictures/${name}`)))
      await publishPicture(ctx, name, renderEmptyRoom({ width, height: Math.round((width * 9) / 16) }));
  }
  const pinHash = await prepareFamilies(ctx);
  const isNew = await ctx.transact(async (tx) => {
    const now = tx.clock.now();
    const seeded = await seedCatalogue(tx, {
      sections: demoCatalog.sections.map((section) => ({ ...section, position: section.displayIndex })),
      styles: demoCatalog.styles,
      instructors: demoCatalog.instructors.map((instructor) => ({
        ...instructor,
        photo: null,
      })),
      categories: demoCatalog.categories.map((category) => ({
        ...category,
        picture: null,
        position: category.displayIndex,
      })),
      classes: demoCatalog.classes.map((found) => ({
        ...found,
        durationMs: Math.round(found.durationInMs),
        beatGrid: found.beatGrid.map((span) => ({
          ...span,
          startMs: Math.round(span.startMs),
          endMs: Math.round(span.endMs),
          firstBeatMs: Math.round(span.firstBeatMs),
        })),
        parts: found.parts.map((part) => ({
          ...part,
          startMs: Math.round(part.startMs),
          endMs: Math.round(part.endMs),
        })),
        // Until its own is drawn.
        picture: emptyRoom,
        assetId: found.id,
        publishedAt: new Date(now.getTime() - found.publishedDaysAgo * dayMs),
      })),
    });
    if (!seeded) return false;
    for (const { person, account } of people) {
      await createAccount(tx, account);
      if (person.role === "instructor") await linkInstructor(tx, `demo-${person.slug}`, person.id);
    }
    await seedDemoFamilies(tx, pinHash);
    await seedCoupon(tx, demoCoupon);
    await announceChallenges(tx);
    await talk(tx);
    await seedDemoReports(
      tx,
      people.filter(({ person }) => person.role === "dancer").map(({ person }) => person.id),
    );
    await tx.enqueue(drawJob, {}, { priority: -20 });
    const [first] = demoCatalog.classes;
    if (first)
      await tx.enqueue(makeClassJob, { slug: first.slug, place: 0 }, { priority: -10, queue: "demo" });
    return true;
  });
  if (!isNew) return;
  // A real provider’s test mode has books of its own, in which the demo’s people aren’t.
  if (shared.config.testGateway && !shared.config.stripe) await seedSubscriptions(shared);
  const lines = people.flatMap(({ person, guide, account }) =>
    guide ? [`${labels[guide]} ${person.email} password: ${account.password}`] : [],
  );
  lines.push(`Out of a child's profile of the family leads the PIN ${demoPin}.`);
  await writeFile(join(ctx.config.dataDir, accountsFile), `${lines.join("\n")}\n`, { mode: 0o600 });
  process.stdout.write(
    `The demo's people (kept in ${join(ctx.config.dataDir, accountsFile)}):\n${lines.join("\n")}\n`,
  );
}

function roleOf(person: DemoPerson) {
  return person.role === "admin" || person.role === "moderator" ? person.role : "member";
}

async function drawPictures(ctx: Ctx, _payload: object, run: JobRun): Promise<void> {
  const orders: Omit<PictureOrder, "width">[] = [
    ...demoCatalog.classes.map(({ slug }) => ({ kind: "class" as const, slug })),
    ...demoCatalog.categories.map(({ slug }) => ({ kind: "category" as const, slug })),
    ...demoCatalog.instructors.map(({ slug }) => ({ kind: "instructor" as const, slug })),
  ];
  const thread = new Worker(new URL("./demo-pictures.ts", import.meta.url));
  try {
    for (const order of orders) {
      const picture = pictureOf(order.kind, order.slug);
      for (const width of pictureWidths) {
        run.signal.throwIfAborted();
        const name = `${picture}-${width}.webp`;
        if (await ctx.ports.storage.stat(`pictures/${name}`)) continue;
        thread.postMessage({ ...order, width } satisfies PictureOrder);
        const [drawn] = (await once(thread, "message", { signal: run.signal })) as [Uint8Array];
        await publishPicture(ctx, name, drawn);
      }
      // Whoever looks in the first minutes asks for no picture that isn't there.
      await ctx.transact((tx) => givePicture(tx, order.kind, order.slug, picture));
    }
  } finally {
    await thread.terminate();
  }
}

/** Draws a class from both sides, plays its music, and hands it to the pipeline as a studio would. */
async function makeClass(
  ctx: Ctx,
  { slug, place }: { slug: string; place: number },
  run: JobRun,
): Promise<void> {
  const found = demoCatalog.classes.find((one) => one.slug === slug);
  // A class of an older demo is left as it is.
  if (!found) return;
  const folder = join(ctx.config.dataDir, "demo");
  const sources = join(folder, "sources", slug);
  await mkdir(sources, { recursive: true });
  let noted = 0;
  let noting: Promise<void> = Promise.resolve();
  const note = (percent: number) => {
    if (percent <= noted) return;
    noted = percent;
    noting = noting
      .then(() => notePreparation(ctx.db, found.id, percent))
      .catch((error: unknown) => ctx.log.warn({ err: error }, "Progress could not be noted"));
  };
  const concurrency = place === 0 ? availableParallelism() : Math.max(1, availableParallelism() - 1);
  const clips = async (angle: "front" | "back", from: number) => {
    const { clips: made, order } = await renderClips({
      classSlug: slug,
      angle,
      cacheDir: join(folder, "clips"),
      signal: run.signal,
      concurrency,
      onProgress: (share) => note(Math.floor(from + share * 45)),
    });
    return { clips: made.map(({ path }) => ({ path })), order };
  };
  const audio = join(sources, "music.flac");
  const captions = join(sources, "en.vtt");
  const music = renderAudio({ classSlug: slug, file: audio, signal: run.signal });
  const [front, back] = await Promise.all([
    clips("front", 0).then(async (front) => [front, await clips("back", 45)] as const),
    music,
  ]).then(([angles]) => angles);
  await writeFile(captions, captionsVtt(slug));
  // Danced rather than taught: towards the end of the class.
  const danced = front.clips[front.order[Math.floor(front.order.length * 0.8)] ?? 0];
  if (danced) await makePreviews(ctx, slug, danced.path);
  note(100);
  await noting;
  await ctx.transact((tx) =>
    requestTranscode(
      tx,
      {
        assetId: found.id,
        front: { kind: "cuts", ...front, audio },
        back: { kind: "cuts", ...back, audio },
        captions: [{ language: found.captions.language, label: found.captions.label, path: captions }],
        origin: "studio",
      },
      { priority: place === 0 ? -10 : place },
    ),
  );
}

/** Draws what a dancer filmed of themselves, and hands it to the pipeline as an upload. */
async function makeTake(ctx: Ctx, { slug }: { slug: string }, run: JobRun): Promise<void> {
  const take = demoTakes.find((one) => one.slug === slug);
  if (!take || !(await uploaderOf(ctx, take.id))) return;
  const folder = join(ctx.config.dataDir, "demo");
  const file = join(folder, "takes", `${slug}.mp4`);
  await renderTake({
    slug,
    file,
    cacheDir: join(folder, "clips"),
    signal: run.signal,
    concurrency: Math.max(1, availableParallelism() - 1),
  });
  await ctx.transact((tx) =>
    requestTranscode(
      tx,
      { assetId: take.id, front: { kind: "file", path: file }, back: null, captions: [], origin: "upload" },
      { priority: 3 },
    ),
  );
}
