import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";

const SourceVideoOnsets = graphql(`
  query SourceVideoOnsets($classId: ID!, $sourceVideoId: ID!, $fromMs: Int!, $lengthInMs: Int!) {
    sourceVideoOnsets(
      classId: $classId
      sourceVideoId: $sourceVideoId
      fromMs: $fromMs
      lengthInMs: $lengthInMs
    ) {
      fromMs
      valuesPerSecond
      values
    }
  }
`);

/** Onsets up to this strength, of 255, are drawn; stronger ones are cut off. */
const fullStrength = 90;

/** A stretch of a source video's sound. */
export type Stretch = {
  classId: string;
  sourceVideoId: string;
  /** From the start of the source video. */
  fromMs: number;
  lengthMs: number;
};

/** Draws where sounds begin in a stretch of a source video, upward, or downward to face another one above it. */
export function SoundStrip({ stretch, isBelow = false }: { stretch: Stretch; isBelow?: boolean }) {
  const { classId, sourceVideoId, fromMs, lengthMs } = stretch;
  // Fetched in steps, so that moving it by frames draws at once.
  const fetchedFrom = Math.max(0, Math.floor(fromMs / stepMs) * stepMs);
  const [{ data }] = useQuery({
    query: SourceVideoOnsets,
    variables: { classId, sourceVideoId, fromMs: fetchedFrom, lengthInMs: lengthMs + 2 * stepMs },
  });
  const sound = data?.sourceVideoOnsets;
  return (
    <svg className="sound-strip" viewBox={`0 0 ${lengthMs} 1`} preserveAspectRatio="none" aria-hidden="true">
      {sound && (
        <path
          d={barsOf(sound.values, sound.fromMs - fromMs, 1000 / sound.valuesPerSecond, isBelow)}
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  );
}

const stepMs = 2_000;

/** The path of bars that stand on the line between two strips. */
function barsOf(values: readonly number[], startMs: number, widthMs: number, isBelow: boolean): string {
  const base = isBelow ? 0 : 1;
  const heightOf = (value: number) => Math.min(1, value / fullStrength);
  const points = values.map((value, at) => {
    const y = isBelow ? heightOf(value) : 1 - heightOf(value);
    return `L${(startMs + at * widthMs).toFixed(0)} ${y.toFixed(2)}`;
  });
  const endMs = startMs + values.length * widthMs;
  return `M${startMs.toFixed(0)} ${base}${points.join("")}L${endMs.toFixed(0)} ${base}Z`;
}
