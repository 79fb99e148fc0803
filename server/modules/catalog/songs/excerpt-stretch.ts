/** Which 30 seconds of a class are heard as an excerpt of a song. Pure. */

const maxExcerptMs = 30_000;
/** A shorter one doesn't tell what the song is like. */
const minExcerptMs = 10_000;

/** From a moment of a class to another. Milliseconds. */
export interface Stretch {
  readonly startMs: number;
  readonly endMs: number;
}

/** What is known of a class that uses a song. */
export interface ExcerptSource {
  /** Where the song sounds. */
  readonly song: Stretch;
  /** Parts that are danced at full tempo. */
  readonly fullOut: readonly Stretch[];
  /** Music without talk, from the analysis of the sound; null while that is missing. */
  readonly music: readonly Stretch[] | null;
}

/**
 * The longest stretch with nothing but the song at its own tempo, cut to 30 seconds around its middle; null if it is short, or if
 * neither parts nor analysis say where no one talks.
 */
export function excerptStretch({ song, fullOut, music }: ExcerptSource): Stretch | null {
  const danced = common([song], fullOut);
  if (danced.length === 0 && music === null) return null;
  const found = common(danced.length > 0 ? danced : [song], music ?? [song]);
  const [longest] = found.toSorted((a, b) => lengthOf(b) - lengthOf(a));
  if (!longest || lengthOf(longest) < minExcerptMs) return null;
  const spare = Math.max(0, lengthOf(longest) - maxExcerptMs);
  const startMs = Math.round(longest.startMs + spare / 2);
  return { startMs, endMs: Math.min(longest.endMs, startMs + maxExcerptMs) };
}

const lengthOf = ({ startMs, endMs }: Stretch): number => endMs - startMs;

/** What both lists of stretches have. */
const common = (some: readonly Stretch[], others: readonly Stretch[]): Stretch[] =>
  some.flatMap((one) =>
    others
      .map((other) => ({
        startMs: Math.max(one.startMs, other.startMs),
        endMs: Math.min(one.endMs, other.endMs),
      }))
      .filter((both) => both.endMs > both.startMs),
  );
