import type { MovementSlug } from "../movement/styles.ts";
import type { Scene, Shot } from "../picture/shot.ts";

/** Dancers, room and tempos. The clips of a troupe are shared by its classes. Frames per eight are multiples of 12. */
export type Troupe = {
  slug: string;
  style: string;
  movement: MovementSlug;
  instructor: string;
  /** How far its classes travel. */
  space: "spot" | "steps" | "room";
  scene: Scene;
  /** Frames per eight at full tempo and while teaching. bpm = 14400 / frames. */
  frames: { full: number; slow: number };
  /** Cameras of parts under tempo, and of those that count steps. Formations and ways across the room need the whole room. */
  shots: { slow: Shot; counts: Shot };
  /** The eight danced between moves: to warm up, to listen, to cool down. */
  rest: { full: string; slow: string };
};

const solo = (
  look: Scene["cast"][number]["look"],
  room: Scene["room"],
  up: number,
  aside: number,
): Scene => ({
  cast: [{ look, x: 0, z: 0 }],
  room,
  reach: { up, aside },
});

export const TROUPES: Troupe[] = [
  {
    slug: "hip-hop",
    style: "hip-hop",
    movement: "hip-hop",
    instructor: "demo-ana",
    space: "steps",
    scene: solo("ana", "neon", 2.06, 0.62),
    frames: { full: 156, slow: 192 },
    shots: { slow: "mid", counts: "feet" },
    rest: { full: "bounce", slow: "listen" },
  },
  {
    slug: "house",
    style: "house",
    movement: "house",
    instructor: "demo-kofi",
    space: "spot",
    scene: solo("kofi", "teal", 2.16, 0.88),
    frames: { full: 120, slow: 156 },
    shots: { slow: "mid", counts: "feet" },
    rest: { full: "jack", slow: "listen" },
  },
  {
    slug: "afro",
    style: "afro",
    movement: "afro",
    instructor: "demo-kofi",
    space: "spot",
    scene: solo("kofi", "brick", 2.1, 0.8),
    frames: { full: 132, slow: 168 },
    shots: { slow: "mid", counts: "mid" },
    rest: { full: "azonto", slow: "listen" },
  },
  {
    slug: "latin",
    style: "latin",
    movement: "latin",
    instructor: "demo-luz",
    space: "steps",
    scene: solo("luz", "amber", 1.86, 0.6),
    frames: { full: 84, slow: 120 },
    shots: { slow: "mid", counts: "feet" },
    rest: { full: "basic", slow: "listen" },
  },
  {
    slug: "contemporary",
    style: "contemporary",
    movement: "contemporary",
    instructor: "demo-jules",
    space: "room",
    scene: solo("jules", "loft", 2.32, 0.78),
    frames: { full: 204, slow: 204 },
    shots: { slow: "wide", counts: "wide" },
    rest: { full: "breath", slow: "breath" },
  },
  {
    slug: "heels",
    style: "heels",
    movement: "heels",
    instructor: "demo-imani",
    space: "room",
    scene: solo("imani", "dusk", 2.26, 0.7),
    frames: { full: 144, slow: 180 },
    shots: { slow: "mid", counts: "mid" },
    rest: { full: "sway", slow: "listen" },
  },
  {
    slug: "mobility",
    style: "mobility",
    movement: "wellness",
    instructor: "demo-noor",
    space: "spot",
    scene: solo("noor", "olive", 1.96, 0.66),
    frames: { full: 192, slow: 192 },
    shots: { slow: "wide", counts: "wide" },
    rest: { full: "reach", slow: "reach" },
  },
  {
    slug: "fitness",
    style: "dance-fitness",
    movement: "fitness",
    instructor: "demo-rio",
    space: "spot",
    scene: {
      cast: [
        { look: "rio", x: 0, z: 0.25 },
        { look: "sam", x: -1.15, z: -0.45, behind: 0.05 },
        { look: "ana", x: 1.15, z: -0.45, behind: 0.03 },
      ],
      room: "blue",
      reach: { up: 2.16, aside: 1.15 },
    },
    frames: { full: 108, slow: 132 },
    shots: { slow: "wide", counts: "wide" },
    rest: { full: "march", slow: "march" },
  },
  {
    slug: "family",
    style: "family",
    movement: "family",
    instructor: "demo-noor",
    space: "steps",
    scene: {
      cast: [
        { look: "noor", x: -0.5, z: -0.1 },
        { look: "milo", x: 0.55, z: 0.2, behind: 0.09 },
      ],
      room: "garden",
      reach: { up: 1.96, aside: 1 },
    },
    frames: { full: 120, slow: 144 },
    shots: { slow: "wide", counts: "wide" },
    rest: { full: "wave", slow: "wave" },
  },
];

/**
 * Finds a troupe by its slug.
 * @throws Error if there is none
 */
export const troupeOf = (slug: string): Troupe => {
  const found = TROUPES.find((t) => t.slug === slug);
  if (!found) throw new Error(`there is no troupe "${slug}"`);
  return found;
};
