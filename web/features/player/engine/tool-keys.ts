import type { PlayerAction } from "./keys.ts";

/** Keyboard actions of tools next to the video. Tools are loaded lazily: a key pressed before is run once its tool is registered. */
export class ToolKeys {
  readonly #does = new Map<PlayerAction, () => void>();
  #early: PlayerAction | null = null;

  /**
   * Registers an action.
   * @returns a function that unregisters it
   */
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
