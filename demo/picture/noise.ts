/** Steady noise in 0..1 for a place on a wall. */
export const noise = (i: number, j = 0): number => {
  const v = Math.sin(i * 127.1 + j * 311.7) * 43758.5453;
  return v - Math.floor(v);
};
