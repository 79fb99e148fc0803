/** An interval about nought, drawn: left of the middle line is less, right of it more. The figures stand beside it. */
export function IntervalMark({
  low,
  middle,
  high,
  widest,
}: {
  low: number;
  middle: number;
  high: number;
  /** What reaches the edge. */
  widest: number;
}) {
  const at = (value: number): string => `${50 + (value / widest) * 48}%`;
  return (
    <span className="interval" aria-hidden="true">
      <span className="interval-range" style={{ left: at(low), right: `calc(100% - ${at(high)})` }} />
      <span className="interval-middle" style={{ left: at(middle) }} />
    </span>
  );
}
