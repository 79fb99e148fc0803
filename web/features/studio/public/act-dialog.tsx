import "./act-dialog.css";
import { useLingui } from "@lingui/react/macro";
import { useState, type ReactNode, type SubmitEvent } from "react";
import type { CombinedError } from "../../../graphql/hooks.ts";
import { Button } from "../../../ui/button.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useConfirmation } from "../../identity/public/use-confirmation.tsx";

/** A dialog in which staff decide on an act and perform it, with a fresh confirmation if the server asks for one. */
export function ActDialog({
  title,
  children,
  action,
  done,
  isReady,
  isWide = false,
  explain,
  onAct,
  onDone,
  onClose,
}: {
  title: string;
  children: ReactNode;
  /** The button with its result: "Refund $14.99 and end plan". */
  action: string;
  /** The toast afterwards. */
  done: string;
  /** Whether everything that is needed was entered. */
  isReady: boolean;
  /** In two halves, where there is room. */
  isWide?: boolean;
  /** The sentence for a refused act; null if the connection failed. */
  explain: (error: CombinedError) => string | null;
  /** Performs the act; the key makes a repeated press the same act. What it answers as `done` replaces the toast. */
  onAct: (key: string) => Promise<{ error?: CombinedError | undefined; done?: string }>;
  onDone?: () => void;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const [key] = useState(() => crypto.randomUUID());
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const { confirmedCall, sheet } = useConfirmation();
  const act = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    if (!isReady) return setFault(t`Check what you entered.`);
    setBusy(true);
    setFault(null);
    const result = await confirmedCall(() => onAct(key));
    setBusy(false);
    if (!result) return;
    if (result.error) return setFault(explain(result.error) ?? t`We couldn’t connect. Try again.`);
    showToast(result.done ?? done);
    onDone?.();
    onClose();
  };
  return (
    <>
      <Sheet title={title} closeLabel={t`Close`} onClose={onClose}>
        <form className={isWide ? "act" : "stack gap-4"} noValidate onSubmit={(event) => void act(event)}>
          {children}
          {fault && (
            <p className="hint hint-bad" role="alert">
              {fault}
            </p>
          )}
          <div className={isWide ? "row act-foot" : "row wrap"}>
            <Button onClick={onClose}>{t`Cancel`}</Button>
            <Button type="submit" tone="go" busy={busy}>
              {action}
            </Button>
          </div>
        </form>
      </Sheet>
      {sheet}
    </>
  );
}

/** What an act does, a sentence each. */
export function WhatHappens({ sentences }: { sentences: readonly string[] }) {
  const { t } = useLingui();
  return (
    <section className="stack gap-2">
      <h3 className="strong">{t`What happens`}</h3>
      <ul className="stack gap-1 t1">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}
