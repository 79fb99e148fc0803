import type { PlayerAction } from "./keys.ts";

/** What the tools beside the picture do at keys of theirs. They are loaded late: a key pressed before is done once its tool is there. */
export class ToolKeys {
  readonly #does = new Map<PlayerAction, () => void>();
  #early: PlayerAction | null = null;

  /** Says what a key does. @returns takes it back */
  set(action: PlayerAction, does: () => void): () => void {
    this.#does.set(action, does);
    if (this.#early === action) {
      this.#early = null;
      does();
    }
    return () => {
      if (this.#does.get(action) === does) this.#does.delete(action);
    };
  }

  press(action: PlayerAction): void {
    const does = this.#does.get(action);
    this.#early = does ? null : action;
    does?.();
  }
}
