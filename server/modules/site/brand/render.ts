import { execFile } from "node:child_process";
import { join } from "node:path";
import { inspectImage } from "./inspect.ts";
import { brandRules } from "./kinds.ts";
import type { BrandKind } from "./kinds.ts";

/** Why an image is refused: no readable still image; more than 25 megapixels; smaller than needed; an SVG that isn't only shapes. */
export type BrandFault = "unreadable" | "too_large" | "too_small" | "unsafe";

/** What the render process answers. Content is base64. */
export type Rendering =
  | { readonly fault: BrandFault }
  | {
      readonly files: readonly { name: string; width: number; height: number; content: string }[];
    };

const script = join(import.meta.dirname, "render-process.ts");
const timeoutMs = 15_000;
const maxOutputBytes = 16 * 1024 * 1024;

/** Makes the files of a kind from an uploaded image, in a process of its own. One that takes too long is unreadable. */
export function renderBrand(kind: BrandKind, content: Uint8Array): Promise<Rendering> {
  const form = inspectImage(content, brandRules[kind].minSide);
  if (form !== "svg" && form !== "pixels") return Promise.resolve({ fault: form });
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      ["--max-old-space-size=512", script, kind, form],
      { env: {}, timeout: timeoutMs, killSignal: "SIGKILL", maxBuffer: maxOutputBytes },
      (error, output) => {
        if (!error) resolve(JSON.parse(output) as Rendering);
        else if (error.killed || error.signal) resolve({ fault: "unreadable" });
        else reject(error);
      },
    );
    // A process that ended before it read everything has already answered.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(content);
  });
}
