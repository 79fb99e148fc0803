import { armAxis, legAxis, limb, signOf, SIDES, type Body, type Side } from "./body.ts";
import type { Look } from "./look.ts";
import { material } from "./material.ts";
import { add, scale, type Vec } from "./math.ts";
import type { Blob, Part } from "./surface.ts";

/** The parts of a body that clothes leave bare. */
export const skinParts = (look: Look, body: Body): Part[] => {
  const u = body.unit;
  const g = look.build.girth * u;
  const skin = material(look.skin, 0.28);
  const blobs: Blob[] = [
    {
      bone: "neck",
      endBone: "head",
      a: [0, -0.05 * u, -0.008 * u],
      b: [0, 0.03 * u, -0.004 * u],
      ra: 0.056 * g,
      rb: 0.054 * g,
      spread: true,
    },
    {
      bone: "chest",
      a: [0, 0.2 * u, 0.0],
      b: [0, 0.245 * u, -0.008 * u],
      ra: 0.085 * g,
      rb: 0.05 * g,
      flat: 0.72,
    },
  ];
  const bareShoulder = look.top.kind === "tank" || look.top.kind === "crop";
  for (const side of SIDES) {
    const s = signOf(side);
    const axis = armAxis(side);
    if (bareShoulder) {
      blobs.push({
        bone: "chest",
        a: [s * 0.03 * u, 0.2 * u, -0.012 * u],
        b: [s * (body.shoulder - 0.03 * u), 0.19 * u, -0.01 * u],
        ra: 0.055 * g,
        rb: 0.05 * g,
      });
    }
    blobs.push(
      {
        bone: limb(side, "upper"),
        a: scale(axis, 0.0),
        b: scale(axis, 0.1 * u),
        ra: 0.047 * g,
        rb: 0.0415 * g,
        melt: bareShoulder ? 0.03 : 0.003,
        start: limb(side, "shoulder"),
      },
      {
        bone: limb(side, "upper"),
        a: scale(axis, 0.1 * u),
        b: scale(axis, body.upper),
        ra: 0.0415 * g,
        rb: 0.034 * g,
        end: limb(side, "elbow"),
        melt: 0.003,
      },
      {
        bone: limb(side, "fore"),
        a: [0, 0, 0],
        b: scale(axis, 0.085 * u),
        ra: 0.034 * g,
        rb: 0.0365 * g,
        start: limb(side, "elbow"),
        melt: 0.003,
      },
      {
        bone: limb(side, "fore"),
        a: scale(axis, 0.085 * u),
        b: scale(axis, body.fore),
        ra: 0.0365 * g,
        rb: 0.0245 * g,
        melt: 0.003,
      },
    );
  }
  if (look.top.kind === "crop") {
    blobs.push({
      bone: "pelvis",
      endBone: "chest",
      a: [0, 0.02 * u, 0],
      b: [0, 0.06 * u, 0],
      ra: 0.118 * g * look.build.waist,
      rb: 0.122 * g,
      flat: 0.72,
      spread: true,
    });
  }
  if (look.bottom.kind === "shorts" || look.bottom.kind === "skirt") {
    for (const side of SIDES) {
      const axis = legAxis(side);
      blobs.push(
        {
          bone: limb(side, "thigh"),
          a: scale(axis, 0.18 * u),
          b: scale(axis, body.thigh),
          ra: 0.069 * g,
          rb: 0.05 * g,
          end: limb(side, "knee"),
          melt: 0.003,
        },
        {
          bone: limb(side, "shin"),
          a: [0, 0, 0],
          b: scale(axis, 0.13 * u),
          ra: 0.05 * g,
          rb: 0.053 * g,
          start: limb(side, "knee"),
          melt: 0.003,
        },
        {
          bone: limb(side, "shin"),
          a: scale(axis, 0.13 * u),
          b: scale(axis, body.shin),
          ra: 0.053 * g,
          rb: 0.034 * g,
          melt: 0.003,
        },
      );
    }
  }
  const parts: Part[] = [{ material: skin, voxel: 0.0115 * u, melt: 0.035, blobs }];
  for (const side of SIDES)
    parts.push({ material: skin, voxel: 0.0066 * u, melt: 0.009, blobs: handBlobs(side, u) });
  if (look.shoes.kind !== "sneaker")
    parts.push({
      material: skin,
      voxel: 0.009 * u,
      melt: 0.03,
      blobs: SIDES.flatMap((side) => footBlobs(side, u, body, 1)),
    });
  return parts;
};

const handBlobs = (side: Side, u: number): Blob[] => {
  const s = signOf(side);
  const axis = armAxis(side);
  const along = (t: number, z: number): Vec => add(scale(axis, t * u), [0, 0, z * u]);
  const palm = (z: number): Blob => ({
    bone: limb(side, "hand"),
    a: along(0.018, z * 0.45),
    b: along(0.08, z),
    ra: 0.017 * u,
    rb: 0.0135 * u,
  });
  const blobs: Blob[] = [
    { bone: limb(side, "hand"), a: along(-0.02, 0), b: along(0.02, 0), ra: 0.0255 * u, rb: 0.022 * u },
    palm(0.024),
    palm(0.008),
    palm(-0.008),
    palm(-0.023),
  ];
  [0.026, 0.009, -0.008, -0.024].forEach((z, i) => {
    const long = [0.9, 1, 0.95, 0.78][i]!;
    blobs.push(
      {
        bone: limb(side, "palm"),
        a: along(-0.006, z),
        b: along(0.044 * long, z),
        ra: 0.0118 * u,
        rb: 0.0105 * u,
      },
      {
        bone: limb(side, "tips"),
        a: along(0, z),
        b: along(0.034 * long, z * 0.96),
        ra: 0.0105 * u,
        rb: 0.0085 * u,
      },
    );
  });
  blobs.push({
    bone: limb(side, "thumb"),
    a: [0, 0, -0.008 * u],
    b: add(scale(axis, 0.042 * u), [-s * 0.004 * u, -0.006 * u, 0.026 * u]),
    ra: 0.0135 * u,
    rb: 0.0098 * u,
  });
  return blobs;
};

/** A foot, `fat` times as thick: bare, or the inside of a shoe. */
export const footBlobs = (side: Side, u: number, body: Body, fat: number): Blob[] => {
  const ball: Vec = [0, -body.ankle[1], -body.ankle[2]];
  const s = signOf(side);
  return [
    {
      bone: limb(side, "foot"),
      a: [0, 0.03 * u, -0.004 * u],
      b: [0, -0.03 * u, -0.03 * u],
      ra: 0.036 * u * fat,
      rb: 0.034 * u * fat,
      start: limb(side, "foot"),
    },
    {
      bone: limb(side, "foot"),
      a: [0, -0.048 * u, -0.04 * u],
      b: add(ball, [0, -0.002 * u, 0]),
      ra: 0.03 * u * fat,
      rb: 0.03 * u * fat,
      flat: 1,
    },
    {
      bone: limb(side, "foot"),
      a: [0, -0.005 * u, 0.0],
      b: add(ball, [0, 0.004 * u, -0.01 * u]),
      ra: 0.034 * u * fat,
      rb: 0.027 * u * fat,
    },
    {
      bone: limb(side, "toe"),
      a: [s * 0.006 * u, -0.002 * u, -0.004 * u],
      b: [s * 0.004 * u, -0.006 * u, 0.05 * u],
      ra: 0.032 * u * fat,
      rb: 0.022 * u * fat,
      flat: 1,
    },
    {
      bone: limb(side, "toe"),
      a: [-s * 0.014 * u, -0.002 * u, 0],
      b: [-s * 0.012 * u, -0.006 * u, 0.06 * u],
      ra: 0.026 * u * fat,
      rb: 0.02 * u * fat,
    },
  ];
};
