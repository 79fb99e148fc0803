/** Fault recovery: waits for faults that recover by themselves, renews refused URLs, and stops playback for all others until a retry. */
import type { StreamFault } from "./engine.ts";
import type { TrackSource } from "./angles.ts";
import type { PlayerInternals } from "./internals.ts";

export class Recovery {
  readonly #internals: PlayerInternals;
  #isOver = false;

  constructor(internals: PlayerInternals) {
    this.#internals = internals;
  }

  meet(fault: StreamFault): void {
    if (fault.kind === "network") return this.#internals.state.change({ fault });
    if (fault.kind === "refused") return void this.#renew(fault);
    this.#fail(fault);
  }

  /** The streams recovered by themselves. */
  recovered(): void {
    const { state } = this.#internals;
    if (state.now.fault?.kind === "network") state.change({ fault: null });
  }

  /** Loads again from the same position. Returns false if that can't help: the browser isn't supported. */
  retry(): boolean {
    const { state, tracks, addresses } = this.#internals;
    const kind = state.now.fault?.kind;
    if (kind === "unsupported") return false;
    state.change({ phase: tracks.active.ready ? "ready" : "loading", fault: null });
    if (kind === "busy") tracks.retry();
    else {
      addresses.forget();
      void this.#renew({ kind: "refused", status: null, detail: "asked again" });
    }
    return true;
  }

  /** Ignores all pending requests from now on. */
  end(): void {
    this.#isOver = true;
  }

  #fail(fault: StreamFault): void {
    const { state, tracks, listener, cancelStart } = this.#internals;
    tracks.active.pause();
    // A television plays on by itself.
    const isCasting = state.now.cast !== null;
    state.change({ phase: "failed", fault, ...(isCasting ? {} : { playing: false, waiting: false }) });
    if (isCasting) return;
    // Its moment would come without a video, and hide the fault.
    cancelStart();
    listener.interrupted(this.#internals.positionMs());
    listener.playbackPaused();
  }

  /** Fetches new URLs and continues at the same position. */
  async #renew(fault: StreamFault): Promise<void> {
    const { tracks, addresses } = this.#internals;
    const source = await addresses.renew();
    if (source === tracks.source || this.#isOver) return;
    if (source === "unreached")
      return this.#fail({ kind: "network", status: null, detail: "no fresh address" });
    if (source === "refused") return this.#fail(fault);
    await this.continueFrom(source);
  }

  /** Continues at the same position from other streams of the class. */
  async continueFrom(source: TrackSource): Promise<void> {
    this.#internals.state.change({ views: source.views, isUpright: source.isUpright });
    await this.#goOn((atS) => this.#internals.tracks.move(source, atS));
  }

  /** Continues at the same position from a stream that loads again by itself. Call right before it does. */
  async goOnReloaded(): Promise<void> {
    await this.#goOn(() => Promise.resolve());
  }

  async #goOn(load: (atS: number) => Promise<void>): Promise<void> {
    const { state, tracks, loop, listener, positionMs, aim, refused } = this.#internals;
    const at = positionMs();
    listener.interrupted(at);
    loop.reset();
    // An element has no position while it loads.
    if (state.now.cast === null) aim(at);
    await load(at / 1000);
    // A count-in starts the track itself, on its count.
    if (this.#isOver || state.now.cast !== null || !state.now.playing || state.now.countIn !== null) return;
    tracks.active.play().catch((error: unknown) => refused(error));
  }
}
