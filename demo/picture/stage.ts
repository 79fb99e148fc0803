import type { Vec } from "../figure/math.ts";
import type { Skeleton } from "../figure/skeleton.ts";
import { buildFigure } from "../figure/wardrobe.ts";
import type { Look } from "../figure/look.ts";
import { project, toView, type Camera } from "./camera.ts";
import {
  drawFigure,
  drawReflection,
  lightFigure,
  prepareFigure,
  REFLECTED,
  shadeFrom,
  skinFigure,
  type PreparedFigure,
} from "./figure-painter.ts";
import {
  clearShadow,
  createShadowMap,
  floorShadowAt,
  softenShadow,
  type Light,
  type ShadowMap,
} from "./lighting.ts";
import { clearLayer, createLayer, type Layer } from "./raster.ts";

export type Box = { left: number; top: number; right: number; bottom: number };

/** A still room with figures that move in it. Pixels are RGBA, sRGB, rows from the top. */
export type Stage = {
  width: number;
  height: number;
  pixels: Uint8ClampedArray;
  /** Draws one moment; returns the part of the picture that changed since the last. */
  draw(skeletons: Skeleton[]): Box;
};

export type StageOptions = {
  width: number;
  height: number;
  camera: Camera;
  light: Light;
  /** The empty room, RGBA. */
  room: Uint8ClampedArray;
  looks: Look[];
  /** The size of the figures' facets; 1 is for stills. */
  grain: number;
  /** How much the floor mirrors, 0..1. */
  gloss: number;
};

const SAMPLES = 2;

/** Prepares a stage; its buffers are reused for every moment. */
export const createStage = (options: StageOptions): Stage => {
  const { width, height, camera, light, room } = options;
  const pixels = new Uint8ClampedArray(room);
  const figures = options.looks.map((look) => prepareFigure(buildFigure(look, options.grain)));
  const sharp = createLayer(width * SAMPLES, height * SAMPLES);
  const mirror = createLayer(width, height);
  const map = createShadowMap(light.key);
  let dirty: Box = { left: 0, top: 0, right: width, bottom: height };

  const draw = (skeletons: Skeleton[]): Box => {
    const before = dirty;
    for (let y = before.top; y < before.bottom; y++) {
      const row = 4 * (y * width + before.left);
      pixels.set(room.subarray(row, 4 * (y * width + before.right)), row);
    }
    clearLayer(sharp);
    clearLayer(mirror);
    const centre = middleOf(skeletons, camera);
    clearShadow(map, centre);
    figures.forEach((figure, i) => {
      skinFigure(figure, skeletons[i]!, camera);
      shadeFrom(figure, map);
    });
    softenShadow(map);
    for (const figure of figures) {
      lightFigure(figure, camera, light, map, sharp.width, sharp.height);
      drawFigure(figure, sharp);
      if (options.gloss > 0) drawReflection(figure, mirror, camera);
    }
    const boxes: Box[] = [shadeFloor(pixels, width, height, camera, map, figures)];
    if (options.gloss > 0) boxes.push(blendReflection(pixels, mirror, camera, options.gloss));
    boxes.push(resolve(pixels, width, sharp));
    dirty = boxes.reduce(unite);
    return unite(before, dirty);
  };
  return { width, height, pixels, draw };
};

const unite = (a: Box, b: Box): Box => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
});

const middleOf = (skeletons: Skeleton[], camera: Camera): Vec => {
  const sum: Vec = [0, 0, 0];
  for (const s of skeletons) {
    const v = toView(camera, s.at[0]!);
    sum[0] += v[0] / skeletons.length;
    sum[2] += v[2] / skeletons.length;
  }
  return [sum[0], 0.72, sum[2]];
};

/** Darkens the floor where figures take the key light, and under what touches it. */
const shadeFloor = (
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
  camera: Camera,
  map: ShadowMap,
  figures: PreparedFigure[],
): Box => {
  const SIZE = 120;
  const SPAN = 3.4;
  const touch = new Float32Array(SIZE * SIZE);
  const k = SIZE / SPAN;
  const [cx, , cz] = map.centre;
  for (const figure of figures) {
    for (let i = 0; i < figure.count; i++) {
      const y = figure.at[3 * i + 1]!;
      if (y > 0.16) continue;
      const gx = ((figure.at[3 * i]! - cx) * k + SIZE / 2) | 0;
      const gz = ((figure.at[3 * i + 2]! - cz) * k + SIZE / 2) | 0;
      if (gx < 2 || gz < 2 || gx > SIZE - 3 || gz > SIZE - 3) continue;
      const near = 1 - Math.max(0, y) / 0.16;
      const at = gz * SIZE + gx;
      if (near > touch[at]!) touch[at] = near;
    }
  }
  const blurred = blur(touch, SIZE);
  // The part of the floor that can be in shadow, on the picture.
  const reachX = 1.75;
  const far = project(camera, width, height, [cx, 0, cz - 1.45]);
  const near = project(camera, width, height, [cx, 0, cz + 1.3]);
  const box: Box = {
    left: Math.max(0, Math.floor(near.x - reachX * near.scale)),
    right: Math.min(width, Math.ceil(near.x + reachX * near.scale)),
    top: Math.max(0, Math.floor(far.y)),
    bottom: Math.min(height, Math.ceil(near.y)),
  };
  const changed: Box = { left: width, top: height, right: 0, bottom: 0 };
  // Shadows are soft: one value for every two by two pixels is enough.
  for (let y = box.top - (box.top % 2); y < box.bottom; y += 2) {
    const scale = (y + 1 - height * camera.centreY) / camera.height;
    if (scale <= 1) continue;
    const z = camera.distance - (camera.focal * height) / scale;
    const pale = 0.58 * Math.min(1, Math.max(0, 1 + (z - cz + 0.35) / 1.05));
    for (let x = box.left - (box.left % 2); x < box.right; x += 2) {
      const px = (x + 1 - width * camera.centreX) / scale;
      // A shadow pales with the way from what casts it.
      let dark = pale > 0 ? floorShadowAt(map, px, z) * pale : 0;
      const gx = (px - cx) * k + SIZE / 2;
      const gz = (z - cz) * k + SIZE / 2;
      if (gx >= 0 && gz >= 0 && gx < SIZE - 1 && gz < SIZE - 1) {
        const ix = gx | 0;
        const iz = gz | 0;
        const fx = gx - ix;
        const fz = gz - iz;
        const at = iz * SIZE + ix;
        const t =
          (blurred[at]! * (1 - fx) + blurred[at + 1]! * fx) * (1 - fz) +
          (blurred[at + SIZE]! * (1 - fx) + blurred[at + SIZE + 1]! * fx) * fz;
        dark = 1 - (1 - dark) * (1 - Math.min(0.75, t * 1.1));
      }
      if (dark < 0.012) continue;
      const keep = 1 - dark;
      const right = Math.min(width, x + 2);
      const bottom = Math.min(height, y + 2);
      for (let row = y; row < bottom; row++) {
        for (let at = 4 * (row * width + x); at < 4 * (row * width + right); at++)
          if ((at & 3) !== 3) pixels[at] = pixels[at]! * keep;
      }
      if (x < changed.left) changed.left = x;
      if (right > changed.right) changed.right = right;
      if (y < changed.top) changed.top = y;
      if (bottom > changed.bottom) changed.bottom = bottom;
    }
  }
  return changed;
};

const blur = (grid: Float32Array, size: number): Float32Array => {
  let from = grid;
  for (let round = 0; round < 2; round++) {
    for (const step of [1, size]) {
      const to = new Float32Array(from.length);
      for (let i = 2 * step; i < from.length - 2 * step; i++) {
        to[i] =
          (from[i - 2 * step]! + from[i - step]! + from[i]! + from[i + step]! + from[i + 2 * step]!) / 5;
      }
      from = to;
    }
  }
  return from;
};

const blendReflection = (pixels: Uint8ClampedArray, mirror: Layer, camera: Camera, gloss: number): Box => {
  const { left, top, right, bottom } = mirror.box;
  const { width, height } = mirror;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const i = y * width + x;
      const w = mirror.depth[i]!;
      if (w === 0) continue;
      // The depth holds the pixels per metre: from it, how deep beneath the floor the reflected point lies.
      const deep = (y - height * camera.centreY) / (w / SAMPLES) - camera.height;
      const share = gloss * Math.max(0, 1 - deep / REFLECTED) ** 1.6;
      if (share < 0.01) continue;
      const c = mirror.color[i]!;
      const at = 4 * i;
      pixels[at] = pixels[at]! + ((c & 255) - pixels[at]!) * share;
      pixels[at + 1] = pixels[at + 1]! + (((c >> 8) & 255) - pixels[at + 1]!) * share;
      pixels[at + 2] = pixels[at + 2]! + (((c >> 16) & 255) - pixels[at + 2]!) * share;
    }
  }
  return { left, top, right, bottom };
};

/** Averages the fine samples into the picture. */
const resolve = (pixels: Uint8ClampedArray, width: number, layer: Layer): Box => {
  const box: Box = {
    left: Math.floor(layer.box.left / SAMPLES),
    top: Math.floor(layer.box.top / SAMPLES),
    right: Math.min(width, Math.ceil(layer.box.right / SAMPLES)),
    bottom: Math.ceil(layer.box.bottom / SAMPLES),
  };
  const { color, depth } = layer;
  const wide = layer.width;
  for (let y = box.top; y < box.bottom; y++) {
    for (let x = box.left; x < box.right; x++) {
      const i = y * SAMPLES * wide + x * SAMPLES;
      const j = i + wide;
      let n = 0;
      let c0 = 0;
      let c1 = 0;
      let c2 = 0;
      let c3 = 0;
      if (depth[i]! > 0) {
        n++;
        c0 = color[i]!;
      }
      if (depth[i + 1]! > 0) {
        n++;
        c1 = color[i + 1]!;
      }
      if (depth[j]! > 0) {
        n++;
        c2 = color[j]!;
      }
      if (depth[j + 1]! > 0) {
        n++;
        c3 = color[j + 1]!;
      }
      if (n === 0) continue;
      const r = (c0 & 255) + (c1 & 255) + (c2 & 255) + (c3 & 255);
      const g = ((c0 >> 8) & 255) + ((c1 >> 8) & 255) + ((c2 >> 8) & 255) + ((c3 >> 8) & 255);
      const b = ((c0 >> 16) & 255) + ((c1 >> 16) & 255) + ((c2 >> 16) & 255) + ((c3 >> 16) & 255);
      const at = 4 * (y * width + x);
      const rest = 4 - n;
      pixels[at] = (r + pixels[at]! * rest) / 4;
      pixels[at + 1] = (g + pixels[at + 1]! * rest) / 4;
      pixels[at + 2] = (b + pixels[at + 2]! * rest) / 4;
    }
  }
  return box;
};
