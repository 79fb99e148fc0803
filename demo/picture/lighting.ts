import { normalize, type Vec } from "../figure/math.ts";

/** The light of a room, in the view's frame and in linear light. */
export type Light = {
  /** Where the key light comes from. */
  key: Vec;
  keyColor: Vec;
  sky: Vec;
  ground: Vec;
  /** Coloured light from behind, left and right. */
  rimLeft: Vec;
  rimRight: Vec;
};

const STEPS = 2048;
/** Linear light (0..2) to sRGB 0..255 by a soft shoulder, so that strong light never clips flat. */
const CURVE = Float32Array.from({ length: STEPS + 1 }, (_, i) => {
  const x = (i / STEPS) * 2;
  const soft = x < 0.6 ? x : 0.6 + (1 - Math.exp(-(x - 0.6) / 0.4)) * 0.4;
  return 255 * (soft <= 0.0031308 ? soft * 12.92 : 1.055 * soft ** (1 / 2.4) - 0.055);
});
export const toSrgb = (linear: number): number =>
  CURVE[linear <= 0 ? 0 : linear >= 2 ? STEPS : (linear * (STEPS / 2)) | 0]!;

const SIZE = 168;
const SPAN = 3.0;

/** What the key light sees: its depth from the light, by the light's own x and y. */
export type ShadowMap = {
  depth: Float32Array;
  soft: Float32Array;
  axisX: Vec;
  axisY: Vec;
  key: Vec;
  centre: Vec;
};

export const createShadowMap = (key: Vec): ShadowMap => {
  const axisX = normalize([key[2], 0, -key[0]]);
  const axisY: Vec = [
    key[1] * axisX[2] - key[2] * axisX[1],
    key[2] * axisX[0] - key[0] * axisX[2],
    key[0] * axisX[1] - key[1] * axisX[0],
  ];
  return {
    depth: new Float32Array(SIZE * SIZE),
    soft: new Float32Array(SIZE * SIZE),
    axisX,
    axisY,
    key,
    centre: [0, 0.8, 0],
  };
};

export const clearShadow = (map: ShadowMap, centre: Vec): void => {
  map.depth.fill(-1e3);
  map.centre = centre;
};

/** Marks points (in the view's frame) as seen from the light; each covers its neighbours, so that a net of them is tight. */
export const castShadow = (map: ShadowMap, p: Float32Array, count: number): void => {
  const { depth, axisX, axisY, key, centre } = map;
  const k = SIZE / SPAN;
  for (let i = 0; i < count; i++) {
    const x = p[3 * i]! - centre[0];
    const y = p[3 * i + 1]! - centre[1];
    const z = p[3 * i + 2]! - centre[2];
    const gx = ((x * axisX[0] + y * axisX[1] + z * axisX[2]) * k + SIZE / 2) | 0;
    const gy = ((x * axisY[0] + y * axisY[1] + z * axisY[2]) * k + SIZE / 2) | 0;
    if (gx < 1 || gy < 1 || gx > SIZE - 2 || gy > SIZE - 2) continue;
    const d = x * key[0] + y * key[1] + z * key[2];
    const at = gy * SIZE + gx;
    if (d > depth[at]!) depth[at] = d;
    if (d > depth[at + 1]!) depth[at + 1] = d;
    if (d > depth[at + SIZE]!) depth[at + SIZE] = d;
    if (d > depth[at - 1]!) depth[at - 1] = d;
    if (d > depth[at - SIZE]!) depth[at - SIZE] = d;
    if (d > depth[at + SIZE + 1]!) depth[at + SIZE + 1] = d;
  }
};

/** Half the width of the shadow's soft edge, in cells of the map. */
const REACH = 3;
/** Metres between a surface and its own picture in the map that cast no shadow. */
const BIAS = 0.03;
/** Metres behind what casts it over which a shadow begins. */
const ONSET = 0.07;
/** The share of the key light that reaches a place in full shadow: light from the walls, so that no shadow is black. */
const IN_SHADOW = 0.4;

/**
 * How lit a point is: `IN_SHADOW` in shadow, 1 in the light. An average over the map's cells around it, each weighted by its distance,
 * so that the value changes smoothly along a surface. Each cell is compared with the plane of the surface there, by its normal.
 */
export const litAt = (
  map: ShadowMap,
  px: number,
  py: number,
  pz: number,
  nx: number,
  ny: number,
  nz: number,
): number => {
  const { depth, axisX, axisY, key, centre } = map;
  const k = SIZE / SPAN;
  const x = px - centre[0];
  const y = py - centre[1];
  const z = pz - centre[2];
  const gx = (x * axisX[0] + y * axisX[1] + z * axisX[2]) * k + SIZE / 2 - 0.5;
  const gy = (x * axisY[0] + y * axisY[1] + z * axisY[2]) * k + SIZE / 2 - 0.5;
  const ix = Math.floor(gx);
  const iy = Math.floor(gy);
  if (ix < REACH || iy < REACH || ix > SIZE - 2 - REACH || iy > SIZE - 2 - REACH) return 1;
  const d = x * key[0] + y * key[1] + z * key[2] + BIAS;
  // The surface's slope, as the light sees it: a steep one is limited, or its far cells would never be in shadow.
  const facing = Math.max(0.3, nx * key[0] + ny * key[1] + nz * key[2]) * k;
  const slopeX = -(nx * axisX[0] + ny * axisX[1] + nz * axisX[2]) / facing;
  const slopeY = -(nx * axisY[0] + ny * axisY[1] + nz * axisY[2]) / facing;
  let shadow = 0;
  let total = 0;
  for (let row = 1 - REACH; row <= REACH; row++) {
    const dy = iy + row - gy;
    const wy = 1 - Math.abs(dy) / (REACH + 0.01);
    const plane = d + slopeY * dy;
    const at = (iy + row) * SIZE + ix;
    for (let column = 1 - REACH; column <= REACH; column++) {
      const dx = ix + column - gx;
      const weight = wy * (1 - Math.abs(dx) / (REACH + 0.01));
      total += weight;
      const behind = depth[at + column]! - plane - slopeX * dx;
      if (behind > 0) shadow += behind < ONSET ? (weight * behind) / ONSET : weight;
    }
  }
  return 1 - ((1 - IN_SHADOW) * shadow) / total;
};

/** Blurs the light's silhouette, for the shadow on the floor. */
export const softenShadow = (map: ShadowMap): void => {
  const { depth, soft } = map;
  for (let i = 0; i < depth.length; i++) soft[i] = depth[i]! > -900 ? 1 : 0;
  const line = new Float32Array(SIZE);
  const pass = (start: number, step: number, radius: number): void => {
    let sum = 0;
    for (let i = 0; i < SIZE + radius; i++) {
      if (i < SIZE) sum += soft[start + i * step]!;
      if (i > 2 * radius) sum -= soft[start + (i - 2 * radius - 1) * step]!;
      if (i >= radius) line[i - radius] = sum / (2 * radius + 1);
    }
    for (let i = 0; i < SIZE; i++) soft[start + i * step] = line[i]!;
  };
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < SIZE; i++) pass(i * SIZE, 1, 3);
    for (let i = 0; i < SIZE; i++) pass(i, SIZE, 3);
  }
};

/** How much of the key light the figures take from a point of the floor, 0..1. */
export const floorShadowAt = (map: ShadowMap, px: number, pz: number): number => {
  const { soft, axisX, axisY, centre } = map;
  const k = SIZE / SPAN;
  const x = px - centre[0];
  const y = -centre[1];
  const z = pz - centre[2];
  const gx = (x * axisX[0] + y * axisX[1] + z * axisX[2]) * k + SIZE / 2;
  const gy = (x * axisY[0] + y * axisY[1] + z * axisY[2]) * k + SIZE / 2;
  const ix = gx | 0;
  const iy = gy | 0;
  if (ix < 0 || iy < 0 || ix > SIZE - 2 || iy > SIZE - 2) return 0;
  const fx = gx - ix;
  const fy = gy - iy;
  const at = iy * SIZE + ix;
  return (
    (soft[at]! * (1 - fx) + soft[at + 1]! * fx) * (1 - fy) +
    (soft[at + SIZE]! * (1 - fx) + soft[at + SIZE + 1]! * fx) * fy
  );
};
