import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inputOf } from "./hardening.ts";
import { ChildFailed, runChild } from "./process.ts";
import type { ChildLimits } from "./process.ts";
import { installedTools } from "./tools.ts";

const mebibyte = 1024 * 1024;
const limits: ChildLimits = {
  wallMs: 20_000,
  cpuSeconds: 15,
  memoryBytes: 2048 * mebibyte,
  fileBytes: 8 * mebibyte,
};
/** More than a phone's camera makes. */
const maxPixels = 60_000_000;
/** How each kind begins (in hexadecimal), what reads it and what decodes it. */
const kinds = [
  { begins: /^ffd8ff/, format: "jpeg_pipe", decoder: "mjpeg" },
  { begins: /^89504e470d0a1a0a/, format: "png_pipe", decoder: "png" },
  { begins: /^52494646.{8}57454250/, format: "webp_pipe", decoder: "webp" },
] as const;

/**
 * Makes a square WebP of somebody's picture: new pixels alone, so that nothing of where and with what it was taken is left.
 * @param content JPEG, PNG or WebP, told by what it is and not by what it is called
 * @param side pixels
 * @returns null for what is no such picture
 */
export async function squarePicture(content: Uint8Array, side: number): Promise<Uint8Array | null> {
  const start = Buffer.from(content.subarray(0, 16)).toString("hex");
  const kind = kinds.find(({ begins }) => begins.test(start));
  if (!kind) return null;
  const folder = await mkdtemp(join(tmpdir(), "eightcount-picture-"));
  try {
    const [from, to] = [join(folder, "picture"), join(folder, "picture.webp")];
    await writeFile(from, content, { mode: 0o600 });
    await runChild({
      program: installedTools().ffmpeg,
      args: [
        ...`-v error -nostdin -y -protocol_whitelist file,pipe -format_whitelist ${kind.format}`.split(" "),
        ...`-codec_whitelist ${kind.decoder} -max_pixels ${maxPixels} -f ${kind.format} -i`.split(" "),
        inputOf(from),
        "-vf",
        `scale=${side}:${side}:force_original_aspect_ratio=increase,crop=${side}:${side},format=yuva420p`,
        ..."-frames:v 1 -map_metadata -1 -c:v libwebp -quality 84 -f webp".split(" "),
        to,
      ],
      limits,
      cwd: folder,
    });
    return await readFile(to);
  } catch (error) {
    if (error instanceof ChildFailed && !["missing", "disk_full", "aborted"].includes(error.fault))
      return null;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
