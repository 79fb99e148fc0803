import { BadInput } from "../../../platform/errors.ts";
import { isBlank, readText } from "../../../platform/text.ts";
import { readIsrc } from "../songs/isrc.ts";
import { cutText } from "./names.ts";
import type { ProposedSong } from "./store.ts";

/** Characters of a song's title and artist. */
const maxSongLength = 150;

/** Control characters, and those that change the reading direction. */
const hidden = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Cuts a line of a file, without characters that `readLine` refuses; null for one that can't be shown. */
export function fitLine(text: string | null, max: number): string | null {
  const whole = (text ?? "").toWellFormed().replaceAll(/\s+/g, " ").replaceAll(hidden, "");
  const line = cutText(whole.trim(), max).trim();
  return isBlank(line) ? null : line;
}

/** Cuts a text of a sidecar or a container; null for one that can't be shown. */
export function fitText(text: string | null, max: number): string | null {
  try {
    return readText((text ?? "").slice(0, max).toWellFormed(), "description", max) || null;
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    return null;
  }
}

/** A song as a file names it; null if it names none. An ISRC that isn't one is left out. */
export function readProposedSong(given: ProposedSong | null): ProposedSong | null {
  let isrc: string | null = null;
  try {
    isrc = readIsrc(given?.isrc);
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
  }
  const title = fitLine(given?.title ?? null, maxSongLength) ?? "";
  const artist = fitLine(given?.artist ?? null, maxSongLength);
  return isrc || (title && artist) ? { title, artist, isrc } : null;
}
