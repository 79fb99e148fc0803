import type { Vec } from "../figure/math.ts";

/** The sides from which a class is filmed. */
export type Angle = "front" | "back";

/** A camera that looks level across the floor from `distance` metres, `height` metres up. */
export type Camera = {
  angle: Angle;
  /** A further turn about the dancer, radians. */
  turn: number;
  distance: number;
  height: number;
  /** Focal length in picture heights. */
  focal: number;
  /** Where the point (0, height, 0) falls, as shares of the width and height. */
  centreX: number;
  centreY: number;
};

/** Depth of the wall behind the dancer, metres. */
export const WALL = -2.6;

const yawOf = (camera: Camera): number => (camera.angle === "back" ? Math.PI : 0) + camera.turn;

/** Turns a point of the room into the view's frame: x right, y up, z to the camera. */
export const toView = (camera: Camera, p: Vec): Vec => {
  const c = Math.cos(yawOf(camera));
  const s = Math.sin(yawOf(camera));
  return [p[0] * c - p[2] * s, p[1], p[0] * s + p[2] * c];
};

/** Projects a point of the view's frame to pixels, with the pixels per metre there. */
export const project = (
  camera: Camera,
  width: number,
  height: number,
  v: Vec,
): { x: number; y: number; scale: number } => {
  const scale = (camera.focal * height) / Math.max(0.3, camera.distance - v[2]);
  return {
    x: width * camera.centreX + scale * v[0],
    y: height * camera.centreY - scale * (v[1] - camera.height),
    scale,
  };
};
