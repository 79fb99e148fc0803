import { useEffect, useRef, useState } from "react";
import {
  differences,
  draftOf,
  emptyDraft,
  merge,
  withFields,
  type ClassDraft,
  type Field,
} from "./class-draft.ts";
import type { EditedClass } from "./edited-class.ts";
import { storeDraft, readStoredDraft, type StoredDraft } from "./stored-draft.ts";

type State = StoredDraft & {
  /** What a call that is under way has sent. */
  readonly sent: ClassDraft | null;
  /** Fields that somebody else has changed otherwise since they were typed. */
  readonly conflicts: readonly Field[];
  readonly wasRestored: boolean;
};

/** The name under which a class that isn't made yet is kept. */
const unmade = "new";

const seenOf = (found: EditedClass) => ({ revision: found.revision, draft: draftOf(found) });

function begin(found: EditedClass | null): State {
  const kept = readStoredDraft(found?.id ?? unmade);
  const seen = found && seenOf(found);
  return {
    draft: kept?.draft ?? seen?.draft ?? emptyDraft,
    seen: kept?.seen ?? seen,
    idempotencyKey: kept?.idempotencyKey ?? crypto.randomUUID(),
    sent: null,
    conflicts: [],
    wasRestored: kept !== null,
  };
}

/** What the server has by now, brought together with what is typed. @param before what the typing began from */
function take(state: State, found: EditedClass, before: ClassDraft): State {
  const seen = seenOf(found);
  const { draft, conflicts } = merge(state.draft, before, seen.draft);
  return { ...state, draft, seen, conflicts };
}

/**
 * What an editor types about a class. It outlives the page while the tab lives, and news of the class never overwrites it.
 * @param found the class as the server has it; null while it isn't made
 */
export function useClassDraft(found: EditedClass | null) {
  const [state, setState] = useState(() => begin(found));
  const { draft, seen, sent, conflicts, idempotencyKey } = state;
  if (found && seen && !sent && found.revision > seen.revision) setState(take(state, found, seen.draft));
  const isChanged = differences(draft, seen?.draft ?? emptyDraft).length > 0;
  const name = found?.id ?? unmade;
  const typed = useRef(draft);
  typed.current = draft;
  const isHandedOver = useRef(false);
  useEffect(() => {
    if (isHandedOver.current) return;
    storeDraft(name, isChanged ? { draft, seen, idempotencyKey } : null);
  }, [name, isChanged, draft, seen, idempotencyKey]);
  useEffect(() => {
    if (!isChanged) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isChanged]);
  return {
    draft,
    isChanged,
    isSending: sent !== null,
    conflicts,
    idempotencyKey,
    /** What the server had when this was typed. */
    seen,
    /** It was typed at an earlier visit of the page. */
    wasRestored: state.wasRestored && isChanged,
    change: (part: Partial<ClassDraft>) =>
      setState((now) => ({ ...now, draft: { ...now.draft, ...part }, wasRestored: false })),
    undo: () =>
      setState((now) => ({
        ...now,
        draft: now.seen?.draft ?? emptyDraft,
        conflicts: [],
        wasRestored: false,
      })),
    /** Of the fields that two have changed. */
    settle: (whose: "mine" | "theirs") =>
      setState((now) => ({
        ...now,
        draft:
          whose === "theirs" && now.seen ? withFields(now.draft, now.seen.draft, now.conflicts) : now.draft,
        conflicts: [],
      })),
    /** Saving begins. */
    send: () => setState((now) => ({ ...now, sent: now.draft })),
    /** Saving has ended; null: it failed. What was typed meanwhile stays. */
    receive: (saved: EditedClass | null) =>
      setState((now) => ({
        ...(saved ? take(now, saved, now.sent ?? now.draft) : now),
        sent: null,
        wasRestored: false,
      })),
    /** The class is made: what of it isn't as it was typed goes on at its own page. */
    handOver: (made: EditedClass) => {
      isHandedOver.current = true;
      storeDraft(unmade, null);
      const later = { draft: typed.current, seen: seenOf(made), idempotencyKey };
      storeDraft(made.id, differences(later.draft, later.seen.draft).length > 0 ? later : null);
    },
  };
}
export type DraftInHand = ReturnType<typeof useClassDraft>;
