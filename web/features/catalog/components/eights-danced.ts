/** More blocks than this would say nothing more. */
const maxBlocks = 24;

/**
 * One number per eight of a part: 1 danced, 0 ahead, between them where the person stands. `atMs`: the place in the class, in
 * milliseconds; null: not begun.
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
