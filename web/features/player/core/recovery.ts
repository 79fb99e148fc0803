/** Fault recovery: waits for faults that recover by themselves, renews refused URLs, and stops playback for all others until a retry. */
import type { StreamFault } from "./engine.ts";
import type { Inside } from "./inside.ts";

export class Recovery {
  readonly #internals: Inside;
  #isOver = false;

  constructor(inside: Inside) {
    this.#internals = inside;
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

  /** Retries from the same position. */
  retry(): void {
    const { state, decks, addresses } = this.#internals;
    const kind = state.now.fault?.kind;
    state.change({ phase: decks.active.ready ? "ready" : "loading", fault: null });
    if (kind === "refused" || kind === "media") {
      addresses.forget();
      void this.#renew({ kind: "refused", status: null, detail: "asked again" });
    } else decks.retry();
  }

  /** Ignores all pending requests from now on. */
  end(): void {
    this.#isOver = true;
  }

  #fail(fault: StreamFault): void {
    const { state, decks, listener } = this.#internals;
    decks.active.pause();
    state.change({ phase: "failed", fault, waiting: false });
    listener.interrupted(this.#internals.positionMs());
    listener.rested();
  }

  /** Fetches new URLs and continues at the same position. */
  async #renew(fault: StreamFault): Promise<void> {
    const { state, decks, loop, addresses, listener } = this.#internals;
    const source = await addresses.renew();
    if (source === decks.source || this.#isOver) return;
    if (source === "unreached")
      return this.#fail({ kind: "network", status: null, detail: "no fresh address" });
    if (source === "refused") return this.#fail(fault);
    const at = this.#internals.positionMs();
    listener.interrupted(at);
    loop.reset();
    await decks.move(source, at / 1000);
    if (state.now.cast === null && state.now.playing) void decks.active.play().catch(() => undefined);
  }
}
