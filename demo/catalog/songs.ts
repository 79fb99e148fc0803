import { CLASSES } from "./classes.ts";
import { demoId } from "./identity.ts";
import type { DemoClass } from "./types.ts";

/** A song of the demo, as a studio would enter it. Its sound is synthesized, one per style. */
export type DemoSong = {
  id: string;
  slug: string;
  title: string;
  artist: string;
  isrc: string | null;
  /** Composers and lyricists. */
  writers: string | null;
  rightsHolder: string | null;
  rights: "licensed" | "own" | "royalty_free" | "unclear";
  isExplicit: boolean;
  durationMs: number;
  offersExcerpt: boolean;
};

const song = (
  slug: string,
  title: string,
  artist: string,
  more: Partial<Pick<DemoSong, "isrc" | "writers" | "rightsHolder" | "rights" | "isExplicit">> = {},
): DemoSong => ({
  id: demoId("song", slug),
  slug,
  title,
  artist,
  isrc: null,
  writers: null,
  rightsHolder: null,
  rights: "licensed",
  isExplicit: false,
  // Its own music, which everyone may hear.
  offersExcerpt: more.rights === "own" || more.rights === "royalty_free",
  durationMs: 150_000 + ((title.length * 7_000) % 90_000),
  ...more,
});
const loft = { writers: "Demo Writer, Ida Loft", rightsHolder: "Loftwerk Records" };
const demoLabel = { rightsHolder: "Demo Label", rights: "own" } as const;

/** Songs by style. ISRCs begin with a country code that isn't assigned. */
const BY_STYLE: Record<string, DemoSong[]> = {
  "hip-hop": [
    song("late-bus", "Late Bus", "The Demo Section", { isrc: "ZZDEM2600001", ...demoLabel }),
    song("corner-store", "Corner Store", "The Demo Section", { isrc: "ZZDEM2600002", ...demoLabel }),
  ],
  house: [
    song("night-kitchen", "Night Kitchen", "Loftwerk", { isrc: "ZZLFT2600001", ...loft }),
    song("stairs-down", "Stairs Down", "Loftwerk", { isrc: "ZZLFT2600002", ...loft }),
  ],
  afro: [song("market-day", "Market Day", "Open Door Ensemble", { isrc: "ZZOPN2600001" })],
  latin: [
    song("basta-ya", "Basta ya", "Orquesta Demo", { isrc: "ZZORQ2600001", rightsHolder: "Discos Demo" }),
  ],
  heels: [song("paper-moon-rising", "Paper Moon Rising", "Open Door Ensemble", { rights: "unclear" })],
  contemporary: [song("low-tide", "Low Tide", "Slow Room", { rights: "royalty_free" })],
};
const OTHERS = [
  song("first-light", "First Light", "Slow Room", { rights: "royalty_free" }),
  song("nine-to-eight", "Nine to Eight", "The Demo Section", { isrc: "ZZDEM2600003", ...demoLabel }),
];
const EXPLICIT = song("say-it-plain", "Say It Plain", "The Demo Section", {
  isrc: "ZZDEM2600009",
  isExplicit: true,
  ...demoLabel,
});

export const SONGS: DemoSong[] = [...Object.values(BY_STYLE).flat(), ...OTHERS, EXPLICIT];

/** Eights of a song that a class dances at most. */
const maxDanced = 16;

/** The song of a class, with its stretch and the eights of the song that the class dances. */
export type DemoClassSong = {
  songId: string;
  startMs: number;
  endMs: number;
  firstEight: number | null;
  lastEight: number | null;
};

/** The songs of a class with their stretches: one to warm up and cool down to, one for the rest, of which it dances eights. */
export const songsOf = (of: DemoClass): DemoClassSong[] => {
  const own = BY_STYLE[of.style] ?? OTHERS;
  const index = CLASSES.indexOf(of);
  const main = of.isExplicit ? EXPLICIT : own[index % own.length]!;
  const light = OTHERS[0]!;
  const danced = Math.max(0, ...of.parts.map(({ kind, eights }) => (kind === "full_out" ? eights : 0)));
  const firstEight = 1 + 8 * (Math.floor(index / own.length) % 3);
  const eights = { firstEight, lastEight: firstEight + Math.min(maxDanced, danced) - 1 };
  const stretches: DemoClassSong[] = [];
  for (const { kind, startMs, endMs } of of.parts) {
    const { id: songId } = kind === "warm_up" || kind === "cool_down" ? light : main;
    const last = stretches.at(-1);
    if (last?.songId === songId) last.endMs = Math.round(endMs);
    else
      stretches.push({
        songId,
        startMs: Math.round(startMs),
        endMs: Math.round(endMs),
        ...(songId === main.id && danced > 0 ? eights : { firstEight: null, lastEight: null }),
      });
  }
  return stretches;
};
