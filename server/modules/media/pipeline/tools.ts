import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { ChildLimits } from "./process.ts";

/** Paths of the pipeline's programs. */
export interface Tools {
  readonly ffmpeg: string;
  readonly ffprobe: string;
  readonly packager: string;
}

const packagers: Readonly<Record<string, string>> = {
  "linux-x64": "packager-linux-x64",
  "linux-arm64": "packager-linux-arm64",
  "darwin-arm64": "packager-osx-arm64",
  "darwin-x64": "packager-osx-x64",
  "win32-x64": "packager-win-x64.exe",
};

/**
 * The installed tools: ffmpeg and ffprobe from the PATH, and shaka-packager's own binary from its npm package. The
 * package's Node wrapper would survive our SIGKILL.
 */
export function installedTools(): Tools {
  const binary = packagers[`${process.platform}-${process.arch}`];
  if (!binary) throw new Error(`shaka-packager has no binary for ${process.platform} on ${process.arch}.`);
  const manifest = createRequire(import.meta.url).resolve("shaka-packager/package.json");
  return { ffmpeg: "ffmpeg", ffprobe: "ffprobe", packager: join(dirname(manifest), "bin", binary) };
}

const mebibyte = 1024 * 1024;

/** Limits for probing a source, which reads little more than headers. */
export const probeLimits: ChildLimits = {
  wallMs: 5_000,
  cpuSeconds: 4,
  memoryBytes: 1024 * mebibyte,
  fileBytes: mebibyte,
};

/**
 * Limits for reading a whole source without decoding; a slow disk reads 20 MB per second. A small file is probed and
 * scanned within 10 s.
 */
export function scanLimits(bytes: number): ChildLimits {
  const extra = bytes / (20 * mebibyte);
  return { ...probeLimits, wallMs: 4_500 + extra * 1000, cpuSeconds: 4 + extra };
}

/**
 * Limits for encoding a video of this length: generous for a slow machine, but finite.
 * @param seconds of video
 */
export function encodeLimits(seconds: number): ChildLimits {
  return {
    wallMs: (300 + seconds * 30) * 1000,
    cpuSeconds: 600 + seconds * 60,
    // Address space: x264's many threads reserve far more than they use.
    memoryBytes: 8 * 1024 * mebibyte,
    fileBytes: 8 * 1024 * mebibyte,
  };
}
