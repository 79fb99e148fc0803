import { useLingui } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { use, useEffect, useRef, useState } from "react";
import { languageName } from "../../../../../contract/formats/names.ts";
import { here } from "../../../../lib/reader.ts";
import { Button } from "../../../../ui/button.tsx";
import { showToast } from "../../../../ui/toast.ts";
import { readTime } from "../class-draft.ts";
import { PreviewContext } from "../preview-handle.ts";
import { addCue, cueAt, faultOf, mergeCue, removeCue, splitCue } from "./caption-draft.ts";
import { CueRow, type CueFocus } from "./cue-row.tsx";
import { useCaptions, type CaptionEditing } from "./use-captions.ts";

type CaptionEditorProps = {
  classId: string;
  language: string;
  /** The class has no captions in this language yet. */
  isNew: boolean;
  onClose: () => void;
};

/** Captions in one language, cue by cue, below the video they belong to. */
export function CaptionEditor({ classId, language, isNew: isNewNow, onClose }: CaptionEditorProps) {
  const { t } = useLingui();
  const [isNew] = useState(isNewNow);
  const editing = useCaptions({ classId, language }, isNew);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  // The button that was pressed may be gone: after a save, a discard, and the last caption’s deletion.
  const shape = `${editing.isChanged} ${editing.cues.length === 0}`;
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, [shape]);
  const name = languageName(language, here()) ?? language;
  return (
    <section className="stack gap-2 caption-editor" aria-labelledby="caption-editor">
      <div className="row between">
        <h2 className="t3 strong" id="caption-editor" ref={title} tabIndex={-1}>
          {t`Captions: ${name}`}
        </h2>
        <Button size="s" tone="bare" onClick={onClose}>{t`Close`}</Button>
      </div>
      {editing.step === "loading" && <p role="status" className="t1 muted">{t`Loading captions`}</p>}
      {editing.step === "failed" && (
        <div role="alert" className="stack gap-2">
          <p className="hint-bad">{t`Couldn’t load the captions.`}</p>
          <div>
            <Button size="s" onClick={editing.load}>{t`Try again`}</Button>
          </div>
        </div>
      )}
      {(editing.step === "idle" || editing.step === "saving") && (
        <CueList editing={editing} language={language} />
      )}
    </section>
  );
}

function CueList({ editing, language }: { editing: CaptionEditing; language: string }) {
  const { t } = useLingui();
  const preview = use(PreviewContext);
  const { cues, isChanged, isConflict, setCues } = editing;
  const shown = useShownCue(cues);
  const [focus, setFocus] = useState<CueFocus | null>(null);
  const [isChecked, setChecked] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const add = (startMs: number): void => {
    const more = addCue(cues, Math.round(startMs));
    setCues(more.cues);
    setFocus({ key: more.key, part: "text" });
  };
  const attempt = async (send: () => Promise<true | string | null>): Promise<void> => {
    setFault(null);
    setChecked(true);
    if (cues.some((cue) => faultOf(cue) !== null)) return setFault(t`Fix the highlighted captions.`);
    try {
      const result = await send();
      if (typeof result === "string") setFault(result);
      if (result !== true) return;
      setChecked(false);
      showToast(t`Captions saved.`);
    } catch {
      setFault(t`Couldn’t save. Your captions are still here. Try again.`);
    }
  };
  return (
    <>
      {editing.wasRestored && (
        <p className="edit-note" role="status">{t`We restored your unsaved changes.`}</p>
      )}
      {cues.length === 0 && <p className="muted pretty">{t`No captions yet. Add the first one.`}</p>}
      <ol className="cues">
        {cues.map((cue, at) => (
          <CueRow
            key={cue.key}
            cue={cue}
            place={at + 1}
            language={language}
            isLast={at === cues.length - 1}
            isShown={at === shown}
            focus={cue.key === focus?.key ? focus : null}
            showsFault={isChecked}
            onChange={(change) => setCues(cues.with(at, { ...cue, ...change }))}
            onSeek={() => preview?.handle.current?.seek(readTime(cue.start) ?? 0)}
            onSplit={(caret) =>
              setCues(
                splitCue(cues, at, { caret, positionMs: preview?.handle.current?.positionMs() ?? null }),
              )
            }
            onMerge={() => {
              setCues(mergeCue(cues, at));
              setFocus({ key: cue.key, part: "row" });
            }}
            onAdd={() => add(readTime(cue.end) ?? 0)}
            onRemove={() => {
              const rest = removeCue(cues, at);
              setCues(rest);
              const beside = rest[at] ?? rest.at(-1);
              if (beside) setFocus({ key: beside.key, part: "row" });
            }}
          />
        ))}
      </ol>
      <div>
        <Button
          size="s"
          icon={Plus}
          onClick={() => add(preview?.handle.current?.positionMs() ?? endOf(cues))}
        >
          {preview ? t`Add one at the video’s position` : t`Add a caption`}
        </Button>
      </div>
      {isConflict && (
        <div className="stack gap-2" role="alert">
          <p className="hint-bad">{t`Someone else changed these captions. Your changes are still here.`}</p>
          <div className="row wrap">
            <Button onClick={() => void attempt(editing.keepMine)}>{t`Keep mine`}</Button>
            <Button onClick={editing.takeTheirs}>{t`Take theirs`}</Button>
          </div>
        </div>
      )}
      <p role="alert" className="hint hint-bad empty:hidden">
        {fault}
      </p>
      <div className="row wrap gap-2 cue-foot">
        <Button
          busy={editing.step === "saving"}
          disabledReason={isChanged ? null : t`No unsaved changes.`}
          onClick={() => void attempt(editing.save)}
        >
          {t`Save captions`}
        </Button>
        {isChanged && <Button tone="bare" onClick={editing.discard}>{t`Discard changes`}</Button>}
      </div>
    </>
  );
}

const endOf = (cues: CaptionEditing["cues"]): number => readTime(cues.at(-1)?.end ?? "") ?? 0;

/** Place of the caption at the video's position; -1 if none is shown. */
function useShownCue(cues: CaptionEditing["cues"]): number {
  const preview = use(PreviewContext);
  const [shown, setShown] = useState(-1);
  useEffect(() => {
    let frame = 0;
    const follow = (): void => {
      const ms = preview?.handle.current?.positionMs();
      setShown(ms === undefined ? -1 : cueAt(cues, ms));
      frame = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, [preview, cues]);
  return shown;
}
