import type { AngleKey } from "../../../../contract/angles.ts";

/** One angle of a class, as a stream with its own sound. */
export interface AngleView {
  readonly key: AngleKey;
  readonly label: string;
  readonly url: string;
  /** The wide version, if `url` is the upright one. */
  readonly wideUrl?: string;
}

/** As many views are shown in one row, and switched in turn on phones. */
export const fewViews = 3;

/** The view after `angle` in the order of the buttons; after the last one, the first. */
export function nextAngle(views: readonly AngleView[], angle: AngleKey): AngleKey {
  const place = views.findIndex(({ key }) => key === angle);
  return views[(place + 1) % views.length]?.key ?? angle;
}

export const labelOf = (views: readonly AngleView[], angle: AngleKey): string =>
  views.find(({ key }) => key === angle)?.label ?? "";
