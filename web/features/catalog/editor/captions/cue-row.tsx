import { useLingui } from "@lingui/react/macro";
import { ArrowDownToLine, Play, Plus, Scissors, Trash2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { IconButton } from "../../../../ui/button.tsx";
import { faultOf, type CueDraft, type CueDraftFault } from "./caption-draft.ts";

/** Where the focus goes after an act: the text of an added caption, or the row beside a deleted one. */
export type CueFocus = { readonly key: number; readonly part: "text" | "row" };

type CueRowProps = {
  cue: CueDraft;
  /** From 1. */
  place: number;
  language: string;
  isLast: boolean;
  /** It is on the video now. */
  isShown: boolean;
  /** It gets the focus, once for each object. */
  focus: CueFocus | null;
  showsFault: boolean;
  onChange: (change: Partial<Pick<CueDraft, "start" | "end" | "text">>) => void;
  onSeek: () => void;
  onSplit: (caret: number) => void;
  onMerge: () => void;
  onAdd: () => void;
  onRemove: () => void;
};

/** One caption: its times, its text, and what can be done with it. */
export function CueRow({ cue, place, language, isLast, isShown, focus, showsFault, ...on }: CueRowProps) {
  const { t } = useLingui();
  const text = useRef<HTMLTextAreaElement>(null);
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (focus) (focus.part === "text" ? text : row).current?.focus();
  }, [focus]);
  const fault = faultOf(cue);
  // An unfinished caption isn't wrong before it is saved.
  const shownFault = fault === "text" && !showsFault ? null : fault;
  const faultId = `cue-fault-${cue.key}`;
  const wrong = (...faults: CueDraftFault[]) =>
    shownFault && faults.includes(shownFault)
      ? { "aria-invalid": true, "aria-describedby": faultId }
      : undefined;
  return (
    <li
      ref={row}
      className="cue"
      tabIndex={-1}
      aria-label={t`Caption ${place}`}
      aria-current={isShown ? "true" : undefined}
      onKeyDown={(event) => {
        // On a button, Enter presses it.
        const isButton = event.target instanceof HTMLButtonElement;
        if (event.key === "Enter" && event.ctrlKey && !isButton) on.onAdd();
      }}
    >
      <input
        className="in tn"
        aria-label={t`Starts`}
        autoComplete="off"
        value={cue.start}
        onChange={(event) => on.onChange({ start: event.target.value })}
        {...wrong("start", "order")}
      />
      <input
        className="in tn"
        aria-label={t`Ends`}
        autoComplete="off"
        value={cue.end}
        onChange={(event) => on.onChange({ end: event.target.value })}
        {...wrong("end", "order")}
      />
      <textarea
        ref={text}
        className="in cue-text"
        aria-label={t`Text`}
        dir="auto"
        lang={language}
        rows={2}
        value={cue.text}
        onChange={(event) => on.onChange({ text: event.target.value })}
        {...wrong("text")}
      />
      <div className="cue-acts">
        <IconButton icon={Play} label={t`Go to caption ${place}`} onClick={on.onSeek} />
        <IconButton
          icon={Scissors}
          label={t`Split caption ${place}`}
          onClick={() => on.onSplit(text.current?.selectionStart ?? 0)}
        />
        {!isLast && (
          <IconButton
            icon={ArrowDownToLine}
            label={t`Merge caption ${place} with the next one`}
            onClick={on.onMerge}
          />
        )}
        <IconButton icon={Plus} label={t`Add a caption after ${place}`} onClick={on.onAdd} />
        <IconButton icon={Trash2} label={t`Delete caption ${place}`} onClick={on.onRemove} />
      </div>
      <Fault id={faultId} fault={shownFault} />
    </li>
  );
}

function Fault({ id, fault }: { id: string; fault: CueDraftFault | null }) {
  const { t } = useLingui();
  const texts: Record<CueDraftFault, string> = {
    start: t`Enter the start as 1:02.5.`,
    end: t`Enter the end as 1:02.5.`,
    order: t`The end must be after the start.`,
    text: t`Enter a text, or delete the caption.`,
  };
  return (
    fault && (
      <p className="hint hint-bad cue-fault" id={id}>
        {texts[fault]}
      </p>
    )
  );
}
