import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { mainAngle } from "../../../../contract/angles.ts";
import type { Ctx } from "../../../ctx.ts";
import type { StoredObject } from "../../../platform/storage.ts";
import { inputOf } from "../pipeline/hardening.ts";
import { runChild } from "../pipeline/process.ts";
import type { ChildLimits } from "../pipeline/process.ts";
import { installedTools } from "../pipeline/tools.ts";
import { versionPrefix } from "../publish.ts";
import { listAssets } from "../store.ts";
import { listAssetsOf } from "./store.ts";

const mebibyte = 1024 * 1024;
/** Nothing is encoded; bytes are only copied. */
const limits: ChildLimits = {
  wallMs: 10 * 60_000,
  cpuSeconds: 5 * 60,
  memoryBytes: 1024 * mebibyte,
  fileBytes: 8 * 1024 * mebibyte,
};

/** A copy of a person's video, for download. */
export interface VideoCopy {
  /** Id of the upload. */
  readonly id: string;
  /** A file of its own, in its best size, that plays anywhere; the caller may move it. */
  readonly path: string;
}

/**
 * Writes each published video of a person as one MP4.
 * @param folder to write them to
 */
export async function* copyVideosOf(ctx: Ctx, personId: string, folder: string): AsyncGenerator<VideoCopy> {
  for (const asset of await listAssets(ctx.db, await listAssetsOf(ctx.db, personId))) {
    if (!asset.version) continue;
    const path = join(folder, `${asset.id}.mp4`);
    await joinTracks(ctx, `${versionPrefix(asset.id, asset.version)}${mainAngle}/`, path);
    yield { id: asset.id, path };
  }
}

/** Joins the segments of the largest rendition, and those of the sound, to one file. */
async function joinTracks(ctx: Ctx, prefix: string, to: string): Promise<void> {
  const tracks = new Map<string, StoredObject[]>();
  for await (const found of ctx.ports.storage.list(prefix)) {
    const [, track = "", file = ""] =
      /^([a-z0-9]+)\/(init\.mp4|\d{5}\.m4s)$/.exec(found.key.slice(prefix.length)) ?? [];
    if (file) tracks.set(track, [...(tracks.get(track) ?? []), found]);
  }
  const sizeOf = (pieces: readonly StoredObject[]) => pieces.reduce((sum, { size }) => sum + size, 0);
  const sound = tracks.get("sound");
  tracks.delete("sound");
  const [picture] = [...tracks.values()].toSorted((a, b) => sizeOf(b) - sizeOf(a));
  const folder = await mkdtemp(join(tmpdir(), "eightcount-copy-"));
  try {
    const inputs: string[] = [];
    for (const [index, pieces] of [picture, sound].entries()) {
      if (!pieces) continue;
      const path = join(folder, `${index}.mp4`);
      // The initialization segment of a track sorts after its numbered segments.
      const ordered = pieces.toSorted((a, b) => {
        const [left, right] = [a, b].map(({ key }) => (key.endsWith("/init.mp4") ? "" : key)) as [
          string,
          string,
        ];
        return left < right ? -1 : 1;
      });
      for (const { key } of ordered) {
        const piece = await ctx.ports.storage.get(key);
        if (piece) await pipeline(piece.content, createWriteStream(path, { flags: "a", mode: 0o600 }));
      }
      inputs.push("-i", inputOf(path));
    }
    await runChild({
      program: installedTools().ffmpeg,
      args: [
        ..."-v error -nostdin -y -protocol_whitelist file,pipe -format_whitelist mov,mp4,m4a,3gp,3g2,mj2".split(
          " ",
        ),
        ...inputs,
        ..."-c copy -map_metadata -1 -movflags +faststart -f mp4".split(" "),
        to,
      ],
      limits,
      cwd: folder,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
