import { useEffect, useState } from "react";
import { graphql, readFragment } from "../../../../graphql/graphql.ts";
import { useMutation, useQuery } from "../../../../graphql/hooks.ts";
import { useSession } from "../../../../graphql/provider.tsx";
import { ClassSoundFragment } from "../edited-class.ts";

const ClassSound = graphql(
  `
    query ClassSound($classId: ID!) {
      editedClass(classId: $classId) {
        id
        ...ClassSound
      }
    }
  `,
  [ClassSoundFragment],
);
const RequestClassSound = graphql(
  `
    mutation RequestClassSound($classId: ID!) {
      requestClassSound(classId: $classId) {
        id
        ...ClassSound
      }
    }
  `,
  [ClassSoundFragment],
);

/**
 * Sound and counts of a class. A sound that wasn't analyzed is: the page's subscription brings the result.
 * @param version of the video: another one has another sound
 */
export function useSound(classId: string, version: string) {
  const session = useSession();
  const [{ data }] = useQuery({
    query: ClassSound,
    variables: { classId },
    requestPolicy: "cache-and-network",
  });
  const [{ fetching: isRequesting }, request] = useMutation(RequestClassSound);
  const [isUnloaded, setUnloaded] = useState(false);
  const [attempts, setAttempts] = useState(0);
  const [loaded, setLoaded] = useState<{ readonly version: string; readonly peaks: Uint8Array } | null>(null);
  const found = readFragment(ClassSoundFragment, data?.editedClass) ?? null;
  const sound = found?.sound?.hasFailed ? null : (found?.sound ?? null);
  const isMissing = found !== null && found.sound === null;
  useEffect(() => {
    if (isMissing) void request({ classId });
  }, [isMissing, request, classId, version]);
  const soundVersion = sound?.version ?? null;
  useEffect(() => {
    if (soundVersion === null) return;
    let isCurrent = true;
    const load = async (): Promise<void> => {
      const answer = await fetch(`/studio/classes/${classId}/waveform`, {
        headers: { "x-auth-token": `Bearer ${await session.token()}` },
      });
      if (!answer.ok) throw new Error(`The waveform couldn't be loaded: ${answer.status}`);
      const peaks = new Uint8Array(await answer.arrayBuffer());
      if (isCurrent) setLoaded({ version: soundVersion, peaks });
    };
    setUnloaded(false);
    load().catch(() => isCurrent && setUnloaded(true));
    return () => {
      isCurrent = false;
    };
  }, [session, classId, soundVersion, attempts]);
  return {
    beatGrid: found?.beatGrid ?? null,
    sound,
    /** The sound wasn't analyzed, or its waveform not loaded. Counts and parts are shown without it. */
    problem: found?.sound?.hasFailed ? ("analysis" as const) : isUnloaded ? ("loading" as const) : null,
    isRequesting,
    tryAgain: (): void => {
      if (isUnloaded) setAttempts(attempts + 1);
      else void request({ classId });
    },
    peaks: loaded && loaded.version === soundVersion ? loaded.peaks : null,
  };
}
