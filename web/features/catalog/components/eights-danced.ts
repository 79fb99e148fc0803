/** More blocks would be indistinguishable. */
const maxBlocks = 24;

/**
 * One number per eight of a part: 1 danced, 0 ahead, a share for the current one.
 * `atMs`: position in the class in milliseconds; null: not started.
 */
export function eightsDanced(
  part: { startMs: number; endMs: number; eights: number },
  atMs: number | null,
): number[] {
  const blocks = Math.min(maxBlocks, Math.max(1, part.eights));
  const share = atMs === null ? 0 : (atMs - part.startMs) / (part.endMs - part.startMs);
  const danced = Math.min(1, Math.max(0, share)) * blocks;
  return Array.from({ length: blocks }, (_unused, block) => {
    const fill = Math.min(1, Math.max(0, danced - block));
    return Math.round(fill * 100) / 100;
  });
}
