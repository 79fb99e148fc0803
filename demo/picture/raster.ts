/** A picture of figures alone: sRGB colour and how much of each pixel they cover. */
export type Layer = {
  width: number;
  height: number;
  /** Packed 0x00bbggrr per sample; meaningful where depth is above 0. */
  color: Uint32Array;
  /** 1 / distance; 0 where nothing is. */
  depth: Float32Array;
  /** The samples that were drawn since the last clear. */
  box: { left: number; top: number; right: number; bottom: number };
};

export const createLayer = (width: number, height: number): Layer => ({
  width,
  height,
  color: new Uint32Array(width * height),
  depth: new Float32Array(width * height),
  box: { left: width, top: height, right: 0, bottom: 0 },
});

/** Empties what was drawn. */
export const clearLayer = (layer: Layer): void => {
  const { left, top, right, bottom } = layer.box;
  for (let y = top; y < bottom; y++) layer.depth.fill(0, y * layer.width + left, y * layer.width + right);
  layer.box = { left: layer.width, top: layer.height, right: 0, bottom: 0 };
};

/** Points on the layer: x, y in samples, 1/distance, and colour 0..255 per channel, five arrays in step. */
export type Points = {
  x: Float32Array;
  y: Float32Array;
  w: Float32Array;
  r: Float32Array;
  g: Float32Array;
  b: Float32Array;
};

/** Draws triangles that face the viewer (clockwise on the picture when `flip` is false), nearest first by depth, colours blended between corners. */
export const drawTriangles = (layer: Layer, points: Points, triangles: Uint32Array, flip = false): void => {
  const { width, height, color, depth, box } = layer;
  const { x: X, y: Y, w: W, r: R, g: G, b: B } = points;
  let { left, top, right, bottom } = box;
  for (let i = 0; i < triangles.length; i += 3) {
    const a = triangles[i]!;
    let b = triangles[i + 1]!;
    let c = triangles[i + 2]!;
    const ax = X[a]!;
    const ay = Y[a]!;
    let area = (X[b]! - ax) * (Y[c]! - ay) - (X[c]! - ax) * (Y[b]! - ay);
    if (flip === area < 0) continue;
    if (flip) {
      area = -area;
      const swap = b;
      b = c;
      c = swap;
    }
    if (!(area < -1e-6) || area < -4e4) continue;
    const bx = X[b]!;
    const by = Y[b]!;
    const cx = X[c]!;
    const cy = Y[c]!;
    const lowX = ax < bx ? (ax < cx ? ax : cx) : bx < cx ? bx : cx;
    const highX = ax > bx ? (ax > cx ? ax : cx) : bx > cx ? bx : cx;
    const lowY = ay < by ? (ay < cy ? ay : cy) : by < cy ? by : cy;
    const highY = ay > by ? (ay > cy ? ay : cy) : by > cy ? by : cy;
    if (highX < 0.5 || highY < 0.5 || lowX > width || lowY > height) continue;
    const x0 = lowX < 0.5 ? 0 : (lowX + 0.5) | 0;
    const x1 = highX > width - 0.5 ? width - 1 : ((highX + 0.5) | 0) - 1;
    const y0 = lowY < 0.5 ? 0 : (lowY + 0.5) | 0;
    const y1 = highY > height - 0.5 ? height - 1 : ((highY + 0.5) | 0) - 1;
    if (x0 > x1 || y0 > y1) continue;
    if (x0 < left) left = x0;
    if (x1 >= right) right = x1 + 1;
    if (y0 < top) top = y0;
    if (y1 >= bottom) bottom = y1 + 1;
    const inv = 1 / area;
    // Barycentric weights of b and c are linear over the picture: step them.
    const ubx = (cy - ay) * inv;
    const uby = -(cx - ax) * inv;
    const ucx = -(by - ay) * inv;
    const ucy = (bx - ax) * inv;
    const wa = W[a]!;
    const dwb = W[b]! - wa;
    const dwc = W[c]! - wa;
    const ra = R[a]!;
    const drb = R[b]! - ra;
    const drc = R[c]! - ra;
    const ga = G[a]!;
    const dgb = G[b]! - ga;
    const dgc = G[c]! - ga;
    const ba = B[a]!;
    const dbb = B[b]! - ba;
    const dbc = B[c]! - ba;
    for (let y = y0; y <= y1; y++) {
      const py = y + 0.5 - ay;
      const px = x0 + 0.5 - ax;
      let u = px * ubx + py * uby;
      let v = px * ucx + py * ucy;
      let entered = false;
      const end = y * width + x1;
      for (let at = y * width + x0; at <= end; at++, u += ubx, v += ucx) {
        if (u < -1e-5 || v < -1e-5 || u + v > 1.00001) {
          if (entered) break;
          continue;
        }
        entered = true;
        const w = wa + dwb * u + dwc * v;
        if (w <= depth[at]!) continue;
        depth[at] = w;
        color[at] =
          (ra + drb * u + drc * v) | ((ga + dgb * u + dgc * v) << 8) | ((ba + dbb * u + dbc * v) << 16);
      }
    }
  }
  layer.box = { left, top, right, bottom };
};
