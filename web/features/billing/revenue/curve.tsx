import "./curve.css";

/** A line over months, oldest first. The words stand beside it, so that they keep their size. */
export function Curve({ label, values }: { label: string; values: readonly (number | null)[] }) {
  const most = Math.max(...values.map((value) => value ?? 0), Number.MIN_VALUE);
  const step = values.length > 1 ? 100 / (values.length - 1) : 0;
  const points = values.map((value, at) => ({
    x: at * step,
    y: value === null ? null : 100 - (value / most) * 100,
  }));
  // A month without a value interrupts the line.
  const path = points
    .map(({ x, y }, at) =>
      y === null ? "" : `${at === 0 || points[at - 1]!.y === null ? "M" : "L"}${x} ${y}`,
    )
    .join("");
  const last = points.at(-1);
  return (
    <svg className="curve" viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={label}>
      <path className="curve-line" d={path} vectorEffect="non-scaling-stroke" />
      {last && last.y !== null && (
        <path className="curve-now" d={`M${last.x} ${last.y}h0`} vectorEffect="non-scaling-stroke" />
      )}
    </svg>
  );
}
