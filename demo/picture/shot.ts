import type { LookSlug } from "../figure/looks.ts";
import { lookOf } from "../figure/looks.ts";
import { measureBody } from "../figure/body.ts";
import type { Skeleton } from "../figure/skeleton.ts";
import { perform, type Performance } from "../movement/performance.ts";
import type { Eight, StyleMovement } from "../movement/types.ts";
import type { Angle, Camera } from "./camera.ts";
import { lightOf, paintRoom, ROOMS, type RoomSlug } from "./rooms.ts";
import { createStage, type Stage } from "./stage.ts";

/** Who dances and where: metres from the middle of the floor; `behind` is the delay of a dancer's answer in beats. */
type Cast = { look: LookSlug; x: number; z: number; behind?: number }[];

/**
 * Everything that stays the same in the clips of one troupe. `reach` is how far the hands go in its movement, metres: above the floor, and
 * to each side of the middle of the dancers.
 */
export type Scene = { cast: Cast; room: RoomSlug; reach: { up: number; aside: number } };

/** Landscape for wide windows, upright for phones. */
export type Format = "landscape" | "upright";
/** The room with the dancers; the dancers from nearer and aside; their steps. Parts of a class change it on their first one. */
export type Shot = "wide" | "mid" | "feet";
/** What a clip shows of a scene. */
export type View = { angle: Angle; shot: Shot; format: Format };

/** Sizes of clips, pixels. */
export const PICTURES: Record<Format, { width: number; height: number }> = {
  landscape: { width: 1280, height: 720 },
  upright: { width: 720, height: 1280 },
};
export const FPS = 30;

/** Metres of floor below the feet, and of room above the highest hand, for each shot. */
const SHOTS: Record<Shot, { distance: number; height: number; turn: number; below: number; above: number }> =
  {
    wide: { distance: 6.2, height: 1.05, turn: 0, below: 0.17, above: 0.12 },
    mid: { distance: 4.4, height: 0.98, turn: 0.24, below: 0.14, above: 0.03 },
    feet: { distance: 3.4, height: 0.5, turn: 0.12, below: 0.16, above: 0 },
  };
/** What the feet's camera shows above the floor, metres. */
const KNEES = 0.78;

/** The camera of a view. It shows feet and hands of all dancers; a landscape picture is bound by its height, an upright one by its width. */
export const cameraFor = (scene: Scene, { angle, shot, format }: View): Camera => {
  const { distance, height, turn, below, above } = SHOTS[shot];
  const { width, height: high } = PICTURES[format];
  const top = shot === "feet" ? KNEES : scene.reach.up + above;
  const aside = shot === "feet" ? 0.42 : scene.reach.aside;
  const span = Math.max(top + below, (2 * aside * high) / width);
  // What an upright picture has to spare lies above the head, where the count is, and a quarter of it below.
  const spare = span - top - below;
  return {
    angle,
    turn: angle === "back" ? -turn : turn,
    distance,
    height,
    focal: distance / span,
    centreX: 0.5,
    centreY: 1 - (height + below + spare * (shot === "feet" ? 0.12 : 0.26)) / span,
  };
};

/** How dancers stand for a format: closer together, and further behind each other, in an upright picture. */
export const arrange = (scene: Scene, format: Format): Scene =>
  format === "upright" && scene.cast.length > 1
    ? { ...scene, cast: scene.cast.map((c) => ({ ...c, x: c.x * 0.55, z: c.z * 1.5 })) }
    : scene;

const rooms = new Map<string, Uint8ClampedArray>();

/** An empty room for a camera, painted once per process. */
const roomFor = (slug: RoomSlug, camera: Camera, width: number, height: number): Uint8ClampedArray => {
  // A room has no corners: it looks the same from wherever the camera turns to.
  const key = JSON.stringify([slug, { ...camera, turn: 0 }, width, height]);
  const known = rooms.get(key);
  if (known) return known;
  const painted = paintRoom(ROOMS[slug], camera, width, height);
  if (rooms.size > 6) rooms.delete(rooms.keys().next().value!);
  rooms.set(key, painted);
  return painted;
};

/** A stage for a scene; `grain` is the size of the figures' facets, 1 for stills. */
export const stageFor = (scene: Scene, camera: Camera, width: number, height: number, grain = 1): Stage =>
  createStage({
    width,
    height,
    camera,
    grain,
    light: lightOf(ROOMS[scene.room]),
    room: roomFor(scene.room, camera, width, height),
    looks: scene.cast.map((c) => lookOf(c.look)),
    gloss: ROOMS[scene.room].gloss,
  });

/** Prepares an eight for everyone in a scene; `frames` is its length. */
export const performTogether = (
  scene: Scene,
  movement: StyleMovement,
  eight: Eight,
  frames = 144,
): { skeletonsAt(beat: number): Skeleton[]; dancers: Performance[] } => {
  const dancers = scene.cast.map((c) =>
    perform(measureBody(lookOf(c.look).build), movement, eight, c, frames / FPS),
  );
  return { dancers, skeletonsAt: (beat) => dancers.map((d) => d.skeletonAt(beat)) };
};
