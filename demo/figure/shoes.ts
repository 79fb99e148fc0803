import { armAxis, legAxis, limb, SIDES, type Body } from "./body.ts";
import type { Look } from "./look.ts";
import { material } from "./material.ts";
import { add, scale, type Vec } from "./math.ts";
import { footBlobs } from "./skin.ts";
import type { Blob, Part } from "./surface.ts";

/** Shoes and their soles or heels; nothing on bare feet. */
export const shoeParts = (look: Look, body: Body): Part[] => {
  const u = body.unit;
  const { kind } = look.shoes;
  if (kind === "bare") return [];
  const upper = material(look.shoes.color, 0.25);
  const sole = material(look.shoes.sole, 0.15);
  const ball: Vec = [0, -body.ankle[1], -body.ankle[2]];
  const blobs = SIDES.flatMap((side) =>
    footBlobs(side, u, body, kind === "sneaker" ? 1.2 : 1.08).slice(kind === "heel" ? 1 : 0),
  );
  const soles: Blob[] = SIDES.flatMap((side): Blob[] =>
    kind === "sneaker"
      ? [
          {
            bone: limb(side, "foot"),
            a: [0, -0.072 * u, -0.05 * u],
            b: add(ball, [0, -0.014 * u, 0]),
            ra: 0.036 * u,
            rb: 0.041 * u,
            flat: 1,
            cut: undefined,
          },
          {
            bone: limb(side, "toe"),
            a: [0, -0.013 * u, 0],
            b: [0, -0.013 * u, 0.052 * u],
            ra: 0.04 * u,
            rb: 0.031 * u,
          },
        ]
      : [
          {
            bone: limb(side, "foot"),
            a: [0, -0.05 * u, -0.052 * u],
            b: [
              0,
              -0.05 * u - Math.sin(look.build.heel) * 0.15 * u,
              -0.052 * u - Math.sin(look.build.heel) * 0.075 * u,
            ],
            ra: 0.017 * u,
            rb: 0.009 * u,
          },
          {
            bone: limb(side, "toe"),
            a: [0, -0.018 * u, 0],
            b: [0, -0.018 * u, 0.06 * u],
            ra: 0.026 * u,
            rb: 0.014 * u,
          },
        ],
  );
  return [
    { material: upper, voxel: 0.0105 * u, melt: 0.024, blobs },
    { material: sole, voxel: 0.0105 * u, melt: 0.012, blobs: soles },
  ];
};

/** Socks that show above the shoes. */
export const sockParts = (look: Look, body: Body): Part[] => {
  const u = body.unit;
  const g = look.build.girth * u;
  if (!look.socks) return [];
  return [
    {
      material: material(look.socks, 0.08),
      voxel: 0.0105 * u,
      melt: 0.01,
      blobs: SIDES.map((side): Blob => ({
        bone: limb(side, "shin"),
        a: scale(legAxis(side), body.shin - 0.17 * u),
        b: scale(legAxis(side), body.shin),
        ra: 0.055 * g,
        rb: 0.043 * g,
        cut: "a",
      })),
    },
  ];
};

/** Wristbands. */
export const wristbandParts = (look: Look, body: Body): Part[] => {
  const u = body.unit;
  if (!look.wristbands) return [];
  return [
    {
      material: material(look.wristbands, 0.2),
      voxel: 0.007 * u,
      melt: 0.004,
      blobs: SIDES.map((side): Blob => ({
        bone: limb(side, "fore"),
        a: scale(armAxis(side), body.fore - 0.055 * u),
        b: scale(armAxis(side), body.fore - 0.012 * u),
        ra: 0.0345 * u,
        rb: 0.0325 * u,
        cut: "both",
      })),
    },
  ];
};
