import { execFile } from "node:child_process";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { classOf } from "./catalog/classes.ts";
import { demoId } from "./catalog/identity.ts";
import { troupeOf } from "./catalog/troupes.ts";
import { eightOf, MOVEMENTS } from "./movement/styles.ts";
import { writeSoundtrack } from "./music/soundtrack.ts";
import { renderMissingClips } from "./picture/clip-cache.ts";
import type { Scene, View } from "./picture/shot.ts";

/** A demo take: a video of one of the demo's dancers, dancing what a class teaches. */
export type DemoTake = {
  id: string;
  slug: string;
  /** Slug of the dancer. */
  by: string;
  classSlug: string;
  description: string;
};
type Plan = Omit<DemoTake, "id"> & {
  look: Scene["cast"][number]["look"];
  room: Scene["room"];
  /** Number of eights of the class in the take, counted from its end. */
  eights: number;
};

const plans: Plan[] = [
  {
    slug: "third-evening",
    by: "ada",
    classSlug: "first-bounce",
    description: "Third evening, same eight",
    look: "sam",
    room: "garden",
    eights: 3,
  },
  {
    slug: "kitchen-jack",
    by: "kim",
    classSlug: "jack-then-let-it-ring",
    description: "Jack, before the kettle boils",
    look: "jules",
    room: "amber",
    eights: 4,
  },
  {
    slug: "basic-on-one",
    by: "suri",
    classSlug: "basic-on-one",
    description: "Basic on one, and I can hear it now",
    look: "imani",
    room: "blue",
    eights: 5,
  },
  {
    slug: "walk-it",
    by: "hana",
    classSlug: "walk-it-stop-it",
    description: "Walk it, stop it, once without looking down",
    look: "luz",
    room: "loft",
    eights: 3,
  },
  {
    slug: "fall-slowly",
    by: "wren",
    classSlug: "fall-and-recover",
    description: "Falling is the easy half",
    look: "noor",
    room: "dusk",
    eights: 2,
  },
  {
    slug: "first-bounce-at-home",
    by: "member",
    classSlug: "first-bounce",
    description: "First bounce, full tempo",
    look: "rio",
    room: "loft",
    eights: 2,
  },
  {
    slug: "walk-on-tape",
    by: "member",
    classSlug: "walk-it-stop-it",
    description: "Walks along the tape on the floor",
    look: "ana",
    room: "dusk",
    eights: 2,
  },
];

/** Takes of the demo's dancers, in rendering order. */
export const demoTakes: readonly DemoTake[] = plans.map(({ slug, by, classSlug, description }) => ({
  id: demoId("take", slug),
  slug,
  by,
  classSlug,
  description,
}));

/**
 * Renders a take like a phone recording: portrait, with the class's music; H.264 and AAC in MP4. Leaves no partial files.
 * @throws Error if the take is unknown or ffmpeg fails; the signal's reason when aborted
 */
export async function renderTake(options: {
  slug: string;
  /** Cache folder of clips; classes and takes may share it. */
  cacheDir: string;
  file: string;
  signal?: AbortSignal;
  concurrency?: number;
}): Promise<void> {
  const plan = plans.find(({ slug }) => slug === options.slug);
  if (!plan) throw new Error(`there is no take "${options.slug}"`);
  const { file, signal } = options;
  const of = classOf(plan.classSlug);
  const troupe = troupeOf(of.troupe);
  const movement = MOVEMENTS[troupe.movement];
  const frames = troupe.frames.full;
  const whole = of.parts.findLast(({ kind }) => kind === "full_out")?.index;
  const danced = of.sequence.filter(
    (one) => one.frames === frames && (whole === undefined || one.part === whole),
  );
  const scene: Scene = {
    cast: [{ look: plan.look, x: 0, z: 0 }],
    room: plan.room,
    reach: { up: troupe.scene.reach.up, aside: 0.7 },
  };
  const view: View = { angle: "front", shot: "wide", format: "upright" };
  const clips = await renderMissingClips(
    danced
      .slice(-plan.eights)
      .map(({ eight }) => ({ scene, movement, eight: eightOf(movement, eight), view, frames })),
    options,
  );
  await mkdir(dirname(file), { recursive: true });
  const [list, music] = [`${file}.txt`, `${file}.wav`];
  try {
    await writeFile(list, clips.map((path) => `file '${path.replaceAll("'", String.raw`'\''`)}'\n`).join(""));
    const stretch = { frames, eights: clips.length, arrangement: "full" as const, countIn: false };
    await writeSoundtrack(troupe.movement, [stretch], music, signal ? { signal } : {});
    const inputs = ["-f", "concat", "-safe", "0", "-i", list, "-i", music];
    const sound = ["-c:a", "aac", "-b:a", "128k", "-shortest", "-movflags", "+faststart"];
    await promisify(execFile)(
      process.env["FFMPEG_PATH"] ?? "ffmpeg",
      ["-nostdin", "-v", "error", "-y", ...inputs, "-c:v", "copy", ...sound, "-f", "mp4", `${file}.partial`],
      signal ? { signal } : {},
    );
    await rename(`${file}.partial`, file);
  } finally {
    for (const left of [list, music, `${file}.partial`]) await rm(left, { force: true });
  }
}
