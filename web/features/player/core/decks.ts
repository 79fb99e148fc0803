/**
 * The decks of one class: the one that is seen and heard, and one that waits to take a loop over. The second is made when a loop is first wanted, and given
 * up where the browser plays one only.
 */
import { AngleDeck, type Angle, type DeckSource } from "./angles.ts";
import type { StreamFault } from "./engine.ts";
import type { LoopRange } from "./loop.ts";
import type { Observed } from "./observed.ts";
import type { PlayerState } from "./player-state.ts";

const LOOP_AHEAD_S = 4;
/** An element that is paused when another sets off, within so much, was paused for it: the browser plays one only. */
const PAUSED_FOR_ANOTHER_MS = 100;

const reports = ["loadeddata", "loadedmetadata", "playing", "canplay", "waiting", "seeked", "ended"] as const;
/** What a media element says of itself. */
export type DeckReport = (typeof reports)[number];

export interface DecksEvents {
  /** The deck that is seen and heard said so, while the class plays here. */
  reported(report: DeckReport): void;
  fault(fault: StreamFault): void;
  recovered(): void;
  /** It was paused, by nobody here: a headset taken off, the system's own controls, another app's sound. */
  pausedByItself(): void;
  /** From now on there is one element only. */
  wentAlone(): void;
  /** The browser refused to go on playing. */
  refused(error: unknown): void;
}

export class Decks {
  readonly #host: HTMLElement;
  readonly #state: Observed<PlayerState>;
  readonly #events: DecksEvents;
  readonly #abort = new AbortController();
  #source: DeckSource;
  #active: AngleDeck;
  #standby: AngleDeck | null = null;
  #hasOneDeck = false;
  /** When an element other than the first last set off, on `performance.now()`. */
  #besideAt = Number.NEGATIVE_INFINITY;

  /** Puts video elements into `host` and starts to load `source` from `startS` seconds on. */
  constructor(
    host: HTMLElement,
    source: DeckSource,
    startS: number,
    state: Observed<PlayerState>,
    events: DecksEvents,
  ) {
    this.#host = host;
    this.#source = source;
    this.#state = state;
    this.#events = events;
    this.#active = this.#create();
    this.#active.setOnTop(true);
    this.#active.setSound(state.now);
    void this.#active.load(source, startS);
    // Media events don't bubble; they can be caught on their way down.
    host.addEventListener("play", (event) => this.#noteSettingOff(event.target), {
      capture: true,
      signal: this.#abort.signal,
    });
  }

  /** The deck that is seen and heard. */
  get active(): AngleDeck {
    return this.#active;
  }

  get source(): DeckSource {
    return this.#source;
  }

  /** Keeps fresh addresses for what is loaded next. */
  setSource(source: DeckSource): void {
    this.#source = source;
  }

  #create(): AngleDeck {
    const deck: AngleDeck = new AngleDeck(this.#host, {
      fault: (_angle, fault) => this.#events.fault(fault),
      refusedBeside: () => this.#goAlone(),
      recovered: () => this.#events.recovered(),
    });
    deck.setAngle(this.#state.now.angle);
    deck.setRate(this.#state.now.rate);
    const on = (type: DeckReport | "pause", handle: () => void) =>
      deck.master.addEventListener(
        type,
        () => {
          if (deck === this.#active && this.#state.now.cast === null) handle();
        },
        { signal: this.#abort.signal },
      );
    for (const report of reports) on(report, () => this.#events.reported(report));
    // Looked at a moment later: whether another element set off is told after this.
    on("pause", () => setTimeout(() => this.#onPaused(deck), PAUSED_FOR_ANOTHER_MS));
    return deck;
  }

  /** A pause that may be one that nobody here asked for. */
  #onPaused(deck: AngleDeck): void {
    const { master } = deck;
    const { cast, playing, countIn } = this.#state.now;
    if (this.#abort.signal.aborted || deck !== this.#active || cast !== null || !playing || countIn !== null)
      return;
    if (!master.paused || deck.held || master.ended || master.seeking) return;
    if (performance.now() - this.#besideAt < 3 * PAUSED_FOR_ANOTHER_MS) return this.#goAlone();
    this.#events.pausedByItself();
  }

  #noteSettingOff(target: EventTarget | null): void {
    if (target !== this.#active.master) this.#besideAt = performance.now();
  }

  /** The second deck, made for `loop` on first use; null where the browser plays one only. */
  borrow(loop: LoopRange): AngleDeck | null {
    if (this.#hasOneDeck) return null;
    if (this.#standby === null) {
      this.#standby = this.#create();
      this.#standby.setOnTop(false);
      this.#standby.setSound({ ...this.#state.now, hushed: true });
      this.setLoop(loop);
      void this.#standby.load(this.#source, Math.max(0, loop.startMs / 1000 - 1));
    }
    return this.#standby;
  }

  /** The second deck is seen and heard from now on, and the first waits. */
  exchange(): void {
    const taking = this.#standby;
    if (taking === null) return;
    const leaving = this.#active;
    this.#active = taking;
    this.#standby = leaving;
    this.setSound();
    taking.setOnTop(true);
    leaving.setOnTop(false);
    leaving.pause();
  }

  /** There is no second deck from now on. */
  drop(): void {
    this.#hasOneDeck = true;
    this.#standby?.destroy();
    this.#standby = null;
  }

  /** Does with one element altogether. */
  #goAlone(): void {
    this.drop();
    this.#events.wentAlone();
    this.#active.goAlone();
    if (this.#state.now.playing) this.#active.play().catch((error: unknown) => this.#events.refused(error));
  }

  /** Goes on at `atS` seconds from other addresses of the same streams; resolves once the first view's is opened. */
  async move(source: DeckSource, atS: number): Promise<void> {
    this.#source = source;
    await this.#active.load(source, atS);
    const { loop } = this.#state.now;
    if (this.#standby !== null) void this.#standby.load(source, loop === null ? atS : loop.startMs / 1000);
  }

  /** The second deck fetches no more ahead than `loop` needs. */
  setLoop(loop: LoopRange | null): void {
    this.#standby?.setBufferAhead(
      loop === null ? Number.POSITIVE_INFINITY : (loop.endMs - loop.startMs) / 1000 + LOOP_AHEAD_S,
    );
  }

  setAngle(angle: Angle): void {
    this.#active.setAngle(angle);
    this.#standby?.setAngle(angle);
  }

  /** As the state has it; unheard while the class is counted in. */
  setSound(): void {
    const { now } = this.#state;
    this.#active.setSound({ ...now, hushed: now.countIn !== null });
    this.#standby?.setSound({ ...now, hushed: true });
  }

  pause(): void {
    this.#active.pause();
    this.#standby?.pause();
  }

  /** Asks all streams to try again. */
  retry(): void {
    this.#active.retry();
    this.#standby?.retry();
  }

  destroy(): void {
    this.#abort.abort();
    this.#active.destroy();
    this.#standby?.destroy();
  }
}
