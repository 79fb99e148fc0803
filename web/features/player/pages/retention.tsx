import { useLingui } from "@lingui/react/macro";
import { formatPart } from "../../../lib/formats.ts";
import type { FiguredEight } from "../engine/figures.ts";

/** The eights of a class, and how many people danced it. */
export interface Curve {
  readonly title: string;
  readonly eights: readonly FiguredEight[];
  readonly dancers: number;
}

/** The place of a moment in the chart, 0 to 1000 from the first eight to the last. */
function scaleOf(eights: readonly FiguredEight[]): (ms: number) => number {
  const start = eights[0]?.startMs ?? 0;
  const end = eights.at(-1)?.endMs ?? 1;
  return (ms) => ((ms - start) / (end - start)) * 1000;
}

function lineOf({ eights, dancers }: Curve): string {
  const x = scaleOf(eights);
  return eights
    .map(({ startMs, endMs, dancing }, index) => {
      const y = (100 - (dancing / dancers) * 100).toFixed(1);
      return `${index === 0 ? "M" : "L"}${x(startMs).toFixed(1)} ${y}L${x(endMs).toFixed(1)} ${y}`;
    })
    .join("");
}

/**
 * The line of those who still dance, and bars of those who looped, over all eights.
 * @param other the line of another class, stretched to the same length
 * @param comments moments of the class that comments name, in milliseconds
 */
export function Retention({
  curve,
  other,
  comments,
}: {
  curve: Curve;
  other: Curve | null;
  comments: readonly number[];
}) {
  const { t } = useLingui();
  const { eights, dancers, title } = curve;
  const x = scaleOf(eights);
  /** Also of a moment before the first eight or after the last. */
  const within = (ms: number) => Math.min(1000, Math.max(0, x(ms)));
  const shareAtEnd = (of: Curve) => formatPart(of.eights.at(-1)?.dancing ?? 0, of.dancers);
  const parts = [...new Set(eights.map(({ part }) => part))];
  const last = shareAtEnd(curve);
  const label = other
    ? t`${last} of the dancers reach the last eight. Of ${other.title}: ${shareAtEnd(other)}.`
    : t`${last} of the dancers reach the last eight.`;
  return (
    <>
      <div className="retention" role="img" aria-label={label}>
        <svg viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">
          {[25, 50, 75].map((y) => (
            <path key={y} className="retention-rule" d={`M0 ${y}H1000`} />
          ))}
          {parts.slice(1).map((part) => (
            <path key={part.index} className="retention-rule" d={`M${x(part.startMs).toFixed(1)} 0V100`} />
          ))}
          {other && <path className="retention-other" d={lineOf(other)} />}
          <path className="retention-line" d={lineOf(curve)} />
          {comments.length > 0 && (
            <path
              className="retention-comment"
              d={comments.map((ms) => `M${within(ms).toFixed(1)} 92V100`).join("")}
            />
          )}
        </svg>
        <svg viewBox="0 0 1000 40" preserveAspectRatio="none" aria-hidden="true">
          {eights.map(({ startMs, endMs, looped }) => {
            const height = Math.min(40, (looped / dancers) * 40);
            return (
              height > 0 && (
                <rect
                  key={startMs}
                  className="retention-bar"
                  x={x(startMs)}
                  y={40 - height}
                  width={Math.max(1, x(endMs) - x(startMs) - 1)}
                  height={height}
                />
              )
            );
          })}
        </svg>
        <ol className="retention-parts t1 faint" aria-hidden="true">
          {parts.map((part) => (
            <li key={part.index} style={{ "--w": `${x(part.endMs) - x(part.startMs)}` }}>
              {part.title}
            </li>
          ))}
        </ol>
      </div>
      {other && (
        <ul className="retention-keys t1">
          <li>
            <span className="retention-key" aria-hidden="true" />
            {title}
          </li>
          <li>
            <span className="retention-key is-other" aria-hidden="true" />
            {other.title}
          </li>
        </ul>
      )}
    </>
  );
}
