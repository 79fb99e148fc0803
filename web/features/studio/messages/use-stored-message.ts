import { useEffect, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useLeaveWarning } from "../../../lib/use-leave-warning.ts";
import { readStoredMessage, storeMessage } from "./stored-message.ts";

type Edited<Draft extends FieldValues> = {
  /** The name under which it is stored. */
  name: string;
  id: string;
  /** As saved, 0 for a new one. */
  version: number;
  form: UseFormReturn<Draft>;
};

/** Stores the form of a message in this tab while it isn't saved, and restores it after a reload. */
export function useStoredMessage<Draft extends FieldValues>({
  name,
  id,
  version: saved,
  form,
}: Edited<Draft>) {
  const [stored] = useState(() => readStoredMessage<Draft>(name));
  const [isRestored, setRestored] = useState(stored === null);
  // Unsaved input belongs to the version that it was made from, until it is saved.
  const [base, setBase] = useState(stored?.version);
  const version = base ?? saved;
  const { isDirty } = form.formState;
  const draft = form.watch();
  useEffect(() => {
    if (isRestored) return;
    if (stored) form.reset(stored.draft, { keepDefaultValues: true });
    setRestored(true);
  }, [form, stored, isRestored]);
  useEffect(() => {
    if (isRestored) storeMessage(name, isDirty ? { draft, id, version } : null);
  }, [name, id, version, isDirty, draft, isRestored]);
  useLeaveWarning(isDirty);
  return {
    version,
    wasRestored: stored !== null && base !== undefined && isDirty,
    /** Takes the saved values as they are now on the server; what was typed since stays unsaved. */
    accept: (values: Draft): void => {
      storeMessage(name, null);
      setBase(undefined);
      const typed = structuredClone(form.getValues());
      form.reset(values, { keepValues: true });
      form.reset(typed, { keepDefaultValues: true });
    },
    /** Forgets what isn't saved. */
    forget: (): void => {
      form.reset();
      storeMessage(name, null);
    },
  };
}
