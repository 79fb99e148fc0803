import { useEffect, useMemo, useState } from "react";
import { readWebVtt, type Captions } from "../../../../../contract/captions.ts";
import { useSession } from "../../../../graphql/provider.tsx";
import { useLeaveWarning } from "../../../../lib/use-leave-warning.ts";
import { contentOf, draftOf, faultOf, type CueDraft } from "./caption-draft.ts";
import { fetchCaptions, noCaptions, saveCaptions, type CaptionFile } from "./caption-files.ts";
import { readStoredCaptions, storeCaptions } from "./stored-captions.ts";

type Track = { classId: string; language: string };
type Seen = { readonly file: Captions; readonly revision: string | null };
const seenOf = ({ content, revision }: CaptionFile): Seen => ({ file: readWebVtt(content), revision });

/**
 * Captions that are being edited: loaded, stored in this tab while unsaved, and saved against the revision that was seen.
 * @param isNew there are none yet
 */
export function useCaptions({ classId, language }: Track, isNew: boolean) {
  const session = useSession();
  const [stored] = useState(() => readStoredCaptions(classId, language));
  const [seen, setSeen] = useState<Seen | null>(isNew ? seenOf(noCaptions) : null);
  const [edited, setEdited] = useState<readonly CueDraft[] | null>(stored?.cues ?? null);
  const [base, setBase] = useState(stored ? stored.revision : undefined);
  const [step, setStep] = useState<"loading" | "failed" | "idle" | "saving">(isNew ? "idle" : "loading");
  const [isConflict, setConflict] = useState(false);
  const [loads, setLoads] = useState(isNew ? 0 : 1);
  useEffect(() => {
    if (loads === 0) return;
    let isCurrent = true;
    fetchCaptions(session, { classId, language }).then(
      (file) => {
        if (!isCurrent) return;
        setSeen(seenOf(file));
        setStep("idle");
      },
      () => isCurrent && setStep("failed"),
    );
    return () => {
      isCurrent = false;
    };
  }, [session, classId, language, loads]);

  const saved = useMemo(() => (seen ? draftOf(seen.file) : []), [seen]);
  const cues = edited ?? saved;
  const isChanged =
    seen !== null &&
    edited !== null &&
    (edited.some((cue) => faultOf(cue) !== null) ||
      contentOf(seen.file, edited) !== contentOf(seen.file, saved));
  // Unsaved cues belong to the revision that they were made from.
  const revision = base === undefined ? (seen?.revision ?? null) : base;
  useEffect(() => {
    if (seen) storeCaptions(classId, language, isChanged ? { cues, revision } : null);
  }, [classId, language, seen, isChanged, cues, revision]);
  useLeaveWarning(isChanged);

  const discard = (): void => {
    setEdited(null);
    setBase(undefined);
    setConflict(false);
  };
  /** @returns whether they were saved; else why not, or null if someone else has saved them */
  const send = async (expected: string | null): Promise<true | string | null> => {
    if (!seen) return null;
    setStep("saving");
    const sent = edited;
    try {
      const content = contentOf(seen.file, cues);
      const result = await saveCaptions(session, { classId, language }, new Blob([content]), {
        revision: expected,
      });
      if ("fault" in result) return result.fault;
      setConflict("isConflict" in result);
      if ("isConflict" in result) return null;
      setSeen(seenOf({ content, revision: result.revision }));
      // What was typed during the save belongs to the revision that is saved now.
      setEdited((now) => (now === sent ? null : now));
      setBase(result.revision);
      return true;
    } finally {
      setStep("idle");
    }
  };
  return {
    step,
    cues,
    isChanged,
    isConflict,
    /** Unsaved captions of an earlier visit are shown. */
    wasRestored: stored !== null && isChanged && edited === stored.cues,
    setCues: (next: readonly CueDraft[]) => {
      if (edited === null) setBase(seen?.revision ?? null);
      setEdited(next);
    },
    discard,
    load: () => {
      setStep("loading");
      setLoads(loads + 1);
    },
    /** Shows what someone else has saved. */
    takeTheirs: () => {
      discard();
      setStep("loading");
      setLoads(loads + 1);
    },
    save: () => send(revision),
    /** Saves over what someone else has saved. */
    keepMine: async () => send((await fetchCaptions(session, { classId, language })).revision),
  };
}
export type CaptionEditing = ReturnType<typeof useCaptions>;
