/** Moves playback to a television and back. */
import { addressOf } from "../angles.ts";
import type { Inside } from "../inside.ts";
import type { CastEnd } from "../player-state.ts";
import { Casting } from "./casting.ts";
import type { CastMedia, Television } from "./television.ts";

export interface CastOptions {
  /** Describes the media to cast, given the stream URL. */
  readonly describe: (url: string) => CastMedia;
  readonly captions: boolean;
  /** Called when the television no longer plays. */
  readonly left: (how: CastEnd) => void;
}

export class Away {
  readonly #internals: Inside;
  #casting: Casting | null = null;
  #left: (how: CastEnd) => void = () => undefined;

  constructor(inside: Inside) {
    this.#internals = inside;
  }

  /** The cast session; null while playing on this device. */
  get casting(): Casting | null {
    return this.#casting;
  }

  /** Continues on `television` and pauses here. */
  go(television: Television, options: CastOptions): void {
    const inside = this.#internals;
    const { state, decks, loop, addresses } = inside;
    const { playing, rate, muted, volume } = state.now;
    const standing = { positionMs: inside.positionMs(), isPlaying: playing, rate, muted, volume };
    inside.listener.interrupted(standing.positionMs);
    inside.aim(null);
    this.#left = options.left;
    let given = decks.source;
    const casting = new Casting(
      television,
      () => options.describe(addressOf(decks.source, state.now.angle)),
      { ...standing, captions: options.captions },
      {
        turned: (range) => inside.turned(range),
        changed: (isPlaying) => (isPlaying ? state.change({ playing: true }) : inside.pause()),
        waiting: (waiting) => state.change({ waiting }),
        obeyedTempo: (obeysTempo) => {
          const { cast } = state.now;
          if (cast !== null && cast.obeysTempo !== obeysTempo)
            state.change({ cast: { ...cast, obeysTempo } });
        },
        ended: () => inside.ended(),
        failed: () =>
          void addresses.renew().then((renewed) => {
            if (this.#casting !== casting) return;
            if (typeof renewed === "string" || renewed === given) return this.comeBack("failed");
            given = renewed;
            decks.setSource(renewed);
            casting.reload();
          }),
        gone: () => this.comeBack("gone"),
      },
    );
    this.#casting = casting;
    state.change({
      cast: { name: television.name, hasCaptions: television.hasCaptions, obeysTempo: true },
      waiting: playing,
      needsGesture: false,
    });
    decks.pause();
    loop.reset();
  }

  /** Stops casting. Playback stays paused here at the television's position. */
  comeBack(how: CastEnd): void {
    const casting = this.#casting;
    if (casting === null) return;
    const { state, decks } = this.#internals;
    this.#internals.pause();
    const { loop } = state.now;
    const { positionMs } = casting;
    // The television may have played on a little before it received the jump from B to A.
    const at = loop !== null && positionMs >= loop.endMs ? loop.startMs : positionMs;
    this.#casting = null;
    if (how !== "gone") casting.end();
    state.change({ cast: null });
    this.#internals.aim(at);
    decks.active.seek(at / 1000);
    this.#left(how);
  }

  /** Ends the cast session. */
  end(): void {
    this.#casting?.end();
  }
}
