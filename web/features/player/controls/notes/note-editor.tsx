import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../../../ui/button.tsx";
import { formatClock } from "../../engine/clock.ts";
import { type Drawing, readDrawing } from "../../engine/drawing.ts";
import { Slot, type Stage } from "../practice-tools.tsx";
import { DrawingLayer } from "./drawing-layer.tsx";
import type { Draft } from "./use-notes.ts";

/** Editor of a note: text below the video, and drawing on it. */
export function NoteEditor({
  stage,
  draft,
  isSaving,
  hasFailed,
  onSave,
  onCancel,
}: {
  stage: Stage;
  draft: Draft;
  isSaving: boolean;
  hasFailed: boolean;
  onSave: (draft: Draft) => void;
  onCancel: () => void;
}) {
  const { t } = useLingui();
  const { angle, isUpright } = stage.state;
  const [text, setText] = useState(draft.text);
  const [drawing, setDrawing] = useState<Drawing>(
    () => readDrawing(draft.drawing) ?? { angle, isUpright, strokes: [] },
  );
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    field.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const isEmpty = text.trim() === "" && drawing.strokes.length === 0;
  return (
    <>
      <Slot screen={stage.screen} name="over">
        <DrawingLayer
          stage={stage}
          strokes={drawing.strokes}
          onStroke={(stroke) =>
            // The first line decides what the drawing is on: until then the angle may change, and the device be turned.
            setDrawing(
              drawing.strokes.length === 0
                ? { angle, isUpright, strokes: [stroke] }
                : { ...drawing, strokes: [...drawing.strokes, stroke] },
            )
          }
        />
      </Slot>
      <Slot screen={stage.screen} name="dock">
        <form
          className="note-form"
          aria-label={t`Note at ${formatClock(draft.atMs)}`}
          onSubmit={(event) => {
            event.preventDefault();
            const drawn = drawing.strokes.length > 0 ? JSON.stringify(drawing) : null;
            if (!isEmpty) onSave({ ...draft, text: text.trim(), drawing: drawn });
          }}
          onKeyDown={(event) => {
            if (event.key === "Escape") onCancel();
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey))
              event.currentTarget.requestSubmit();
          }}
        >
          <label className="field">
            <span className="lab">
              {t`Note at ${formatClock(draft.atMs)}. You can draw on the video. Only you see this.`}
            </span>
            <textarea
              ref={field}
              className="in"
              rows={2}
              maxLength={2000}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </label>
          {hasFailed && (
            <p className="t1 note-failed" role="alert">
              {t`Couldn’t save the note. Try again.`}
            </p>
          )}
          <div className="row wrap">
            <Button type="submit" size="s" chosen={!isEmpty} busy={isSaving}>{t`Save`}</Button>
            {drawing.strokes.length > 0 && (
              <Button
                size="s"
                onClick={() => setDrawing({ ...drawing, strokes: drawing.strokes.slice(0, -1) })}
              >{t`Undo`}</Button>
            )}
            <Button size="s" tone="text" onClick={onCancel}>{t`Cancel`}</Button>
          </div>
        </form>
      </Slot>
    </>
  );
}
