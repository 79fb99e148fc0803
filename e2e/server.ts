/**
 * Starts one whole server for all journeys: PostgreSQL of its own, a small library, and one real class that the pipeline made
 * from generated film. Playwright calls it before the first journey, and what it returns after the last.
 */
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seedCoupon } from "../server/modules/billing/index.ts";
import { seedCatalogue } from "../server/modules/catalog/index.ts";
import { demoVisitors } from "../server/app/demo-growth.ts";
import { seedVisitors } from "../server/modules/growth/index.ts";
import { seedChallenges } from "../server/modules/challenges/index.ts";
import { createAccount, prepareAccount } from "../server/modules/identity/index.ts";
import { giveOptionPreview } from "../server/modules/onboarding/index.ts";
import { publishPicture, requestTranscode } from "../server/modules/media/index.ts";
import { webDir } from "../server/app/start.ts";
import { startOpenIdProvider } from "../server/testing/open-id-provider.ts";
import { startTestDatabase, startTestServer } from "../server/testing/harness.ts";

/** Seconds of the class's film: twelve eights at 96 BPM. */
const seconds = 60;
const span = { startMs: 0, endMs: seconds * 1000, bpm: 96, firstBeatMs: 0 };
const styles = ["Hip-hop", "House", "Latin"];
const accessTypes = ["free", "basic", "standard", "premium"] as const;

export default async function setup(): Promise<() => Promise<void>> {
  const stopDatabase = await startTestDatabase();
  const google = await startOpenIdProvider({ clientId: "journeys" });
  google.become({
    sub: randomUUID(),
    email: "demo.google@example.test",
    email_verified: true,
    name: "Demo Gee",
  });
  const server = await startTestServer({
    webDir,
    env: {
      IP_COUNTRY_HEADER: "x-test-country",
      GOOGLE_CLIENT_ID: "journeys",
      GOOGLE_CLIENT_SECRET: "secret",
      GOOGLE_ISSUER: google.issuer,
      CAST_APP_ID: "CC1AD845",
    },
  });
  const ctx = server.ctx();
  const folder = await mkdtemp(join(tmpdir(), "eightcount-film-"));
  // A drum on each beat, never twice alike in a row, with hats between: sound that says where in the class it is.
  const music = `aevalsrc='0.6*(0.45+0.55*sin(2.3*floor(t/0.625)))*sin(2*PI*90*t)*exp(-25*mod(t\\,0.625))+0.2*(random(0)-0.5)*exp(-50*mod(t\\,0.3125))':s=44100:d=${seconds}`;
  const film = (name: string, colour: string) => {
    const path = join(folder, name);
    const video = `color=c=${colour}:s=640x360:r=30:d=${seconds},drawbox=x=mod(t*80\\,600):y=150:w=40:h=60:color=white:t=fill`;
    execFileSync("ffmpeg", [
      "-v",
      "error",
      "-f",
      "lavfi",
      "-i",
      video,
      "-f",
      "lavfi",
      "-i",
      music,
      "-c:v",
      "libx264",
      "-preset",
      "ultrafast",
      "-c:a",
      "aac",
      path,
    ]);
    return path;
  };
  const captions = join(folder, "en.vtt");
  await writeFile(
    captions,
    "WEBVTT\n\n00:00:00.000 --> 00:00:30.000\nWeight on the right\n\n00:00:30.000 --> 00:01:00.000\nNow let it drag\n",
  );
  const picture = execFileSync("ffmpeg", [
    "-v",
    "error",
    "-f",
    "lavfi",
    "-i",
    "color=c=purple:s=320x180",
    "-frames:v",
    "1",
    "-f",
    "webp",
    "-",
  ]);
  for (const width of [1280, 640, 320]) await publishPicture(ctx, `test-${width}.webp`, picture);

  // Work that failed for good, for the studio's page about it.
  const { rows } = await server.pool.query(
    "select id from graphile_worker.add_job('journeys.nothing', run_at => now() + interval '1 day')",
  );
  await server.pool.query(
    "update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'Nobody answered' where id = $1",
    [rows[0].id],
  );

  const real = randomUUID();
  const classes = Array.from({ length: 40 }, (_unused, index) => {
    const id = index === 0 ? real : randomUUID();
    return {
      id,
      slug: index === 0 ? "drag-the-left" : `class-${index}`,
      title: index === 0 ? "Drag the left" : `Phrase number ${index}`,
      description: "Two eights, taught slowly.",
      level: index % 2 === 0 ? "beginner" : "advanced",
      type: index % 3 === 0 ? "choreography" : "drill",
      accessType: index === 0 ? ("free" as const) : accessTypes[index % 4]!,
      isExplicit: index % 7 === 3,
      style: ["hip-hop", "house", "latin"][index % 3]!,
      instructor: "demo-ana",
      section: index % 5 === 4 ? "family" : "learn",
      categories: ["first-steps"],
      durationMs: index === 0 ? seconds * 1000 : (5 + (index % 12)) * 60_000,
      beatGrid: [span],
      picture: "test",
      assetId: id,
      publishedAt: new Date(Date.now() - (index + 1) * 3_600_000),
      parts: [
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
  const editor = await prepareAccount({
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
    await requestTranscode(tx, {
      assetId: real,
      front: { kind: "file", path: film("front.mp4", "navy") },
      back: { kind: "file", path: film("back.mp4", "maroon") },
      captions: [{ language: "en", label: "English", path: captions }],
      origin: "studio",
    });
  });
  await ctx.transact((tx) =>
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
  await ctx.transact((tx) =>
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
  const previewFile = join(folder, "preview.mp4");
  const testCard = ["-v", "error", "-f", "lavfi", "-i", "testsrc=s=320x180:r=25:d=2"];
  execFileSync("ffmpeg", [
    ...testCard,
    "-c:v",
    "libx264",
    "-pix_fmt",
    "yuv420p",
    "-movflags",
    "+faststart",
    previewFile,
  ]);
  await publishPicture(ctx, "test-preview.mp4", await readFile(previewFile));
  await ctx.transact(async (tx) => {
    for (const slug of ["absolute-beginner", "beginner"])
      await giveOptionPreview(tx, { question: "levelV2", slug }, "test-preview.mp4");
  });
  for (let waited = 0; ; waited += 1) {
    const { data } = await server.graphql<{ studioClass: { video: { encodingStatus: string } } }>(
      `{ studioClass(id: "drag-the-left") { video { encodingStatus } } }`,
    );
    const status = data?.studioClass.video.encodingStatus;
    if (status === "available") break;
    if (status === "error" || waited > 240) throw new Error(`The journeys' class is ${status}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  await ctx.transact((tx) => seedVisitors(tx, demoVisitors(new Date(), 200)));
  const admin = await server.member({ role: "admin", name: "Demo Admin" });
  process.env["EIGHTCOUNT_E2E_ADMIN"] = admin.cookie;
  process.env["EIGHTCOUNT_E2E_URL"] = server.url;
  return async () => {
    await server.stop();
    await google.stop();
    await stopDatabase();
  };
}
