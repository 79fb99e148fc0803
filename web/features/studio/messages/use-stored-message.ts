import { useEffect, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useLeaveWarning } from "../../../lib/use-leave-warning.ts";
import type { MessageDraft } from "./message-draft.ts";
import { readStoredMessage, storeMessage } from "./stored-message.ts";

/** A message as the server has it. */
export type SavedMessage = {
  /** To send back with a change. */
  version: number;
  /** Null: it was deleted. */
  draft: MessageDraft | null;
  /** ISO 8601; null for a step, and while no time is set. */
  scheduledAt: string | null;
};

type Edited = {
  /** The name under which it is stored. */
  name: string;
  id: string;
  /** As the page knows it. */
  saved: SavedMessage;
  form: UseFormReturn<MessageDraft>;
};

/** What someone else saved while the form was open. */
type Conflict = {
  /** The version that the form was opened with. */
  openedVersion: number;
  /** The form shows this text. */
  shown: "mine" | "theirs";
  /** The text that it doesn't show; null: they deleted the message. */
  hidden: MessageDraft | null;
};

/**
 * What the form of a message was opened with, and what is typed since. Stores it in this tab while it isn't saved, and restores it after a
 * reload. Newer content of the page enters the form only while nothing is typed.
 */
export function useStoredMessage({ name, id, saved, form }: Edited) {
  const [stored] = useState(() => readStoredMessage(name));
  const [isRestored, setRestored] = useState(stored === null);
  const [version, setVersion] = useState(stored?.version ?? saved.version);
  const [wasRestored, setWasRestored] = useState(stored !== null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const { isDirty } = form.formState;
  const shown = form.watch();
  const isUnsaved = isDirty || conflict !== null;
  // Nothing that was typed may depend on which text is shown.
  const mine = conflict?.shown === "theirs" && conflict.hidden ? conflict.hidden : shown;
  const mineVersion = conflict?.openedVersion ?? version;
  useEffect(() => {
    if (isRestored) return;
    if (stored) form.reset({ ...form.getValues(), ...stored.draft }, { keepDefaultValues: true });
    setRestored(true);
  }, [form, stored, isRestored]);
  useEffect(() => {
    if (isRestored) storeMessage(name, isUnsaved ? { draft: mine, id, version: mineVersion } : null);
  }, [name, id, mineVersion, isUnsaved, mine, isRestored]);
  useEffect(() => {
    if (!isRestored || isUnsaved || !saved.draft || saved.version <= version) return;
    form.reset(saved.draft);
    setVersion(saved.version);
  }, [form, isRestored, isUnsaved, saved, version]);
  useLeaveWarning(isUnsaved);
  /** Compares what is typed with these values from now on. */
  const rebase = (values: MessageDraft): void => {
    const typed = structuredClone(form.getValues());
    form.reset(values, { keepValues: true });
    form.reset(typed, { keepDefaultValues: true });
  };
  return {
    /** That what is typed was made from. */
    version,
    conflict,
    wasRestored: wasRestored && isDirty,
    /** Takes the values that the server has now; what was typed since stays unsaved. */
    accept: (values: MessageDraft, newVersion: number): void => {
      storeMessage(name, null);
      setVersion(newVersion);
      setConflict(null);
      setWasRestored(false);
      rebase(values);
    },
    /** Lets the writer choose between the own text and that of someone else. */
    meet: (theirs: SavedMessage): void => {
      setConflict({
        openedVersion: mineVersion,
        shown: "mine",
        hidden: theirs.draft,
      });
      setVersion(theirs.version);
      if (theirs.draft) rebase(theirs.draft);
    },
    /** Shows the other text of a conflict. */
    show: (which: Conflict["shown"]): void => {
      if (!conflict?.hidden || conflict.shown === which) return;
      setConflict({
        ...conflict,
        shown: which,
        hidden: structuredClone(form.getValues()),
      });
      form.reset(conflict.hidden, { keepDefaultValues: true });
    },
    /** Forgets what isn't saved. */
    forget: (): void => {
      form.reset();
      setConflict(null);
      storeMessage(name, null);
    },
  };
}
