/** Keys of the timeline. */

type TimelineActs = {
  readonly setStart: () => void;
  readonly setEnd: () => void;
  readonly split: () => void;
  readonly merge: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly toggle: () => void;
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
  /** Moves the position by an eight. */
  readonly move: (direction: 1 | -1) => void;
};

/**
 * Handles keys beside the video and the timeline, where no text is typed. Letters work only there, so that they never surprise anyone
 * elsewhere on the page.
 */
export const keyHandler =
  (acts: () => TimelineActs) =>
  (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    if (!target.closest(".timeline, .edit-preview") || isTyped(target)) return;
    const act = actOf(event, target, acts());
    if (!act) return;
    event.preventDefault();
    act();
  };

function actOf(event: KeyboardEvent, target: HTMLElement, acts: TimelineActs): (() => void) | undefined {
  const key = event.key.toLowerCase();
  if (event.metaKey || event.ctrlKey) {
    if (key === "z") return event.shiftKey ? acts.redo : acts.undo;
    return key === "y" ? acts.redo : undefined;
  }
  if (event.altKey) return undefined;
  // Elsewhere arrows and the space bar do what the control does that has the focus.
  if (target.classList.contains("timeline-scroll")) {
    if (key === " ") return acts.toggle;
    if (key === "arrowleft") return () => acts.move(-1);
    if (key === "arrowright") return () => acts.move(1);
  }
  // Held down, M would merge every part.
  if (event.repeat) return undefined;
  const keys: Readonly<Record<string, () => void>> = {
    i: acts.setStart,
    o: acts.setEnd,
    s: acts.split,
    m: acts.merge,
    "+": acts.zoomIn,
    "=": acts.zoomIn,
    "-": acts.zoomOut,
  };
  return keys[key];
}

const isTyped = (target: HTMLElement): boolean =>
  target.isContentEditable ||
  target.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=range])");
