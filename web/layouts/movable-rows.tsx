import { useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useRef, useState, type DragEvent, type KeyboardEvent } from "react";
import { IconButton } from "../ui/button.tsx";

/** How rows of a list are put in order. `Target` says where a dragged row is dropped. */
type MovableRows<Target> = {
  /** Moves a row by one place. Returns what to announce; null if it can't move. */
  step: (id: string, name: string, by: -1 | 1) => string | null;
  /** Moves a dragged row. */
  place: (id: string, target: Target) => void;
};

/** Rows that move by buttons, by Alt and an arrow key, or by dragging. Moves by keys and buttons are announced, and keep the focus. */
export function useMovableRows<Target>({ step, place }: MovableRows<Target>) {
  const { t } = useLingui();
  const [dragged, setDragged] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const list = useRef<HTMLElement>(null);
  const move = (id: string, name: string, by: -1 | 1): void => {
    const announced = step(id, name, by);
    if (announced === null) return;
    setSaid(announced);
    // The row may have moved to another list: focus follows it after the render.
    requestAnimationFrame(() =>
      list.current
        ?.querySelector<HTMLElement>(`[data-class="${id}"] [data-move="${by < 0 ? "up" : "down"}"]`)
        ?.focus(),
    );
  };
  const drop = (target: Target): void => {
    if (dragged !== null) place(dragged, target);
    setDragged(null);
  };
  return {
    /** For the element that contains all rows. */
    ref: (element: HTMLElement | null): void => {
      list.current = element;
    },
    /** Announces moves. */
    status: (
      <p className="sr-only" role="status">
        {said}
      </p>
    ),
    /** Of what rows can be dropped on, beside other rows. */
    zoneProps: (target: Target) => ({
      onDragOver: (event: DragEvent) => dragged !== null && event.preventDefault(),
      onDrop: () => drop(target),
    }),
    rowProps: (id: string, name: string, target: Target) => ({
      "data-class": id,
      "data-dragged": dragged === id || undefined,
      draggable: true,
      onKeyDown: (event: KeyboardEvent) => {
        if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
        event.preventDefault();
        move(id, name, event.key === "ArrowUp" ? -1 : 1);
      },
      onDragStart: () => setDragged(id),
      onDragEnd: () => setDragged(null),
      onDrop: (event: DragEvent) => {
        event.stopPropagation();
        drop(target);
      },
    }),
    stepButtons: (id: string, name: string) => (
      <>
        <IconButton
          icon={ArrowUp}
          data-move="up"
          label={t`Move up: ${name}`}
          onClick={() => move(id, name, -1)}
        />
        <IconButton
          icon={ArrowDown}
          data-move="down"
          label={t`Move down: ${name}`}
          onClick={() => move(id, name, 1)}
        />
      </>
    ),
  };
}
