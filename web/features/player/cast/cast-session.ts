/** Moves playback to a television and back. */
import { wideAddressOf } from "../engine/angles.ts";
import type { PlayerInternals } from "../engine/internals.ts";
import type { CastEnd } from "../engine/player-state.ts";
import { Casting } from "./casting.ts";
import type { CastMedia, Television } from "./television.ts";

export interface CastOptions {
  /** Describes the media to cast, given the stream URL. */
  readonly describe: (url: string) => CastMedia;
  readonly captions: boolean;
  /** Called when the television no longer plays. */
  readonly left: (how: CastEnd) => void;
}

export class CastSession {
  readonly #internals: PlayerInternals;
  #casting: Casting | null = null;
  #left: (how: CastEnd) => void = () => undefined;

  constructor(internals: PlayerInternals) {
    this.#internals = internals;
  }

  /** The cast session; null while playing on this device. */
  get casting(): Casting | null {
    return this.#casting;
  }

  /** Continues on `television` and pauses here. */
  go(television: Television, options: CastOptions): void {
    const internals = this.#internals;
    const { state, tracks, loop, addresses } = internals;
    const { playing, rate, muted, volume } = state.now;
    const castStatus = { positionMs: internals.positionMs(), isPlaying: playing, rate, muted, volume };
    internals.listener.interrupted(castStatus.positionMs);
    internals.aim(null);
    this.#left = options.left;
    let given = tracks.source;
    const casting = new Casting(
      television,
      () => options.describe(wideAddressOf(tracks.source, state.now.angle)),
      { ...castStatus, captions: options.captions },
      {
        loopRestarted: (range) => internals.loopRestarted(range),
        changed: (isPlaying) => (isPlaying ? state.change({ playing: true }) : internals.pause()),
        waiting: (waiting) => state.change({ waiting }),
        obeyedTempo: (supportsRate) => {
          const { cast } = state.now;
          if (cast !== null && cast.supportsRate !== supportsRate)
            state.change({ cast: { ...cast, supportsRate } });
        },
        ended: () => internals.ended(),
        failed: () =>
          void addresses.renew().then((renewed) => {
            if (this.#casting !== casting) return;
            if (typeof renewed === "string" || renewed === given) return this.comeBack("failed");
            given = renewed;
            tracks.setSource(renewed);
            casting.reload();
          }),
        gone: () => this.comeBack("gone"),
      },
    );
    this.#casting = casting;
    state.change({
      cast: {
        name: television.name,
        hasCaptions: television.hasCaptions,
        goesOn: television.goesOn,
        supportsRate: true,
      },
      waiting: playing,
      needsGesture: false,
    });
    tracks.pause();
    loop.reset();
  }

  /** Stops casting. Playback stays paused here at the television's position. */
  comeBack(how: CastEnd): void {
    const casting = this.#casting;
    if (casting === null) return;
    const { state, tracks } = this.#internals;
    this.#internals.pause();
    const { loop } = state.now;
    const { positionMs } = casting;
    // The television may have played on a little before it received the jump from B to A.
    const at = loop !== null && positionMs >= loop.endMs ? loop.startMs : positionMs;
    this.#casting = null;
    if (how !== "gone") casting.end();
    state.change({ cast: null });
    this.#internals.aim(at);
    tracks.active.seek(at / 1000);
    this.#left(how);
  }

  /** Ends the cast session. */
  end(): void {
    this.#casting?.end();
  }
}
