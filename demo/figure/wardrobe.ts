import { armAxis, legAxis, measureBody, signOf, SIDES, type Body, type BoneName, type Side } from "./body.ts";
import { add, scale, type Vec } from "./math.ts";
import type { Look } from "./look.ts";
import { restSkeleton } from "./skeleton.ts";
import { meltPart, type Blob, type Mesh, type Part } from "./surface.ts";
import { headParts } from "./head.ts";
import { material } from "./material.ts";

/** A figure ready to be moved: its body's measures and its skin. */
export type Figure = { body: Body; meshes: Mesh[] };

const limb = (side: Side, name: string): BoneName => `${name}.${side}` as BoneName;

/** The parts of a body that clothes leave bare. */
const skinParts = (look: Look, body: Body): Part[] => {
  const u = body.unit;
  const g = look.build.girth * u;
  const skin = material(look.skin, 0.28);
  const blobs: Blob[] = [
    {
      bone: "neck",
      endBone: "head",
      a: [0, -0.05 * u, -0.008 * u],
      b: [0, 0.03 * u, -0.004 * u],
      ra: 0.052 * g,
      rb: 0.05 * g,
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
      ra: 0.118 * g,
      rb: 0.122 * g,
      flat: 0.72,
      spread: true,
    });
  }
  if (look.bottom.kind === "shorts") {
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

const footBlobs = (side: Side, u: number, body: Body, fat: number): Blob[] => {
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

const topParts = (look: Look, body: Body): Part[] => {
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
    blobs.push({
      bone: "pelvis",
      endBone: "chest",
      a: [0, hem * u, 0.002 * u],
      b: [0, 0.04 * u, 0],
      ra: (kind === "tank" ? 0.137 : 0.15) * g * (loose > 1 ? 1.02 : 1),
      rb: 0.13 * g * loose,
      flat: 0.76,
      spread: true,
      cut: "a",
    });
  }
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
    blobs.push(
      {
        bone: "chest",
        a: [s * 0.03 * u, 0.2 * u, -0.008 * u],
        b: [s * (body.shoulder - 0.02 * u), 0.193 * u, -0.01 * u],
        ra: 0.062 * g,
        rb: 0.058 * g,
      },
      {
        bone: limb(side, "upper"),
        a: scale(axis, -0.005),
        b: scale(axis, long),
        ra: 0.064 * g,
        rb: (kind === "tee" ? 0.069 : 0.053) * g,
        start: limb(side, "shoulder"),
        ...(kind === "tee" ? { cut: "b" as const } : { end: limb(side, "elbow") }),
      },
    );
    if (kind !== "tee") {
      blobs.push({
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

const bottomParts = (look: Look, body: Body): Part[] => {
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
  for (const side of SIDES) {
    const axis = legAxis(side);
    const [hip, knee, ankle] = thick as [number, number, number];
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
  const parts: Part[] = [{ material: cloth, voxel: 0.0155 * u, melt: 0.032, blobs }];
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
          ra: 0.127 * g,
          rb: 0.123 * g,
          flat: 0.75,
          cut: "both",
        },
      ],
    });
  }
  return parts;
};

const shoeParts = (look: Look, body: Body): Part[] => {
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

const jewelleryParts = (look: Look, body: Body): Part[] => {
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

const figures = new Map<string, Figure>();

/** Builds the figure of a look, once per process and grain: the size of its facets, 1 for stills. */
export const buildFigure = (look: Look, grain = 1): Figure => {
  const key = JSON.stringify([look, grain]);
  const known = figures.get(key);
  if (known) return known;
  const body = measureBody(look.build);
  const rest = restSkeleton(body);
  const parts = [topParts, bottomParts, skinParts, headParts, shoeParts, jewelleryParts].flatMap((dress) =>
    dress(look, body),
  );
  const figure = {
    body,
    meshes: parts.map((part) => meltPart({ ...part, voxel: part.voxel * grain }, rest)),
  };
  figures.set(key, figure);
  return figure;
};
