import { legAxis, limb, signOf, SIDES, type Body, type Side } from "./body.ts";
import type { Look } from "./look.ts";
import { material } from "./material.ts";
import { add, scale, type Vec } from "./math.ts";
import type { Blob, Part } from "./surface.ts";

/** What is worn below the waist. */
export const bottomParts = (look: Look, body: Body): Part[] => {
  const u = body.unit;
  const g = look.build.girth * u;
  const { kind } = look.bottom;
  const cloth = material(
    look.bottom.color,
    kind === "leggings" ? 0.22 : 0.07,
    1,
    kind === "leggings" ? 0.02 : 0.06,
  );
  const h = look.build.hips;
  const thick = {
    joggers: [0.094, 0.07, 0.05],
    wide: [0.097, 0.086, 0.098],
    leggings: [0.088, 0.056, 0.04],
    shorts: [0.1, 0.09, 0.09],
    flare: [0.09, 0.06, 0.09],
    skirt: [0.085, 0.15, 0.15],
  }[kind];
  const blobs: Blob[] = [
    {
      bone: "pelvis",
      a: [0, -0.02 * u, -0.004 * u],
      b: [0, 0.06 * u, 0.002 * u],
      ra: 0.142 * g * h,
      rb: 0.122 * g,
      flat: 0.74,
      cut: "b",
    },
    {
      bone: "pelvis",
      a: [-0.045 * g, -0.045 * u, -0.042 * g],
      b: [0.045 * g, -0.045 * u, -0.042 * g],
      ra: 0.082 * g,
      rb: 0.082 * g,
    },
  ];
  const trims: Blob[] = [];
  const stripes: Blob[] = [];
  for (const side of SIDES) {
    const axis = legAxis(side);
    const [hip, knee, ankle] = thick as [number, number, number];
    if (look.bottom.stripe)
      stripes.push(...stripeOf(side, body, (hip - 0.002) * g, (knee - 0.003) * g, ankle * g));
    if (kind === "skirt") {
      // Half of a skirt hangs on each leg; melted together they swing with the steps.
      blobs.push({
        bone: "pelvis",
        endBone: limb(side, "thigh"),
        a: [signOf(side) * body.hip * 0.8, 0.03 * u, 0],
        b: scale(axis, 0.27 * u),
        ra: hip * g,
        rb: knee * g,
        flat: 0.9,
        spread: true,
        cut: "b",
      });
      continue;
    }
    if (kind === "shorts") {
      blobs.push({
        bone: limb(side, "thigh"),
        a: [0, 0, 0],
        b: scale(axis, 0.22 * u),
        ra: hip * g,
        rb: knee * g,
        start: limb(side, "hip"),
        cut: "b",
      });
      continue;
    }
    blobs.push(
      {
        bone: limb(side, "thigh"),
        a: [0, 0, 0],
        b: scale(axis, 0.1 * u),
        ra: hip * g,
        rb: hip * 0.96 * g,
        start: limb(side, "hip"),
      },
      {
        bone: limb(side, "thigh"),
        a: scale(axis, 0.1 * u),
        b: scale(axis, body.thigh),
        ra: hip * 0.96 * g,
        rb: knee * g,
        end: limb(side, "knee"),
        melt: 0.003,
      },
    );
    if (kind === "leggings" || kind === "joggers") {
      blobs.push(
        {
          bone: limb(side, "shin"),
          a: [0, 0, 0],
          b: scale(axis, 0.13 * u),
          ra: knee * g,
          rb: knee * 0.97 * g,
          start: limb(side, "knee"),
          melt: 0.003,
        },
        {
          bone: limb(side, "shin"),
          a: scale(axis, 0.13 * u),
          b: scale(axis, body.shin - (kind === "joggers" ? 0.035 : 0.03) * u),
          ra: knee * 0.97 * g,
          rb: ankle * g,
          cut: "b",
          melt: 0.003,
        },
      );
    } else {
      blobs.push({
        bone: limb(side, "shin"),
        a: [0, 0, 0],
        b: scale(axis, body.shin + 0.012 * u),
        ra: knee * g,
        rb: ankle * g,
        start: limb(side, "knee"),
        cut: "b",
        melt: 0.003,
      });
    }
    if (kind === "joggers") {
      trims.push({
        bone: limb(side, "shin"),
        a: scale(axis, body.shin - 0.05 * u),
        b: scale(axis, body.shin - 0.012 * u),
        ra: 0.051 * g,
        rb: 0.046 * g,
        cut: "both",
      });
    }
  }
  const parts: Part[] = [
    { material: cloth, voxel: 0.0155 * u, melt: kind === "skirt" ? 0.09 : 0.032, blobs },
  ];
  if (look.bottom.stripe)
    parts.push({
      material: material(look.bottom.stripe, 0.1),
      voxel: 0.009 * u,
      melt: 0.004,
      blobs: stripes,
    });
  if (trims.length > 0)
    parts.push({ material: material(look.bottom.trim, 0.07), voxel: 0.011 * u, melt: 0.006, blobs: trims });
  if (look.top.kind === "crop" || look.top.kind === "tank") {
    parts.push({
      material: material(look.bottom.trim, 0.1),
      voxel: 0.01 * u,
      melt: 0.006,
      blobs: [
        {
          bone: "pelvis",
          a: [0, 0.04 * u, 0],
          b: [0, 0.075 * u, 0.002 * u],
          ra: 0.127 * g * Math.sqrt(h),
          rb: 0.123 * g,
          flat: 0.75,
          cut: "both",
        },
      ],
    });
  }
  return parts;
};

/** A stripe down the outside of a leg whose cloth is `hip`, `knee` and `ankle` thick. */
const stripeOf = (side: Side, body: Body, hip: number, knee: number, ankle: number): Blob[] => {
  const u = body.unit;
  const axis = legAxis(side);
  const beside = (along: number, out: number): Vec =>
    add(scale(axis, along), [signOf(side) * (out * 0.88 - 0.012 * u), 0, out * 0.4]);
  const r = 0.024 * u;
  return [
    {
      bone: limb(side, "thigh"),
      a: beside(0.06 * u, hip),
      b: beside(body.thigh, knee),
      ra: r,
      rb: r,
      end: limb(side, "knee"),
    },
    {
      bone: limb(side, "shin"),
      a: beside(0, knee),
      b: beside(body.shin - 0.06 * u, ankle + 0.003 * u),
      ra: r,
      rb: r * 0.9,
      start: limb(side, "knee"),
    },
  ];
};
