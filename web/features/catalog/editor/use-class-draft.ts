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
  /** The draft that a pending request has sent. */
  readonly sent: ClassDraft | null;
  /** Fields that another editor has also changed since they were edited here. */
  readonly conflicts: readonly Field[];
  readonly wasRestored: boolean;
};

/** Storage key of a class that isn't created yet. */
const newDraftKey = "new";

const seenOf = (found: EditedClass) => ({ revision: found.revision, draft: draftOf(found) });

function begin(found: EditedClass | null): State {
  const stored = readStoredDraft(found?.id ?? newDraftKey);
  const seen = found && seenOf(found);
  return {
    draft: stored?.draft ?? seen?.draft ?? emptyDraft,
    seen: stored?.seen ?? seen,
    idempotencyKey: stored?.idempotencyKey ?? crypto.randomUUID(),
    sent: null,
    conflicts: [],
    wasRestored: stored !== null,
  };
}

/**
 * Merges the server's class into the draft.
 * @param before the class from which editing started
 */
function mergeFound(state: State, found: EditedClass, before: ClassDraft): State {
  const seen = seenOf(found);
  const { draft, conflicts } = merge(state.draft, before, seen.draft);
  return { ...state, draft, seen, conflicts };
}

/**
 * State of the class editor. It outlives the page while the tab is open, and live updates never overwrite
 * edits.
 *
 * @param found the server's class; null before creation
 */
export function useClassDraft(found: EditedClass | null) {
  const [state, setState] = useState(() => begin(found));
  const { draft, seen, sent, conflicts, idempotencyKey } = state;
  if (found && seen && !sent && found.revision > seen.revision)
    setState(mergeFound(state, found, seen.draft));
  const isChanged = differences(draft, seen?.draft ?? emptyDraft).length > 0;
  const name = found?.id ?? newDraftKey;
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
    /** The server's class at the time of editing. */
    seen,
    /** The draft was restored from an earlier visit of the page. */
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
    /** Resolves conflicting fields. */
    settle: (whose: "mine" | "theirs") =>
      setState((now) => ({
        ...now,
        draft:
          whose === "theirs" && now.seen ? withFields(now.draft, now.seen.draft, now.conflicts) : now.draft,
        conflicts: [],
      })),
    /** A save starts. */
    send: () => setState((now) => ({ ...now, sent: now.draft })),
    /** A save has ended; null: it failed. Edits made during the request are preserved. */
    receive: (saved: EditedClass | null) =>
      setState((now) => ({
        ...(saved ? mergeFound(now, saved, now.sent ?? now.draft) : now),
        sent: null,
        wasRestored: false,
      })),
    /** The class was created: later edits continue on its own page. */
    handOver: (made: EditedClass) => {
      isHandedOver.current = true;
      storeDraft(newDraftKey, null);
      const later = { draft: typed.current, seen: seenOf(made), idempotencyKey };
      storeDraft(made.id, differences(later.draft, later.seen.draft).length > 0 ? later : null);
    },
  };
}
export type DraftInHand = ReturnType<typeof useClassDraft>;
