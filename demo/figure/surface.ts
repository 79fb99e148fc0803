import { BONE_INDEX, type BoneName } from "./body.ts";
import { smoothstep, type Vec } from "./math.ts";
import type { Skeleton } from "./skeleton.ts";

/**
 * A soft-ended cone between two points (in the frames of their bones at rest), thick `ra` and `rb`; `flat` squeezes its depth. `start` and `end`
 * name the half-turned bones of the joints, to which the skin near the ends is bound. `cut` ends it flat, like a hem.
 */
export type Blob = {
  bone: BoneName;
  a: Vec;
  b: Vec;
  ra: number;
  rb: number;
  endBone?: BoneName;
  flat?: number;
  start?: BoneName;
  end?: BoneName;
  cut?: "a" | "b" | "both";
  /** The width of this blob's melt when it differs from its part's. */
  melt?: number;
  /** Binds evenly from `bone` at a to `endBone` at b. */
  spread?: boolean;
};
/** `folds` is how much cloth creases the light that falls on it. */
export type Material = { color: Vec; gloss: number; shade?: number; folds?: number };
/** A part of a figure with one material: blobs melted together. `voxel` is the size of its facets, `melt` the width of the melt; metres. */
export type Part = { material: Material; voxel: number; melt: number; blobs: Blob[] };

/** A part's skin at rest, bound to bones: four bones and weights per vertex. */
export type Mesh = {
  positions: Float32Array;
  normals: Float32Array;
  bones: Uint8Array;
  weights: Float32Array;
  triangles: Uint32Array;
  material: Material;
};

type Placed = Blob & { pa: Vec; pb: Vec };

/** How far along its blob the last measured point lies, 0..1: `measure` leaves it here, because it runs millions of times. */
let along = 0;
const ROUND = 0.012;

/** The signed distance from a blob's skin. */
const measure = (blob: Placed, p0: number, p1: number, p2: number, cut: boolean): number => {
  const f = blob.flat ?? 1;
  const { pa, pb } = blob;
  const bx = pb[0] - pa[0];
  const by = pb[1] - pa[1];
  const bz = (pb[2] - pa[2]) / f;
  const x = p0 - pa[0];
  const y = p1 - pa[1];
  const z = (p2 - pa[2]) / f;
  const square = bx * bx + by * by + bz * bz + 1e-12;
  const raw = (x * bx + y * by + z * bz) / square;
  const t = raw < 0 ? 0 : raw > 1 ? 1 : raw;
  const dx = x - bx * t;
  const dy = y - by * t;
  const dz = z - bz * t;
  let d = (Math.sqrt(dx * dx + dy * dy + dz * dz) - (blob.ra + (blob.rb - blob.ra) * t)) * (f < 1 ? f : 1);
  if (cut && blob.cut) {
    const long = Math.sqrt(square);
    if (blob.cut !== "a") d = roundedMax(d, (raw - 1) * long);
    if (blob.cut !== "b") d = roundedMax(d, -raw * long);
  }
  along = t;
  return d;
};

/** The larger of two distances, its edge rounded: a hem that is cut sharp would fray on the grid. */
const roundedMax = (a: number, b: number): number => {
  const h = Math.max(ROUND - Math.abs(a - b), 0) / ROUND;
  return Math.max(a, b) + (h * h * ROUND) / 4;
};

const place = (blob: Blob, rest: Skeleton): Placed => {
  const a = rest.at[BONE_INDEX.get(blob.bone)!]!;
  const b = rest.at[BONE_INDEX.get(blob.endBone ?? blob.bone)!]!;
  return {
    ...blob,
    pa: [a[0] + blob.a[0], a[1] + blob.a[1], a[2] + blob.a[2]],
    pb: [b[0] + blob.b[0], b[1] + blob.b[1], b[2] + blob.b[2]],
  };
};

const bind = (blobs: Placed[], p: Vec): { bones: number[]; weights: number[] } => {
  const shares = new Map<number, number>();
  const give = (bone: BoneName, share: number): void => {
    if (share > 0.002) shares.set(BONE_INDEX.get(bone)!, (shares.get(BONE_INDEX.get(bone)!) ?? 0) + share);
  };
  const far: number[] = [];
  const where: number[] = [];
  let least = Infinity;
  blobs.forEach((blob, i) => {
    far[i] = measure(blob, p[0], p[1], p[2], false);
    where[i] = along;
    if (far[i]! < least) least = far[i]!;
  });
  blobs.forEach((blob, i) => {
    if (far[i]! - least > 0.06) return;
    const t = where[i]!;
    const share = Math.exp(-(far[i]! - least) / 0.013);
    if (blob.spread && blob.endBone) {
      const s = smoothstep(0, 1, t);
      give(blob.bone, share * (1 - s));
      give(blob.endBone, share * s);
      return;
    }
    const long =
      Math.hypot(blob.pb[0] - blob.pa[0], blob.pb[1] - blob.pa[1], blob.pb[2] - blob.pa[2]) || 1e-6;
    const atStart = blob.start ? 1 - smoothstep(0.1, 1, (t * long) / (blob.ra * 1.5)) : 0;
    const atEnd = blob.end ? 1 - smoothstep(0.1, 1, ((1 - t) * long) / (blob.rb * 1.5)) : 0;
    if (blob.start) give(blob.start, share * atStart);
    if (blob.end) give(blob.end, share * atEnd);
    give(blob.bone, share * Math.max(0, 1 - atStart - atEnd));
  });
  const sorted = [...shares].sort((x, y) => y[1] - x[1]).slice(0, 4);
  // Weights must add up to one: a vertex that loses a part of them is drawn toward the floor.
  const best = sorted.filter(([, w]) => w > 0.03 * sorted[0]![1]);
  const total = best.reduce((sum, [, w]) => sum + w, 0);
  while (best.length < 4) best.push([0, 0]);
  return { bones: best.map(([b]) => b), weights: best.map(([, w]) => w / total) };
};

/** Melts a part's blobs into one skin (surface nets over a signed distance field) and binds it to the bones. */
export const meltPart = (part: Part, rest: Skeleton): Mesh => {
  const blobs = part.blobs.map((blob) => place(blob, rest));
  const h = part.voxel;
  const k = part.melt;
  const low: Vec = [Infinity, Infinity, Infinity];
  const high: Vec = [-Infinity, -Infinity, -Infinity];
  for (const { pa, pb, ra, rb } of blobs) {
    for (let i = 0; i < 3; i++) {
      low[i] = Math.min(low[i]!, pa[i]! - ra - 2 * h - k, pb[i]! - rb - 2 * h - k);
      high[i] = Math.max(high[i]!, pa[i]! + ra + 2 * h + k, pb[i]! + rb + 2 * h + k);
    }
  }
  const [nx, ny, nz] = [0, 1, 2].map((i) => Math.ceil((high[i]! - low[i]!) / h) + 1) as Vec;
  const field = new Float32Array(nx * ny * nz).fill(1);
  for (const blob of blobs) {
    const k = blob.melt ?? part.melt;
    const from = [0, 1, 2].map((i) =>
      Math.max(
        0,
        Math.floor((Math.min(blob.pa[i]! - blob.ra, blob.pb[i]! - blob.rb) - 2 * h - k - low[i]!) / h),
      ),
    );
    const to = [0, 1, 2].map((i) =>
      Math.min(
        [nx, ny, nz][i]! - 1,
        Math.ceil((Math.max(blob.pa[i]! + blob.ra, blob.pb[i]! + blob.rb) + 2 * h + k - low[i]!) / h),
      ),
    );
    for (let z = from[2]!; z <= to[2]!; z++) {
      for (let y = from[1]!; y <= to[1]!; y++) {
        for (let x = from[0]!; x <= to[0]!; x++) {
          const i = (z * ny + y) * nx + x;
          const d = measure(blob, low[0] + x * h, low[1] + y * h, low[2] + z * h, true);
          const e = field[i]!;
          const overlap = Math.max(k - Math.abs(d - e), 0) / k;
          field[i] = Math.min(d, e) - (overlap * overlap * k) / 4;
        }
      }
    }
  }
  return wrap(part, blobs, field, [nx, ny, nz], low);
};

const wrap = (part: Part, blobs: Placed[], field: Float32Array, [nx, ny, nz]: Vec, low: Vec): Mesh => {
  const h = part.voxel;
  const cells = new Int32Array(nx * ny * nz).fill(-1);
  const positions: number[] = [];
  const normals: number[] = [];
  const bones: number[] = [];
  const weights: number[] = [];
  const triangles: number[] = [];
  const steps = [0, 1, nx, nx + 1, nx * ny, nx * ny + 1, nx * ny + nx, nx * ny + nx + 1];
  for (let z = 0; z < nz - 1; z++) {
    for (let y = 0; y < ny - 1; y++) {
      for (let x = 0; x < nx - 1; x++) {
        const i = (z * ny + y) * nx + x;
        let inside = 0;
        for (let c = 0; c < 8; c++) if (field[i + steps[c]!]! < 0) inside++;
        if (inside === 0 || inside === 8) continue;
        let px = 0;
        let py = 0;
        let pz = 0;
        let crossings = 0;
        for (let c = 0; c < 8; c++) {
          for (const bit of [1, 2, 4]) {
            if (c & bit) continue;
            const a = field[i + steps[c]!]!;
            const b = field[i + steps[c | bit]!]!;
            if (a < 0 === b < 0) continue;
            const t = a / (a - b);
            px += (c & 1) + (bit === 1 ? t : 0);
            py += ((c >> 1) & 1) + (bit === 2 ? t : 0);
            pz += ((c >> 2) & 1) + (bit === 4 ? t : 0);
            crossings++;
          }
        }
        px /= crossings;
        py /= crossings;
        pz /= crossings;
        const at = (c: number): number => field[i + steps[c]!]!;
        const gx =
          (1 - py) * ((1 - pz) * (at(1) - at(0)) + pz * (at(5) - at(4))) +
          py * ((1 - pz) * (at(3) - at(2)) + pz * (at(7) - at(6)));
        const gy =
          (1 - px) * ((1 - pz) * (at(2) - at(0)) + pz * (at(6) - at(4))) +
          px * ((1 - pz) * (at(3) - at(1)) + pz * (at(7) - at(5)));
        const gz =
          (1 - px) * ((1 - py) * (at(4) - at(0)) + py * (at(6) - at(2))) +
          px * ((1 - py) * (at(5) - at(1)) + py * (at(7) - at(3)));
        const g = Math.hypot(gx, gy, gz) || 1;
        const p: Vec = [low[0] + (x + px) * h, low[1] + (y + py) * h, low[2] + (z + pz) * h];
        cells[i] = positions.length / 3;
        positions.push(...p);
        // Creases: gentle slanting waves in the normals, as loose cloth has.
        const folds = part.material.folds ?? 0;
        const crease =
          folds === 0
            ? 0
            : folds *
              (Math.sin(p[1] * 52 + p[0] * 38 + Math.sin(p[2] * 30) * 1.4) +
                0.7 * Math.sin(p[1] * 29 - p[0] * 47 + p[2] * 21));
        const bx = gx / g;
        const by = gy / g + crease;
        const bz = gz / g + crease * 0.4;
        const long = Math.hypot(bx, by, bz) || 1;
        normals.push(bx / long, by / long, bz / long);
        const bound = bind(blobs, p);
        bones.push(...bound.bones);
        weights.push(...bound.weights);
      }
    }
  }
  const quad = (a: number, b: number, c: number, d: number, flip: boolean): void => {
    if (flip) triangles.push(a, b, c, a, c, d);
    else triangles.push(a, c, b, a, d, c);
  };
  for (let z = 1; z < nz - 1; z++) {
    for (let y = 1; y < ny - 1; y++) {
      for (let x = 1; x < nx - 1; x++) {
        const i = (z * ny + y) * nx + x;
        const here = field[i]! < 0;
        if (here !== field[i + 1]! < 0)
          quad(cells[i]!, cells[i - nx]!, cells[i - nx - nx * ny]!, cells[i - nx * ny]!, here);
        if (here !== field[i + nx]! < 0)
          quad(cells[i]!, cells[i - nx * ny]!, cells[i - 1 - nx * ny]!, cells[i - 1]!, here);
        if (here !== field[i + nx * ny]! < 0)
          quad(cells[i]!, cells[i - 1]!, cells[i - 1 - nx]!, cells[i - nx]!, here);
      }
    }
  }
  return {
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
    bones: Uint8Array.from(bones),
    weights: Float32Array.from(weights),
    triangles: Uint32Array.from(triangles),
    material: part.material,
  };
};
