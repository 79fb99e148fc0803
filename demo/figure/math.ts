/** A point or direction: x to the dancer's left, y up, z to the audience; metres. */
export type Vec = [number, number, number];
/** A unit quaternion x, y, z, w. */
export type Quat = [number, number, number, number];

export const add = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vec, k: number): Vec => [a[0] * k, a[1] * k, a[2] * k];
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const length = (a: Vec): number => Math.sqrt(dot(a, a));
export const distance = (a: Vec, b: Vec): number => length(sub(a, b));
export const normalize = (a: Vec): Vec => scale(a, 1 / (length(a) || 1e-9));
export const mix = (a: number, b: number, t: number): number => a + (b - a) * t;
export const mixVec = (a: Vec, b: Vec, t: number): Vec => [
  mix(a[0], b[0], t),
  mix(a[1], b[1], t),
  mix(a[2], b[2], t),
];
export const clamp = (x: number, low: number, high: number): number => (x < low ? low : x > high ? high : x);
/** A minimum-jerk ease from 0 to 1: speed and acceleration are zero at both ends. */
export const ease = (t: number): number => {
  const u = clamp(t, 0, 1);
  return u * u * u * (u * (6 * u - 15) + 10);
};
export const smoothstep = (low: number, high: number, x: number): number => {
  const u = clamp((x - low) / (high - low), 0, 1);
  return u * u * (3 - 2 * u);
};

/** The rotation by `angle` radians about a unit axis. */
const axisAngle = (axis: Vec, angle: number): Quat => {
  const s = Math.sin(angle / 2);
  return [axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(angle / 2)];
};
export const turnX = (angle: number): Quat => axisAngle([1, 0, 0], angle);
export const turnY = (angle: number): Quat => axisAngle([0, 1, 0], angle);
export const turnZ = (angle: number): Quat => axisAngle([0, 0, 1], angle);
/** The rotation that applies `b` first, then `a`. */
export const compose = (a: Quat, b: Quat): Quat => [
  a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
  a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
  a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
  a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
];
export const inverse = (q: Quat): Quat => [-q[0], -q[1], -q[2], q[3]];
export const rotate = (q: Quat, v: Vec): Vec => {
  const tx = 2 * (q[1] * v[2] - q[2] * v[1]);
  const ty = 2 * (q[2] * v[0] - q[0] * v[2]);
  const tz = 2 * (q[0] * v[1] - q[1] * v[0]);
  return [
    v[0] + q[3] * tx + q[1] * tz - q[2] * ty,
    v[1] + q[3] * ty + q[2] * tx - q[0] * tz,
    v[2] + q[3] * tz + q[0] * ty - q[1] * tx,
  ];
};
/** The point `t` of the way from one rotation to another along the shorter arc (normalised lerp). */
export const mixQuat = (a: Quat, b: Quat, t: number): Quat => {
  const sign = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0 ? -1 : 1;
  const q = [0, 1, 2, 3].map((i) => mix(a[i]!, b[i]! * sign, t)) as Quat;
  const n = Math.hypot(...q) || 1;
  return [q[0] / n, q[1] / n, q[2] / n, q[3] / n];
};
/** The smallest rotation that takes unit vector `from` to unit vector `to`; it adds no twist about the axis. */
export const swing = (from: Vec, to: Vec): Quat => {
  const d = dot(from, to);
  if (d < -0.9999) {
    const side = normalize(cross(from, Math.abs(from[0]) < 0.8 ? [1, 0, 0] : [0, 0, 1]));
    return axisAngle(side, Math.PI);
  }
  const c = cross(from, to);
  const n = Math.hypot(c[0], c[1], c[2], 1 + d);
  return [c[0] / n, c[1] / n, c[2] / n, (1 + d) / n];
};
/** The rotation whose y axis is `up` and whose z axis is as near to `forward` as can be. */
export const frame = (up: Vec, forward: Vec): Quat => {
  const y = normalize(up);
  const x = normalize(cross(y, forward));
  const z = cross(x, y);
  const trace = x[0] + y[1] + z[2];
  if (trace > 0) {
    const s = 0.5 / Math.sqrt(trace + 1);
    return [(y[2] - z[1]) * s, (z[0] - x[2]) * s, (x[1] - y[0]) * s, 0.25 / s];
  }
  if (x[0] > y[1] && x[0] > z[2]) {
    const s = 2 * Math.sqrt(1 + x[0] - y[1] - z[2]);
    return [0.25 * s, (y[0] + x[1]) / s, (z[0] + x[2]) / s, (y[2] - z[1]) / s];
  }
  if (y[1] > z[2]) {
    const s = 2 * Math.sqrt(1 + y[1] - x[0] - z[2]);
    return [(y[0] + x[1]) / s, 0.25 * s, (z[1] + y[2]) / s, (z[0] - x[2]) / s];
  }
  const s = 2 * Math.sqrt(1 + z[2] - x[0] - y[1]);
  return [(z[0] + x[2]) / s, (z[1] + y[2]) / s, 0.25 * s, (x[1] - y[0]) / s];
};
