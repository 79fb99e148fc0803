import type { LookSlug } from "../figure/looks.ts";
import { lookOf } from "../figure/looks.ts";
import { measureBody } from "../figure/body.ts";
import type { Skeleton } from "../figure/skeleton.ts";
import { perform, type Performance } from "../movement/performance.ts";
import type { Eight, StyleMovement } from "../movement/types.ts";
import type { Angle, Camera } from "./camera.ts";
import { CLASS_CAMERA } from "./camera.ts";
import { lightOf, paintRoom, ROOMS, type RoomSlug } from "./rooms.ts";
import { createStage, type Stage } from "./stage.ts";

/** Who dances and where: metres from the middle of the floor; `behind` is the delay of a dancer's answer in beats. */
type Cast = { look: LookSlug; x: number; z: number; behind?: number }[];

/** Everything that stays the same in the clips of one troupe. */
export type Scene = { cast: Cast; room: RoomSlug };

export const PICTURE = { width: 1280, height: 720, fps: 30 } as const;

/** The camera of an angle; it stands further off when several dance. */
export const cameraFor = (scene: Scene, angle: Angle): Camera => {
  const wide = Math.max(...scene.cast.map((c) => Math.abs(c.x)));
  return { ...CLASS_CAMERA, angle, distance: CLASS_CAMERA.distance + (wide > 0.9 ? 0.7 : 0) };
};

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
    perform(measureBody(lookOf(c.look).build), movement, eight, c, frames / PICTURE.fps),
  );
  return { dancers, skeletonsAt: (beat) => dancers.map((d) => d.skeletonAt(beat)) };
};
