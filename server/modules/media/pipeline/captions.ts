import { readFile, stat } from "node:fs/promises";
import { SourceRefused } from "./refusal.ts";

/** Captions as input. */
export interface CaptionSource {
  /** BCP 47, lower case: `en`, `pt-br`. */
  readonly language: string;
  /** Label in the captions menu: `English`. */
  readonly label: string;
  /** A WebVTT file. */
  readonly path: string;
}

const longest = 2 * 1024 * 1024;

/**
 * Validates that captions are WebVTT and returns them unchanged.
 * @throws SourceRefused
 */
export async function checkCaptions(
  sources: readonly CaptionSource[],
): Promise<{ language: string; label: string; text: string }[]> {
  return Promise.all(
    sources.map(async ({ language, label, path }) => {
      if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/.test(language))
        throw new SourceRefused("captions_invalid", "the language is not a tag in lower case");
      if ((await stat(path)).size > longest) throw new SourceRefused("captions_invalid", "they are too long");
      const text = (await readFile(path, "utf8")).replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
      if (!/^WEBVTT(?:[ \t\n]|$)/.test(text))
        throw new SourceRefused("captions_invalid", "they are not WebVTT");
      return { language, label, text };
    }),
  );
}
