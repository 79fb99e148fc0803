import "./notes.css";
import { useLingui } from "@lingui/react/macro";
import { Download, Pencil, Plus, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "../../../../ui/button.tsx";
import { showToast } from "../../../../ui/toast.ts";
import { formatClock, locate } from "../../engine/clock.ts";
import { type Drawing, notesAsMarkdown, readDrawing } from "../../engine/drawing.ts";
import { Slot, type Stage } from "../practice-tools.tsx";
import { useFrames } from "../use-player.ts";
import { DrawingLayer } from "./drawing-layer.tsx";
import { NoteEditor } from "./note-editor.tsx";
import { type Draft, type Note, useNotes } from "./use-notes.ts";

/** How long a note is shown during playback, and how near to it a pause shows its drawing. Milliseconds of the class. */
const SHOWN_MS = 5_000;
const NEAR_MS = 400;

/** Notes at positions of the class: text and drawings on the paused video, shown during playback, exportable. */
export function NotesTool(stage: Stage) {
  const { t } = useLingui();
  const { player, state, studioClass } = stage;
  const { notes, isSaving, save, remove } = useNotes(studioClass.id);
  const [draft, setDraft] = useState<Draft | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [now, setNow] = useState<Note | null>(null);
  useFrames(player, (ms) => {
    // Notes are few: the last one that has started and not ended.
    const found = notes.findLast(({ atMs }) => atMs <= ms + NEAR_MS && ms < atMs + SHOWN_MS) ?? null;
    setNow(found);
  });
  const begin = (note: Draft): void => {
    player.pause();
    player.seek(note.atMs);
    setFailed(false);
    setDraft(note);
  };
  const write = useRef<() => void>(() => undefined);
  write.current = () =>
    begin({ id: crypto.randomUUID(), atMs: Math.round(player.positionMs), text: "", drawing: null });
  useEffect(() => stage.keys.set("note", () => write.current()), [stage.keys]);
  const place = (ms: number): string => {
    const { part, eight, count } = locate(stage.grid, studioClass.parts, ms);
    return [part?.title, count && t`eight ${eight ?? 1}, count ${count.number}`].filter(Boolean).join(", ");
  };
  const takeAlong = (): void => {
    const text = notesAsMarkdown(
      studioClass.title,
      notes.map((note) => ({ ...note, drawing: readDrawing(note.drawing) })),
      place,
    );
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/markdown" }));
    link.download = `eightcount-${studioClass.classId}-notes.md`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the browser has started the download by then
  };
  const drop = async (note: Note): Promise<void> => {
    if (await remove(note.id)) showToast(t`Note deleted`, { label: t`Undo`, run: () => void save(note) });
    else showToast(t`Couldn’t delete the note. Try again.`);
  };
  const isOnView = ({ angle, isUpright }: Drawing, view: Pick<Drawing, "angle" | "isUpright">): boolean =>
    angle === view.angle && isUpright === view.isUpright;
  const drawing = now && readDrawing(now.drawing);
  const isShown = now !== null && draft === null;
  return (
    <>
      {isShown && now.text !== "" && (
        <Slot screen={stage.screen} name="over">
          <p className="note-now" dir="auto">
            {now.text}
          </p>
        </Slot>
      )}
      {isShown && drawing && isOnView(drawing, state) && !state.playing && (
        <Slot screen={stage.screen} name="over">
          <DrawingLayer stage={stage} strokes={drawing.strokes} />
        </Slot>
      )}
      {draft && (
        <NoteEditor
          key={draft.id}
          stage={stage}
          draft={draft}
          isSaving={isSaving}
          hasFailed={hasFailed}
          onSave={(written) =>
            void save(written).then((isSaved) => {
              if (isSaved) setDraft(null);
              setFailed(!isSaved);
            })
          }
          onCancel={() => setDraft(null)}
        />
      )}
      {(notes.length > 0 || !stage.isFirstOpen) && (
        <Slot screen={stage.screen} name="map">
          <section className="notes" aria-labelledby="pl-notes">
            <div className="row between">
              <h2 className="lab" id="pl-notes">{t`Your notes`}</h2>
              <div className="row">
                {notes.length > 0 && (
                  <IconButton label={t`Export notes`} icon={Download} onClick={takeAlong} />
                )}
                <IconButton label={t`Add note`} icon={Plus} onClick={() => stage.act("note")} />
              </div>
            </div>
            <ul>
              {notes.map((note) => (
                <li key={note.id}>
                  <button type="button" className="note-go" onClick={() => player.seek(note.atMs)}>
                    <span className="t1 tn faint">{formatClock(note.atMs)}</span>
                    <span>{note.text || t`Drawing`}</span>
                  </button>
                  <IconButton
                    label={t`Edit note at ${formatClock(note.atMs)}`}
                    icon={Pencil}
                    onClick={() => begin(note)}
                  />
                  <IconButton
                    label={t`Delete note at ${formatClock(note.atMs)}`}
                    icon={Trash2}
                    onClick={() => void drop(note)}
                  />
                </li>
              ))}
            </ul>
          </section>
        </Slot>
      )}
    </>
  );
}
