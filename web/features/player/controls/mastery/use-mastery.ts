import { useEffect, useRef } from "react";
import { useClient, useMutation, useQuery } from "../../../../graphql/hooks.ts";
import { cachedFragment, defineCacheUpdates, invalidateList } from "../../../../graphql/cache.ts";
import { graphql, type ResultOf } from "../../../../graphql/graphql.ts";
import type { Stage } from "../practice-tools.tsx";

const MasteryQuery = graphql(`
  query Mastery($id: ID!) {
    studioClass(id: $id) {
      id
      mastery {
        partIndex
        level
        isSelfReported
        tempo
        dueAt
      }
    }
  }
`);
const RecordLoopMutation = graphql(`
  mutation RecordLoop($classId: ID!, $loop: LoopReport!) {
    recordLoop(classId: $classId, loop: $loop) {
      partIndex
      level
      isSelfReported
      tempo
      dueAt
    }
  }
`);
export const SetMasteryMutation = graphql(`
  mutation SetMastery($classId: ID!, $partIndex: Int!, $level: MasteryLevel) {
    setMastery(classId: $classId, partIndex: $partIndex, level: $level) {
      partIndex
      level
      isSelfReported
      tempo
      dueAt
    }
  }
`);

const CachedMastery = cachedFragment(`
  fragment CachedMastery on StudioClass {
    id
    mastery {
      partIndex
      level
      isSelfReported
      tempo
      dueAt
    }
  }
`);
defineCacheUpdates({
  // `classId` must be the class's id, not its slug.
  recordLoop(result, { classId }, cache) {
    cache.writeFragment(CachedMastery(), { id: classId, mastery: result.recordLoop });
    invalidateList(cache, "dueParts");
  },
  setMastery(result, { classId }, cache) {
    cache.writeFragment(CachedMastery(), { id: classId, mastery: result.setMastery });
    invalidateList(cache, "dueParts");
  },
});

export type PartMastery = NonNullable<ResultOf<typeof MasteryQuery>["studioClass"]>["mastery"][number];

/** Passes between reports to the server, besides the first two: repetitions of the same loop add little. */
const announceEvery = 4;

/** Mastery of each part: reports clean loops to the server and stores self-reported levels. */
export function useMastery(stage: Stage) {
  const { id, classId } = stage.studioClass;
  const client = useClient();
  const [{ data }] = useQuery({ query: MasteryQuery, variables: { id } });
  const [, set] = useMutation(SetMasteryMutation);
  const mastery = data?.studioClass?.mastery ?? [];

  const { loop, passes, rate } = stage.state;
  const isReported = passes > 0 && (passes <= 2 || passes % announceEvery === 0);
  useEffect(() => {
    if (!loop || !isReported) return;
    const report = {
      startMs: Math.round(loop.startMs),
      endMs: Math.round(loop.endMs),
      tempo: Math.round(rate * 100),
      passes,
    };
    // Not reached or refused: the next report includes this one.
    void client.mutation(RecordLoopMutation, { classId: id, loop: report });
  }, [client, id, loop, rate, passes, isReported]);

  // The tempo at which a part was left on another device, if this device has none.
  const taken = useRef(false);
  useEffect(() => {
    if (taken.current || mastery.length === 0) return;
    taken.current = true;
    const key = `eightcount.tempo.${classId}`;
    const there = Object.fromEntries(
      mastery.flatMap(({ partIndex, tempo }) => (tempo === null ? [] : [[partIndex, tempo / 100]])),
    );
    const here = JSON.parse(localStorage.getItem(key) ?? "{}") as Record<string, number>;
    localStorage.setItem(key, JSON.stringify({ ...there, ...here }));
  }, [mastery, classId]);

  return {
    mastery,
    setLevel: (partIndex: number, level: PartMastery["level"] | null) =>
      void set({ classId: id, partIndex, level }),
  };
}
