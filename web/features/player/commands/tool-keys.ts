import type { PlayerCommand } from "../../../../contract/player-commands.ts";

/** Keyboard commands of tools next to the video. Tools are loaded lazily: a key pressed before is run once its tool is registered. */
export class ToolKeys {
  readonly #does = new Map<PlayerCommand, () => void>();
  #early: PlayerCommand | null = null;

  /**
   * Registers a command.
   * @returns a function that unregisters it
   */
  set(command: PlayerCommand, does: () => void): () => void {
    this.#does.set(command, does);
    if (this.#early === command) {
      this.#early = null;
      does();
    }
    return () => {
      if (this.#does.get(command) === does) this.#does.delete(command);
    };
  }

  press(command: PlayerCommand): void {
    const does = this.#does.get(command);
    this.#early = does ? null : command;
    does?.();
  }
}
