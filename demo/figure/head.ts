import type { Body } from "./body.ts";
import type { Vec } from "./math.ts";
import type { Look } from "./look.ts";
import type { Blob, Part } from "./surface.ts";
import { material } from "./material.ts";
import { LID_WAY } from "./skeleton.ts";

/** Blobs about the head's centre, in units of a head whose skull is 1 wide from the middle to the ear. */
type Sketch = { a: Vec; b?: Vec; r: number; to?: number; flat?: number; bone?: "tail" | "gaze" | "lids" };

/** The parts of the head: skull and face, features, hair, and what is worn on it. */
export const headParts = (look: Look, body: Body): Part[] => {
  const h = 0.082 * body.unit * look.build.head;
  const centre: Vec = [0, 0.088 * body.unit * look.build.head, 0.012 * body.unit];
  const draw = (sketches: Sketch[]): Blob[] =>
    sketches.map((s): Blob => {
      // The tail's and the pupils' bones are where their sketches begin.
      const origin: Vec = s.bone === "tail" || s.bone === "gaze" ? [0, 0, 0] : centre;
      const put = (v: Vec): Vec => [origin[0] + v[0] * h, origin[1] + v[1] * h, origin[2] + v[2] * h];
      return {
        bone: s.bone ?? "head",
        a: put(s.a),
        b: put(s.b ?? s.a),
        ra: s.r * h,
        rb: (s.to ?? s.r) * h,
        flat: s.flat,
      };
    });
  const both = (sketches: Sketch[]): Sketch[] =>
    sketches.flatMap((s) => [
      s,
      { ...s, a: [-s.a[0], s.a[1], s.a[2]] as Vec, b: s.b && ([-s.b[0], s.b[1], s.b[2]] as Vec) },
    ]);
  const part = (
    color: `#${string}`,
    gloss: number,
    voxel: number,
    melt: number,
    sketches: Sketch[],
    shade = 1,
  ): Part => ({
    material: material(color, gloss, shade),
    voxel: voxel * body.unit,
    melt: melt * body.unit,
    blobs: draw(sketches),
  });

  const parts: Part[] = [
    part(look.skin, 0.3, 0.0078, 0.026, [
      { a: [0, 0.34, -0.22], b: [0, 0.36, 0.06], r: 0.98, to: 0.95 },
      { a: [0, -0.2, 0.16], b: [0, -0.62, 0.34], r: 0.84, to: 0.5 },
      { a: [0, -0.78, 0.5], r: 0.33 },
      ...both([{ a: [0.4, -0.22, 0.46], r: 0.42 }]),
    ]),
    part(look.skin, 0.3, 0.005, 0.008, [
      { a: [0, 0.04, 0.99], b: [0, -0.26, 1.13], r: 0.1, to: 0.145 },
      ...both([
        { a: [0.07, -0.3, 1.06], r: 0.1 },
        { a: [0.93, 0.0, -0.1], b: [0.9, -0.2, -0.06], r: 0.17, to: 0.11 },
      ]),
    ]),
    part(
      "#fbf6f0",
      0.5,
      0.0034,
      0.001,
      both([{ a: [0.3, 0.04, 0.9], b: [0.47, 0.05, 0.82], r: 0.108, to: 0.09 }]),
    ),
    part("#1b1110", 0.7, 0.003, 0.001, both([{ a: [0.38, 0.045, 0.918], r: 0.11, bone: "gaze" }])),
    part(
      look.skin,
      0.3,
      0.0036,
      0.001,
      both([lid({ a: [0.3, 0.05, 0.915], b: [0.47, 0.055, 0.835], r: 0.132, to: 0.112 })]),
    ),
    part("#1b1110", 0.7, 0.003, 0.001, [
      ...both([
        lid({ a: [0.22, -0.02, 1.03], b: [0.56, -0.02, 0.9], r: 0.026 }),
        { a: [0.22, 0.12, 0.965], b: [0.42, 0.175, 0.895], r: 0.04 },
        { a: [0.42, 0.175, 0.895], b: [0.62, 0.1, 0.755], r: 0.042, to: 0.03 },
      ]),
    ]),
    part(
      look.hair.color,
      0.1,
      0.003,
      0.002,
      both([
        { a: [0.2, 0.33, 0.99], b: [0.42, 0.4, 0.925], r: 0.055 },
        { a: [0.42, 0.4, 0.925], b: [0.64, 0.31, 0.785], r: 0.052, to: 0.03 },
      ]),
      0.9,
    ),
    part(look.lips, 0.35, 0.0034, 0.005, [
      ...both([
        { a: [0, -0.575, 0.965], b: [0.18, -0.56, 0.9], r: 0.052, to: 0.042 },
        { a: [0.18, -0.56, 0.9], b: [0.33, -0.485, 0.79], r: 0.042, to: 0.024 },
        { a: [0, -0.645, 0.94], b: [0.17, -0.61, 0.89], r: 0.058, to: 0.036 },
      ]),
    ]),
  ];
  if (look.hair.kind !== "shaved")
    parts.push(
      part(
        look.hair.color,
        0.22,
        look.hair.kind === "flattop" ? 0.008 : 0.0095,
        look.hair.kind === "afro" || look.hair.kind === "curls" ? 0.006 : 0.02,
        [...cap(look.hair.kind), ...hair(look.hair.kind, both)],
      ),
    );
  if (look.headband) {
    const ring: Sketch[] = Array.from({ length: 20 }, (_, i) => {
      const at = (angle: number): Vec => [
        Math.sin(angle) * 1.035,
        0.66 - Math.cos(angle) * 0.06,
        Math.cos(angle) * 1.1 - 0.1,
      ];
      return { a: at((i / 20) * Math.PI * 2), b: at(((i + 1) / 20) * Math.PI * 2), r: 0.1 };
    });
    parts.push(part(look.headband, 0.2, 0.0068, 0.004, ring));
  }
  if (look.earrings)
    parts.push(
      part(
        look.earrings,
        0.9,
        0.003,
        0.002,
        both([{ a: [0.99, -0.38, -0.06], b: [1.0, -0.52, -0.05], r: 0.085, to: 0.1 }]),
      ),
    );
  if (look.beard) {
    parts.push(
      part(look.beard, 0.1, 0.005, 0.014, [
        ...both([
          { a: [0.82, -0.1, 0.02], b: [0.62, -0.66, 0.28], r: 0.13, to: 0.15 },
          { a: [0.62, -0.66, 0.28], b: [0.16, -0.98, 0.56], r: 0.16 },
        ]),
        { a: [0, -0.96, 0.66], r: 0.2 },
      ]),
    );
  }
  if (look.glasses) {
    parts.push(
      part(
        look.glasses,
        0.8,
        0.003,
        0.002,
        both(
          Array.from({ length: 10 }, (_, i): Sketch => {
            const at = (n: number): Vec => {
              const angle = (n / 10) * Math.PI * 2;
              return [
                0.4 + Math.sin(angle) * 0.27,
                0.05 + Math.cos(angle) * 0.23,
                1.02 - (0.4 + Math.sin(angle) * 0.27) * 0.22,
              ];
            };
            return { a: at(i), b: at(i + 1), r: 0.032 };
          }),
        ),
      ),
    );
  }
  return parts;
};

/** A closed lid, moved to where it hides when the eye is open. */
const lid = (closed: Sketch): Sketch => {
  const raise = ([x, y, z]: Vec): Vec => [x, y + LID_WAY[0], z - LID_WAY[1]];
  return { ...closed, a: raise(closed.a), b: closed.b && raise(closed.b), bone: "lids" };
};

/** The hair that lies on the skull: the crown and the back, leaving the face free. */
const cap = (kind: Look["hair"]["kind"]): Sketch[] => {
  const thin = kind === "flattop" ? 0 : 0.05;
  return [
    { a: [0, 0.44, -0.3], b: [0, 0.53, 0.0], r: 1.0 + thin, to: 0.92 + thin },
    { a: [0, 0.1, -0.42], r: 0.9 + thin },
    { a: [0, -0.2, -0.45], r: 0.66 + thin },
  ];
};

/** Hair that is parted and drawn back: fuller above the temples than along the parting. */
const parted = (both: (s: Sketch[]) => Sketch[]): Sketch[] =>
  both([
    { a: [0.42, 0.95, 0.42], b: [0.5, 0.92, -0.4], r: 0.4, to: 0.46 },
    { a: [0.78, 0.62, 0.28], b: [0.74, 0.45, -0.4], r: 0.28, to: 0.4 },
  ]);

const hair = (kind: Look["hair"]["kind"], both: (s: Sketch[]) => Sketch[]): Sketch[] => {
  switch (kind) {
    case "shaved":
      return [];
    case "buns":
      return [
        ...parted(both),
        ...both([
          { a: [0.78, 1.12, -0.32], r: 0.46 },
          { a: [0.6, 0.9, -0.3], r: 0.34 },
        ]),
      ];
    case "flattop":
      return [
        ...both([
          { a: [0.42, 0.8, -0.4], b: [0.4, 0.8, 0.3], r: 0.62, to: 0.54 },
          { a: [0.6, 1.42, -0.5], b: [0.56, 1.42, 0.34], r: 0.34, to: 0.32 },
        ]),
        { a: [0, 1.42, -0.4], b: [0, 1.42, 0.3], r: 0.36 },
      ];
    case "long":
      return [
        ...both([
          { a: [0.84, 0.45, -0.1], b: [1, -0.8, -0.1], r: 0.36, to: 0.36 },
          { a: [1, -0.8, -0.1], b: [1.02, -1.9, 0.12], r: 0.36, to: 0.16 },
          { a: [0.12, 0.98, 0.5], b: [0.72, 0.55, 0.42], r: 0.3, to: 0.24 },
        ]),
        { a: [0, 0.1, -0.7], b: [0, -0.9, -0.62], r: 0.74, to: 0.66 },
        { a: [0.34, 0, 0.1], b: [0.42, -2.5, 0.05], r: 0.5, to: 0.2, bone: "tail" },
        { a: [-0.34, 0, 0.1], b: [-0.42, -2.6, 0.05], r: 0.5, to: 0.2, bone: "tail" },
        { a: [0, 0, 0], b: [0, -2.8, -0.1], r: 0.5, to: 0.22, bone: "tail" },
      ];
    case "ponytail":
      return [
        ...parted(both),
        { a: [0, 0.75, -1.1], r: 0.32 },
        { a: [0, -0.1, -0.05], b: [0, -1.2, -0.12], r: 0.3, to: 0.36, bone: "tail" },
        { a: [0, -1.2, -0.12], b: [0, -3.1, 0.02], r: 0.36, to: 0.1, bone: "tail" },
      ];
    case "braids":
      return [
        ...parted(both),
        { a: [0, 0.6, -1.1], r: 0.34 },
        ...both([{ a: [0.22, 0, 0], b: [0.3, -3.4, 0], r: 0.16, to: 0.1, bone: "tail" }]),
        { a: [0, 0, -0.12], b: [0, -3.7, -0.1], r: 0.17, to: 0.1, bone: "tail" },
      ];
    case "tousled":
      return [
        { a: [0.28, 1.05, 0.4], b: [-0.4, 1.12, 0.32], r: 0.34, to: 0.3 },
        { a: [0.45, 1.0, 0], b: [-0.2, 1.18, -0.2], r: 0.4 },
        { a: [-0.5, 0.98, 0.3], r: 0.3 },
        ...both([{ a: [0.86, 0.3, -0.12], r: 0.26 }]),
      ];
    case "afro":
      return Array.from({ length: 46 }, (_, i): Sketch => {
        const angle = i * 2.4;
        const rise = 1 - (i / 46) * 1.5;
        const wide = Math.sqrt(Math.max(0.02, 1 - rise * rise)) * 1.5;
        return {
          a: [Math.cos(angle) * wide, 0.66 + rise * 1.34, -0.42 + Math.sin(angle) * wide * 0.95],
          r: 0.54,
        };
      }).filter((s) => !(s.a[2] > 0.05 && s.a[1] < 0.95));
    case "bob":
      return [
        ...both([{ a: [0.8, 0.4, -0.1], b: [0.86, -0.75, 0.02], r: 0.36, to: 0.24 }]),
        { a: [0, 0.1, -0.7], b: [0, -0.72, -0.58], r: 0.66, to: 0.5 },
        ...both([{ a: [0.5, 0, -0.6], b: [0.55, -0.74, -0.45], r: 0.55, to: 0.36 }]),
        { a: [0.1, 0.98, 0.5], b: [0.66, 0.62, 0.5], r: 0.3, to: 0.2 },
        { a: [0.0, 0.98, 0.5], b: [-0.62, 0.66, 0.5], r: 0.3, to: 0.2 },
      ];
    case "curls":
      return Array.from({ length: 30 }, (_, i): Sketch => {
        const angle = i * 2.4;
        const rise = 1 - (i / 30) * 1.35;
        const wide = Math.sqrt(Math.max(0.02, 1 - rise * rise)) * 1.02;
        return {
          a: [Math.cos(angle) * wide, 0.4 + rise * 0.8, -0.24 + Math.sin(angle) * wide * 0.95],
          r: 0.27,
        };
      }).filter((s) => !(s.a[2] > 0.3 && s.a[1] < 0.75));
  }
};
