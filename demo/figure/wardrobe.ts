import { measureBody, type Body } from "./body.ts";
import { bottomParts } from "./bottoms.ts";
import { headParts } from "./head.ts";
import type { Look } from "./look.ts";
import { shoeParts, sockParts, wristbandParts } from "./shoes.ts";
import { restSkeleton } from "./skeleton.ts";
import { skinParts } from "./skin.ts";
import { meltPart, type Mesh } from "./surface.ts";
import { topParts } from "./tops.ts";

/** A figure ready to be moved: its body's measures and its skin. */
export type Figure = { body: Body; meshes: Mesh[] };

const figures = new Map<string, Figure>();

/** Builds the figure of a look, once per process and grain: the size of its facets, 1 for stills. */
export const buildFigure = (look: Look, grain = 1): Figure => {
  const key = JSON.stringify([look, grain]);
  const known = figures.get(key);
  if (known) return known;
  const body = measureBody(look.build);
  const rest = restSkeleton(body);
  const parts = [topParts, bottomParts, skinParts, headParts, shoeParts, sockParts, wristbandParts].flatMap(
    (dress) => dress(look, body),
  );
  const figure = {
    body,
    meshes: parts.map((part) => meltPart({ ...part, voxel: part.voxel * grain }, rest)),
  };
  figures.set(key, figure);
  return figure;
};
