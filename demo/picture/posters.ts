import { createCanvas, ImageData } from "@napi-rs/canvas";
import { classOf, CLASSES } from "../catalog/classes.ts";
import { CATEGORIES, INSTRUCTORS } from "../catalog/library.ts";
import { boneIndex } from "../figure/body.ts";
import { troupeOf, TROUPES } from "../catalog/troupes.ts";
import { eightOf, MOVEMENTS } from "../movement/styles.ts";
import { toView, type Camera } from "./camera.ts";
import { performTogether, stageFor, type Scene } from "./shot.ts";

/** Size in pixels, and the encoding; default: WebP at quality 84. */
export type PictureSize = {
  width: number;
  height: number;
  format?: "webp" | "jpeg" | "avif";
  quality?: number;
};

/** Moments for posters: an eight and a beat in it (0 is the one). */
const MOMENTS: Record<string, [string, number][]> = {
  "hip-hop": [
    ["drag-left", 6.05],
    ["reach-roll", 0.1],
    ["step-turn", 6.1],
    ["knee-kick", 0],
    ["drag-left", 1.1],
    ["knee-kick", 6.05],
    ["drag-left", 3],
  ],
  house: [
    ["skate", 0.1],
    ["loose-legs", 6],
    ["shuffle", 3.1],
    ["round", 5.05],
    ["skate", 5],
    ["loose-legs", 0],
  ],
  afro: [
    ["shoulders", 6.05],
    ["gwara", 0.1],
    ["shaku", 4.1],
    ["ground", 4.1],
    ["shaku", 6],
    ["gwara", 4.1],
  ],
  latin: [
    ["side", 0.1],
    ["shine", 6.1],
    ["right-turn", 3.1],
    ["shine", 2.1],
    ["side", 4.1],
    ["cumbia", 0.1],
  ],
  contemporary: [
    ["fall", 3],
    ["swing", 2],
    ["contract", 4.2],
    ["fall", 5],
    ["spiral", 3],
    ["swing", 6],
  ],
  heels: [
    ["pose", 0.3],
    ["kick-turn", 5.4],
    ["body-roll", 5.1],
    ["pose", 4.4],
    ["walk", 6.2],
    ["kick-turn", 4.1],
  ],
  mobility: [
    ["side-bend", 3],
    ["lunge", 3.6],
    ["twist", 2.4],
    ["reach", 2.8],
    ["side-bend", 5.6],
  ],
  fitness: [
    ["squat-reach", 2.1],
    ["knees", 1],
    ["jacks", 4.1],
    ["step-touch", 2.05],
    ["squat-reach", 4.1],
  ],
  family: [
    ["star", 2.9],
    ["clap-stomp", 5.1],
    ["wave", 5],
    ["robot", 3],
    ["penguin", 0],
  ],
};

/** Moments for portraits: calm, with the hands near the body. */
const PORTRAITS: Record<string, [string, number]> = {
  "hip-hop": ["reach-roll", 2],
  house: ["jack", 2],
  latin: ["listen", 3],
  contemporary: ["breath", 3],
  heels: ["listen", 3],
  mobility: ["ankles", 1.6],
  fitness: ["squat-reach", 6],
};

type Shot = { troupe: string; moment: [string, number]; turn?: number };

const momentOf = (troupe: string, nth: number): [string, number] => {
  const moments = MOMENTS[troupe]!;
  return moments[nth % moments.length]!;
};

/** Where the dancers of a wide image are, 0 (left) to 1. */
const wideCenter = ({ scene }: Pick<(typeof TROUPES)[number], "scene">): number =>
  scene.cast.length > 1 ? 0.61 : 0.645;

/** Moves dancers closer together for a narrow image. */
const gather = (scene: Scene, share: number): Scene => ({
  ...scene,
  cast: scene.cast.map((c) => ({ ...c, x: c.x * share })),
});

const shoot = ({ troupe: slug, moment, turn = 0 }: Shot, size: PictureSize): Buffer => {
  const troupe = troupeOf(slug);
  const { width, height } = size;
  const ratio = width / height;
  const wide = ratio > 1.25;
  const several = troupe.scene.cast.length > 1;
  const scene = several ? gather(troupe.scene, wide ? 0.85 : 0.6) : troupe.scene;
  // Width in meters that must fit, arms included.
  const spread = several ? Math.max(...scene.cast.map((c) => Math.abs(c.x))) * 2 + 0.75 : 0.9;
  const close = several ? 1 : wide ? 1.2 : 1;
  // Landscape images leave their left third to a title; portrait images show the whole dancer.
  const room = ratio * (wide ? 0.62 : 0.96);
  const focal = Math.min((wide ? 2.32 : 2.2) * close, (room / spread) * 5.6);
  const camera: Camera = {
    angle: "front",
    turn,
    distance: 5.6,
    height: 1.06,
    focal,
    centreX: wide ? wideCenter(troupe) : 0.5,
    centreY: (wide ? 0.5 : 0.52) + (close - 1) * 0.32,
  };
  return photograph(scene, camera, slug, moment, size);
};

const photograph = (
  scene: Scene,
  camera: Camera,
  slug: string,
  [eight, beat]: [string, number],
  size: PictureSize,
): Buffer => {
  const { width, height } = size;
  const movement = MOVEMENTS[troupeOf(slug).movement];
  const stage = stageFor(scene, camera, width, height);
  stage.draw(performTogether(scene, movement, eightOf(movement, eight)).skeletonsAt(beat));
  const canvas = createCanvas(width, height);
  canvas.getContext("2d").putImageData(new ImageData(stage.pixels, width, height), 0, 0);
  const { format = "webp", quality = 84 } = size;
  if (format === "jpeg") return canvas.toBuffer("image/jpeg", quality);
  if (format === "avif") return canvas.toBuffer("image/avif", { quality, speed: 9 });
  return canvas.toBuffer("image/webp", quality);
};

/** Share of a wide image's width that a crop of 2:3 shows, as a phone's home page does. */
const uprightShare = 2 / 3 / (16 / 9);

/**
 * Which place of a class's wide poster narrow crops keep, percent from the left as CSS counts: in 2:3, the dancers are in the middle.
 * @throws Error if the class is unknown
 */
export const posterFocus = (classSlug: string): number => {
  const center = wideCenter(troupeOf(classOf(classSlug).troupe));
  return Math.round((100 * (center - uprightShare / 2)) / (1 - uprightShare));
};

/**
 * A class's poster: its dancers in its room, in a pose from its choreography.
 * @throws Error if the class is unknown
 */
export const renderPoster = (classSlug: string, size: PictureSize): Buffer => {
  const of = classOf(classSlug);
  const nth = CLASSES.filter((c) => c.troupe === of.troupe).indexOf(of);
  return shoot(
    {
      troupe: of.troupe,
      moment: momentOf(of.troupe, nth),
      turn: [0, 0.34, -0.3, 0.18, -0.16, 0.1][nth % 6]!,
    },
    size,
  );
};

/** An empty room: the placeholder image. */
export const renderEmptyRoom = (size: PictureSize): Buffer => {
  const { slug, scene } = TROUPES[0]!;
  const camera: Camera = {
    angle: "front",
    turn: 0,
    distance: 5.6,
    height: 1.06,
    focal: 2.32,
    centreX: 0.5,
    centreY: 0.5,
  };
  return photograph({ ...scene, cast: [] }, camera, slug, momentOf(slug, 0), size);
};

/** How close a portrait is, and where the face is: 0 is the top, 1 the bottom. */
type Framing = { readonly focal: number; readonly faceY: number };

const photographInstructor = (slug: string, size: PictureSize, { focal, faceY }: Framing): Buffer => {
  const index = INSTRUCTORS.findIndex((i) => i.slug === slug);
  if (index < 0) throw new Error(`there is no demo instructor "${slug}"`);
  const troupe = TROUPES.find((t) => t.instructor === slug)!;
  const scene: Scene = { ...troupe.scene, cast: [{ ...troupe.scene.cast[0]!, x: 0, z: 0 }] };
  const moment = PORTRAITS[troupe.slug]!;
  const movement = MOVEMENTS[troupe.movement];
  const turn = -0.22;
  const head = performTogether(scene, movement, eightOf(movement, moment[0])).skeletonsAt(moment[1])[0]!.at[
    boneIndex("head")
  ]!;
  const distance = 5.6;
  const camera: Camera = { angle: "front", turn, distance, height: 1.3, focal, centreX: 0.5, centreY: 0.34 };
  const seen = toView(camera, head);
  const scaleThere = focal / (distance - seen[2]);
  camera.centreX = 0.5 - (seen[0] * scaleThere * size.height) / size.width;
  camera.centreY = faceY + (seen[1] - camera.height) * scaleThere;
  return photograph(scene, camera, troupe.slug, moment, size);
};

/**
 * An instructor's portrait, from the hips up.
 * @throws Error if the instructor is unknown
 */
export const renderInstructorPicture = (slug: string, size: PictureSize): Buffer =>
  photographInstructor(slug, size, { focal: 4.3 * Math.min(1, size.width / size.height), faceY: 0.36 });

/**
 * An instructor's face and shoulders, for a small round image.
 * @throws Error if the instructor is unknown
 */
export const renderInstructorFace = (slug: string, size: PictureSize): Buffer =>
  photographInstructor(slug, size, { focal: 14, faceY: 0.72 });

/**
 * A style's image.
 * @throws Error if the style is unknown
 */
export const renderStylePicture = (slug: string, size: PictureSize): Buffer => {
  const troupe = TROUPES.find((t) => t.style === slug);
  if (!troupe) throw new Error(`there is no demo style "${slug}"`);
  return shoot({ troupe: troupe.slug, moment: momentOf(troupe.slug, 1), turn: 0.15 }, size);
};

/**
 * A category's image: a moment of its first class.
 * @throws Error if the category is unknown
 */
export const renderCategoryPicture = (slug: string, size: PictureSize): Buffer => {
  const index = CATEGORIES.findIndex((c) => c.slug === slug);
  const first =
    CLASSES.find((c) => c.categories[0] === slug) ?? CLASSES.find((c) => c.categories.includes(slug));
  if (index < 0 || !first) throw new Error(`there is no demo category "${slug}"`);
  return shoot(
    { troupe: first.troupe, moment: momentOf(first.troupe, index + 2), turn: index % 2 ? 0.3 : -0.3 },
    size,
  );
};

const SECTION_SHOTS: Record<string, Shot> = {
  learn: { troupe: "house", moment: ["round", 5.05], turn: 0.2 },
  choreography: { troupe: "heels", moment: ["kick-turn", 5.4], turn: -0.1 },
  "dance-workout": { troupe: "fitness", moment: ["squat-reach", 2.1] },
  health: { troupe: "mobility", moment: ["side-bend", 3], turn: 0.2 },
  family: { troupe: "family", moment: ["star", 2.9] },
};

/**
 * A section's image.
 * @throws Error if the section is unknown
 */
export const renderSectionPicture = (slug: string, size: PictureSize): Buffer => {
  const shot = SECTION_SHOTS[slug];
  if (!shot) throw new Error(`there is no section "${slug}"`);
  return shoot(shot, size);
};
