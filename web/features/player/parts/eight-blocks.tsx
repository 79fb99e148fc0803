import "../styles/eights.css";

/** More blocks than this would say nothing more. */
const mostBlocks = 24;

/** A part of so many eights as blocks, as high as it is known. */
export function EightBlocks({ eights, level }: { eights: number; level: string }) {
  return (
    <span className="know-eights" data-level={level} aria-hidden="true">
      {Array.from({ length: Math.min(mostBlocks, Math.max(1, eights)) }, (_unused, eight) => (
        <i key={eight} />
      ))}
    </span>
  );
}
