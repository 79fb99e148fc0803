/**
 * A confidence interval around zero, drawn: left of the middle is less, right is more. Its figures are next
 * to it.
 */
export function IntervalMark({
  low,
  middle,
  high,
  widest,
}: {
  low: number;
  middle: number;
  high: number;
  /** The value at the edge. */
  widest: number;
}) {
  const at = (value: number): string => `${50 + (value / widest) * 48}%`;
  return (
    <span className="interval" dir="ltr" aria-hidden="true">
      <span className="interval-range" style={{ left: at(low), right: `calc(100% - ${at(high)})` }} />
      <span className="interval-middle" style={{ left: at(middle) }} />
    </span>
  );
}
