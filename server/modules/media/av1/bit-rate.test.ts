import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ffmpeg } from "../../../testing/media-samples.ts";
import { encodeArgs } from "../pipeline/commands/encode.ts";
import { ladderFor } from "../pipeline/ladder.ts";
import type { Rung } from "../pipeline/ladder.ts";
import { probeSource, uploadLimits } from "../pipeline/probe.ts";
import { runChild } from "../pipeline/process.ts";
import { encodeLimits, installedTools } from "../pipeline/tools.ts";

it("stays within a rendition's bit rate in AV1, whatever the picture", async () => {
  const folder = await mkdtemp(join(tmpdir(), "av1-bit-rate-"));
  try {
    const [tools, rate, seconds] = [installedTools(), { numerator: 25, denominator: 1 }, 4];
    const path = join(folder, "noise.mp4");
    await ffmpeg(
      ...`-f lavfi -i color=gray:s=640x360:r=25:d=${seconds},noise=alls=100:allf=t`.split(" "),
      ..."-c:v libx264 -preset ultrafast -crf 10 -pix_fmt yuv420p".split(" "),
      path,
    );
    const source = await probeSource(tools, path, uploadLimits);
    const rung: Rung = { ...ladderFor(source.size, rate, { maxLines: 360 })[0]!, codec: "av1", crf: 30 };
    await runChild({
      program: tools.ffmpeg,
      args: encodeArgs({
        source,
        rungs: [rung],
        rate,
        frames: seconds * 25,
        preset: "medium",
        gainDb: null,
        stills: null,
      }),
      cwd: folder,
      limits: encodeLimits(seconds),
      onLine: () => {},
    });
    const { size } = await stat(join(folder, `${rung.name}.mp4`));
    // The encoder evens out over more than these seconds. Without a limit it writes forty times the maximum.
    expect((size * 8) / 1000 / seconds).toBeLessThan(rung.maxKbps * 1.5);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
