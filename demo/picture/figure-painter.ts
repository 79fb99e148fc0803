import { BONES } from "../figure/body.ts";
import { add, rotate, scale } from "../figure/math.ts";
import type { Skeleton } from "../figure/skeleton.ts";
import { restSkeleton } from "../figure/skeleton.ts";
import type { Figure } from "../figure/wardrobe.ts";
import { toView, type Camera } from "./camera.ts";
import { castShadow, litAt, toSrgb, type Light, type ShadowMap } from "./lighting.ts";
import { drawTriangles, type Layer, type Points } from "./raster.ts";

type Prepared = {
  figure: Figure;
  rest: Skeleton;
  count: number;
  /** Positions and normals of this moment, in the view's frame. */
  at: Float32Array;
  normal: Float32Array;
  points: Points;
  mirrorX: Float32Array;
  mirrorY: Float32Array;
  spans: { from: number; count: number }[];
};

/** Height in metres above which the floor mirrors nothing. */
export const REFLECTED = 0.75;

/** A figure's buffers for drawing it again and again. */
export const prepareFigure = (figure: Figure): Prepared => {
  const spans: Prepared["spans"] = [];
  let count = 0;
  for (const mesh of figure.meshes) {
    spans.push({ from: count, count: mesh.positions.length / 3 });
    count += mesh.positions.length / 3;
  }
  const floats = (): Float32Array => new Float32Array(count);
  return {
    figure,
    count,
    spans,
    rest: restSkeleton(figure.body),
    at: new Float32Array(count * 3),
    normal: new Float32Array(count * 3),
    mirrorX: floats(),
    mirrorY: floats(),
    points: { x: floats(), y: floats(), w: floats(), r: floats(), g: floats(), b: floats() },
  };
};
export type PreparedFigure = Prepared;

/** Bends the skin to a skeleton and turns it into the view. */
export const skinFigure = (prepared: Prepared, skeleton: Skeleton, camera: Camera): void => {
  const { figure, rest, at, normal, spans } = prepared;
  // One 3×4 matrix per bone: from rest, by the bone's turn, into the view.
  const m = new Float32Array(BONES.length * 12);
  for (let b = 0; b < BONES.length; b++) {
    const q = skeleton.turn[b]!;
    const axes = [rotate(q, [1, 0, 0]), rotate(q, [0, 1, 0]), rotate(q, [0, 0, 1])].map((v) =>
      toView(camera, v),
    );
    const moved = toView(camera, add(skeleton.at[b]!, rotate(q, scale(rest.at[b]!, -1))));
    for (let row = 0; row < 3; row++) {
      m[b * 12 + row * 4] = axes[0]![row]!;
      m[b * 12 + row * 4 + 1] = axes[1]![row]!;
      m[b * 12 + row * 4 + 2] = axes[2]![row]!;
      m[b * 12 + row * 4 + 3] = moved[row]!;
    }
  }
  figure.meshes.forEach((mesh, part) => {
    const { from, count } = spans[part]!;
    const { positions: p, normals: n, bones, weights } = mesh;
    for (let i = 0; i < count; i++) {
      const x = p[3 * i]!;
      const y = p[3 * i + 1]!;
      const z = p[3 * i + 2]!;
      const nx = n[3 * i]!;
      const ny = n[3 * i + 1]!;
      const nz = n[3 * i + 2]!;
      let ax = 0;
      let ay = 0;
      let az = 0;
      let vx = 0;
      let vy = 0;
      let vz = 0;
      for (let j = 4 * i; j < 4 * i + 4; j++) {
        const weight = weights[j]!;
        if (weight === 0) break;
        const o = bones[j]! * 12;
        const m0 = m[o]!;
        const m1 = m[o + 1]!;
        const m2 = m[o + 2]!;
        const m4 = m[o + 4]!;
        const m5 = m[o + 5]!;
        const m6 = m[o + 6]!;
        const m8 = m[o + 8]!;
        const m9 = m[o + 9]!;
        const m10 = m[o + 10]!;
        ax += weight * (m0 * x + m1 * y + m2 * z + m[o + 3]!);
        ay += weight * (m4 * x + m5 * y + m6 * z + m[o + 7]!);
        az += weight * (m8 * x + m9 * y + m10 * z + m[o + 11]!);
        vx += weight * (m0 * nx + m1 * ny + m2 * nz);
        vy += weight * (m4 * nx + m5 * ny + m6 * nz);
        vz += weight * (m8 * nx + m9 * ny + m10 * nz);
      }
      const out = (from + i) * 3;
      at[out] = ax;
      at[out + 1] = ay;
      at[out + 2] = az;
      const long = 1 / (Math.sqrt(vx * vx + vy * vy + vz * vz) || 1);
      normal[out] = vx * long;
      normal[out + 1] = vy * long;
      normal[out + 2] = vz * long;
    }
  });
};

export const shadeFrom = (prepared: Prepared, map: ShadowMap): void =>
  castShadow(map, prepared.at, prepared.count);

/** Lights the skin: a key light with shadow, light from sky and floor, sheen, and two coloured lights from behind. */
export const lightFigure = (
  prepared: Prepared,
  camera: Camera,
  light: Light,
  map: ShadowMap,
  width: number,
  height: number,
): void => {
  const { figure, at, normal, points, spans } = prepared;
  const [kx, ky, kz] = light.key;
  const { keyColor, sky, ground, rimLeft, rimRight } = light;
  const focal = camera.focal * height;
  const originX = width * camera.centreX;
  const originY = height * camera.centreY;
  figure.meshes.forEach((mesh, part) => {
    const { from, count } = spans[part]!;
    const { color, gloss, shade = 1 } = mesh.material;
    const red = color[0] * shade;
    const green = color[1] * shade;
    const blue = color[2] * shade;
    for (let i = from; i < from + count; i++) {
      const x = at[3 * i]!;
      const y = at[3 * i + 1]!;
      const z = at[3 * i + 2]!;
      const scaleHere = focal / (camera.distance - z);
      points.x[i] = originX + scaleHere * x;
      points.y[i] = originY - scaleHere * (y - camera.height);
      points.w[i] = scaleHere;
      const nx = normal[3 * i]!;
      const ny = normal[3 * i + 1]!;
      const nz = normal[3 * i + 2]!;
      let ex = -x;
      let ey = camera.height - y;
      let ez = camera.distance - z;
      const far = 1 / Math.sqrt(ex * ex + ey * ey + ez * ez);
      ex *= far;
      ey *= far;
      ez *= far;
      const facing = nx * ex + ny * ey + nz * ez;
      if (facing < -0.35) continue;
      const toKey = nx * kx + ny * ky + nz * kz;
      const wrapped = (toKey + 0.22) / 1.22;
      const lit = wrapped > 0 ? litAt(map, x + nx * 0.02, y + ny * 0.02, z + nz * 0.02, nx, ny, nz) : 0;
      const key = wrapped > 0 ? wrapped * lit : 0;
      const up = 0.5 + 0.5 * ny;
      const low = 0.62 + 0.38 * Math.min(1, Math.max(0, y / 0.5));
      const edge = 1 - Math.max(0, facing);
      const rim = edge * edge * edge;
      const left = rim * Math.max(0, 0.25 - nx * 0.95) * 1.15;
      const right = rim * Math.max(0, 0.25 + nx * 0.95) * 1.15;
      const hx = kx + ex;
      const hy = ky + ey;
      const hz = kz + ez;
      const half = Math.max(0, (nx * hx + ny * hy + nz * hz) / Math.sqrt(hx * hx + hy * hy + hz * hz));
      const sheen = gloss * 0.5 * lit * half ** 18 + gloss * 0.08 * rim;
      const k = sheen * 0.35;
      points.r[i] = toSrgb(
        red * (keyColor[0] * key + (sky[0] * up + ground[0] * (1 - up)) * low) +
          (rimLeft[0] * left + rimRight[0] * right) * (0.1 + red * 0.9) +
          k * keyColor[0],
      );
      points.g[i] = toSrgb(
        green * (keyColor[1] * key + (sky[1] * up + ground[1] * (1 - up)) * low) +
          (rimLeft[1] * left + rimRight[1] * right) * (0.1 + green * 0.9) +
          k * keyColor[1],
      );
      points.b[i] = toSrgb(
        blue * (keyColor[2] * key + (sky[2] * up + ground[2] * (1 - up)) * low) +
          (rimLeft[2] * left + rimRight[2] * right) * (0.1 + blue * 0.9) +
          k * keyColor[2],
      );
    }
  });
};

/** Draws the lit skin into a layer of the size that it was lit for. */
export const drawFigure = (prepared: Prepared, layer: Layer): void => {
  prepared.figure.meshes.forEach((mesh, part) => {
    const { from, count } = prepared.spans[part]!;
    drawTriangles(layer, slice(prepared.points, from, count), mesh.triangles);
  });
};

const slice = (p: Points, from: number, count: number): Points => ({
  x: p.x.subarray(from, from + count),
  y: p.y.subarray(from, from + count),
  w: p.w.subarray(from, from + count),
  r: p.r.subarray(from, from + count),
  g: p.g.subarray(from, from + count),
  b: p.b.subarray(from, from + count),
});

/** Draws the lit skin upside down beneath the floor, for the floor's reflection; its lit places are reused. */
export const drawReflection = (prepared: Prepared, layer: Layer, camera: Camera): void => {
  const { at, points } = prepared;
  const { mirrorX: x, mirrorY: y } = prepared;
  const focal = camera.focal * layer.height;
  for (let i = 0; i < prepared.count; i++) {
    const height = at[3 * i + 1]!;
    const k = focal / (camera.distance - at[3 * i + 2]!);
    x[i] = layer.width * camera.centreX + k * at[3 * i]!;
    // What stands too high to be mirrored is put out of the picture.
    y[i] = height > REFLECTED ? 1e6 : layer.height * camera.centreY + k * (height + camera.height);
  }
  const mirrored: Points = { ...points, x, y };
  prepared.figure.meshes.forEach((mesh, part) => {
    const { from, count } = prepared.spans[part]!;
    let low = false;
    for (let i = from; i < from + count && !low; i += 7) low = y[i]! < 1e6;
    if (!low) return;
    drawTriangles(layer, slice(mirrored, from, count), mesh.triangles, true);
  });
};
