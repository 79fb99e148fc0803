import { armAxis, limb, signOf, SIDES, type Body } from "./body.ts";
import type { Look } from "./look.ts";
import { material } from "./material.ts";
import { scale } from "./math.ts";
import type { Blob, Part } from "./surface.ts";

/** What is worn above the waist. */
export const topParts = (look: Look, body: Body): Part[] => {
  const u = body.unit;
  const g = look.build.girth * u;
  const { kind } = look.top;
  const cloth = material(
    look.top.color,
    0.08,
    1,
    look.top.kind === "tank" || look.top.kind === "crop" ? 0.035 : 0.075,
  );
  const loose = kind === "tee" || kind === "hoodie" || kind === "long" ? 1.08 : 1;
  const w = body.shoulder / 0.168 / u;
  const blobs: Blob[] = [
    {
      bone: "chest",
      a: [0, 0.03 * u, 0.002 * u],
      b: [0, 0.135 * u, 0.004 * u],
      ra: 0.132 * g * loose,
      rb: 0.147 * g * loose * w,
      flat: 0.7,
    },
    {
      bone: "chest",
      a: [0, 0.13 * u, 0.002 * u],
      b: [0, 0.192 * u, -0.006 * u],
      ra: 0.147 * g * loose * w,
      rb: 0.115 * g * w,
      flat: 0.66,
    },
    {
      bone: "chest",
      a: [-0.055 * g, 0.12 * u, 0.045 * g],
      b: [0.055 * g, 0.12 * u, 0.045 * g],
      ra: 0.058 * g,
      rb: 0.058 * g,
    },
  ];
  const hem = kind === "crop" ? 0 : kind === "tank" ? 0.03 : -0.035;
  if (kind === "crop")
    blobs.push({
      bone: "chest",
      a: [0, 0.015 * u, 0],
      b: [0, 0.07 * u, 0],
      ra: 0.127 * g,
      rb: 0.132 * g,
      flat: 0.73,
      cut: "a",
    });
  else {
    blobs.push(
      {
        bone: "pelvis",
        endBone: "waist",
        a: [0, hem * u, 0.002 * u],
        b: [0, 0.015 * u, 0],
        ra: (kind === "tank" ? 0.137 : 0.15) * g * (loose > 1 ? 1.02 : 1) * Math.sqrt(look.build.hips),
        rb: 0.128 * g * loose * look.build.waist,
        flat: 0.76,
        spread: true,
        cut: "a",
      },
      {
        bone: "waist",
        endBone: "chest",
        a: [0, 0.015 * u, 0],
        b: [0, 0.04 * u, 0],
        ra: 0.128 * g * loose * look.build.waist,
        rb: 0.13 * g * loose,
        flat: 0.76,
        spread: true,
      },
    );
  }
  const sleeves: Blob[] = look.top.sleeves ? [] : blobs;
  for (const side of SIDES) {
    const s = signOf(side);
    const axis = armAxis(side);
    if (kind === "tank" || kind === "crop") {
      blobs.push({
        bone: "chest",
        a: [s * 0.06 * u, 0.14 * u, 0.0],
        b: [s * 0.082 * u, 0.236 * u, -0.012 * u],
        ra: 0.062 * g,
        rb: 0.03 * g,
      });
      continue;
    }
    const long = kind === "tee" ? 0.15 * u : body.upper;
    blobs.push({
      bone: "chest",
      a: [s * 0.03 * u, 0.2 * u, -0.008 * u],
      b: [s * (body.shoulder - 0.02 * u), 0.193 * u, -0.01 * u],
      ra: 0.062 * g,
      rb: 0.058 * g,
    });
    sleeves.push({
      bone: limb(side, "upper"),
      a: scale(axis, -0.005),
      b: scale(axis, long),
      ra: 0.064 * g,
      rb: (kind === "tee" ? 0.069 : 0.053) * g,
      start: limb(side, "shoulder"),
      ...(kind === "tee" ? { cut: "b" as const } : { end: limb(side, "elbow") }),
    });
    if (kind !== "tee") {
      sleeves.push({
        bone: limb(side, "fore"),
        a: [0, 0, 0],
        b: scale(axis, body.fore * 0.92),
        ra: 0.053 * g,
        rb: 0.04 * g,
        start: limb(side, "elbow"),
        cut: "b",
      });
    }
  }
  const parts: Part[] = [{ material: cloth, voxel: 0.015 * u, melt: 0.045, blobs }];
  if (look.top.sleeves)
    parts.push({
      material: material(look.top.sleeves, 0.08, 1, 0.075),
      voxel: 0.015 * u,
      melt: 0.045,
      blobs: sleeves,
    });
  if (look.top.bands)
    parts.push({
      material: material(look.top.bands, 0.08),
      voxel: 0.009 * u,
      melt: 0.006,
      blobs: [0.035, 0.095].map((y): Blob => {
        const radius = (at: number): number => (0.132 + (at - 0.03) * 0.143) * g * loose + 0.019 * u;
        return {
          bone: "chest",
          a: [0, y * u, 0.003 * u],
          b: [0, (y + 0.03) * u, 0.004 * u],
          ra: radius(y),
          rb: radius(y + 0.03),
          flat: 0.78,
          cut: "both",
        };
      }),
    });
  if (kind === "hoodie") {
    parts.push({
      material: cloth,
      voxel: 0.011 * u,
      melt: 0.03,
      blobs: [
        {
          bone: "chest",
          a: [-0.075 * u, 0.235 * u, -0.035 * u],
          b: [0.075 * u, 0.235 * u, -0.035 * u],
          ra: 0.042 * u,
          rb: 0.042 * u,
        },
        {
          bone: "chest",
          a: [0, 0.2 * u, -0.075 * u],
          b: [0, 0.24 * u, -0.06 * u],
          ra: 0.055 * u,
          rb: 0.05 * u,
        },
      ],
    });
  } else if (kind === "tee" || kind === "long") {
    parts.push({
      material: material(look.top.trim, 0.08),
      voxel: 0.009 * u,
      melt: 0.01,
      blobs: [
        {
          bone: "chest",
          a: [0, 0.232 * u, -0.008 * u],
          b: [0, 0.25 * u, -0.011 * u],
          ra: 0.066 * g,
          rb: 0.06 * g,
          flat: 0.92,
          cut: "both",
        },
      ],
    });
  }
  return parts;
};
