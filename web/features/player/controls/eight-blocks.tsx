import "../styles/eights.css";

/** Maximum number of blocks that are still readable. */
const maxBlocks = 24;

/** A part's eights as blocks whose height shows the mastery level. */
export function EightBlocks({ eights, level }: { eights: number; level: string }) {
  return (
    <span className="know-eights" data-level={level} aria-hidden="true">
      {Array.from({ length: Math.min(maxBlocks, Math.max(1, eights)) }, (_unused, eight) => (
        <i key={eight} />
      ))}
    </span>
  );
}
