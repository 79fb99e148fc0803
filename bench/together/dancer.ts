/** A simulated device in a room, like the player without video: its clock, its event stream, its heartbeats, its position in the class. */
import { follow, isAsLed, paceToward, positionAt } from "../../web/features/player/rooms/lead.ts";
import { rhythm } from "../../web/features/player/rooms/rhythm.ts";
import { RoomClock } from "../../web/features/player/rooms/room-clock.ts";
import { roomsAt } from "../../server/modules/practice/rooms/testing.ts";
import type { Device, Room, RoomStream } from "../../server/modules/practice/rooms/testing.ts";
import type { TestServer } from "../../server/testing/harness.ts";

type Rooms = ReturnType<typeof roomsAt>;
export type Speaking = Pick<TestServer, "graphql" | "subscribe">;

/** Maximum start lag of a browser's media element, although it was started in time. */
const MAX_START_LAG_MS = 120;

/** Playback of a class: from a position at a time of the device's clock. */
interface Play {
  readonly ms: number;
  readonly since: number;
  readonly isPlaying: boolean;
  readonly rate: number;
  readonly pace: number;
}

export class Dancer {
  readonly device: Device;
  readonly clock: RoomClock;
  readonly heardAfterMs: number[] = [];
  at: Speaking;
  room: Room | null = null;
  events = 0;
  posts = 0;
  bytes = 0;
  /** When its stream was last opened, by this machine's clock. */
  hearsSince = 0;
  /** Called with each message of others. */
  onMessage: (body: string) => void = () => {};
  readonly #rooms: Rooms;
  readonly #wrongMs: number;
  readonly #ppm: number;
  #play: Play;
  #loop: { startMs: number; endMs: number } | null = null;
  #leftAloneUntil = Number.NEGATIVE_INFINITY;
  #reported: (Omit<NonNullable<Room["state"]>, "label"> & { label: string }) | null = null;
  #reportedAt = Number.NEGATIVE_INFINITY;
  #isReporting = false;
  #stream: RoomStream | null = null;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #seen = new Set<string>();
  #isGone = false;

  /** `wrongMs`: offset of its clock; `ppm`: its drift, in millionths (positive: too fast). */
  constructor(rooms: Rooms, device: Device, at: Speaking, wrongMs: number, ppm: number) {
    this.#rooms = rooms;
    this.device = device;
    this.at = at;
    this.#wrongMs = wrongMs;
    this.#ppm = ppm;
    this.clock = new RoomClock(() => this.local());
    this.#play = { ms: 0, since: this.local(), isPlaying: false, rate: 1, pace: 0 };
  }

  /** Current time of its clock. */
  local(now = performance.now()): number {
    return now * (1 + this.#ppm / 1e6) + this.#wrongMs;
  }

  get isHost(): boolean {
    return this.room?.hostId === this.device.memberId;
  }
  get isPlaying(): boolean {
    return this.#play.isPlaying && this.local() >= this.#play.since;
  }

  /** Current position in the class. */
  position(now = performance.now()): number {
    const { ms, since, isPlaying, rate, pace } = this.#play;
    return positionAt(
      {
        positionMs: ms,
        at: since,
        isPlaying,
        rate: rate * (1 + pace),
        loopStartMs: this.#loop?.startMs ?? null,
        loopEndMs: this.#loop?.endMs ?? null,
      },
      this.local(now),
    );
  }

  /** Changes playback as the leader. */
  steer(change: {
    isPlaying?: boolean;
    rate?: number;
    ms?: number;
    loop?: { startMs: number; endMs: number } | null;
  }): void {
    const ms = change.ms ?? this.position();
    if (change.loop !== undefined) this.#loop = change.loop;
    const { isPlaying, rate } = { ...this.#play, ...change };
    this.#play = { ms, since: this.local(), isPlaying, rate, pace: 0 };
  }

  /** Joins a room and acts like a player, until `leave` or `vanish`. */
  begin(room: Room): void {
    this.room = room;
    void this.#listen();
    void this.#stay(0);
    const look = setInterval(() => (this.isHost ? void this.#lead() : this.#follow()), 16);
    this.#timers.add(look);
  }

  async leave(): Promise<void> {
    const room = this.room!;
    this.vanish();
    await this.#rooms.leave(room, this.device, this.at);
  }

  vanish(): void {
    this.#isGone = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#stream?.close();
  }

  async #listen(waitMs = 1_000): Promise<void> {
    if (this.#isGone) return;
    let wait = waitMs;
    try {
      this.#stream = await this.#rooms.listen(this.room!, this.device, this.at);
      for (let answer; (answer = await this.#stream.next());) {
        const room = answer.data?.roomChanged;
        if (!room) continue;
        wait = 1_000;
        if (this.hearsSince === 0) this.hearsSince = performance.now();
        this.events += 1;
        this.bytes += JSON.stringify(room).length;
        this.room = room;
        for (const { id, body, memberId } of room.messages) {
          if (this.#seen.has(id)) continue;
          this.#seen.add(id);
          if (memberId !== this.device.memberId) this.onMessage(body);
        }
      }
    } catch {
      // The server is gone: another one takes over after a while, as in the web app.
    }
    this.hearsSince = 0;
    const timer = setTimeout(
      () => void this.#listen(Math.min(wait * 2, 60_000)),
      wait * (0.75 + Math.random() / 2),
    );
    this.#timers.add(timer);
  }

  async #stay(times: number): Promise<void> {
    const sent = this.local();
    this.posts += 1;
    const answer = await this.#rooms.stay(this.room!, this.device, false, this.at).catch(() => null);
    if (answer?.data) this.clock.hear(sent, answer.data.stayInRoom);
    if (this.#isGone) return;
    this.#timers.add(
      setTimeout(
        () => void this.#stay(times + 1),
        times < rhythm.firstStays - 1 ? rhythm.firstStayMs : rhythm.stayMs,
      ),
    );
  }

  #lastLook = Number.NEGATIVE_INFINITY;
  #follow(): void {
    const wanted = this.room?.state;
    const now = this.local();
    if (!wanted || this.clock.offset === null || now - this.#lastLook < rhythm.lookMs) return;
    this.#lastLook = now;
    const { loopStartMs, loopEndMs } = wanted;
    const place = this.position();
    this.#loop =
      loopStartMs === null || loopEndMs === null ? null : { startMs: loopStartMs, endMs: loopEndMs };
    if (this.#play.rate !== wanted.rate)
      this.#play = { ...this.#play, ms: place, since: Math.max(now, this.#play.since), rate: wanted.rate };
    const isOnItsWay = this.#play.isPlaying && this.#play.since > now;
    const next = follow(wanted, this.clock.toRoom(now), this.#play.isPlaying && !isOnItsWay ? place : null);
    if (next.kind === "rest")
      this.#play = { ...this.#play, ms: next.ms, since: now, isPlaying: false, pace: 0 };
    else if (now < this.#leftAloneUntil) return;
    else if (next.kind === "drift")
      this.#play = { ...this.#play, ms: place, since: now, pace: paceToward(next.offMs) };
    else {
      const at = this.clock.toLocal(next.at);
      this.#leftAloneUntil = at + rhythm.settleMs;
      const lag = Math.random() ** 4 * MAX_START_LAG_MS;
      this.#play = { ms: next.ms, since: at + lag, isPlaying: true, rate: wanted.rate, pace: 0 };
    }
  }

  async #lead(): Promise<void> {
    const now = this.local();
    if (this.#isReporting || this.clock.offset === null || now - this.#reportedAt < rhythm.reportIntervalMs)
      return;
    const { isPlaying, rate } = this.#play;
    const state = {
      positionMs: Math.round(this.position()),
      at: Math.round(this.clock.toRoom(now)),
      isPlaying,
      rate,
      loopStartMs: this.#loop?.startMs ?? null,
      loopEndMs: this.#loop?.endMs ?? null,
      label: "The drag",
    };
    if (isAsLed(this.#reported, state, rhythm.toleranceMs) && now - this.#reportedAt < rhythm.stillThereMs)
      return;
    this.#reportedAt = now;
    this.#isReporting = true;
    this.posts += 1;
    const answer = await this.#rooms.lead(this.room!, this.device, state, this.at).catch(() => null);
    this.#reported = answer?.data && answer.errors.length === 0 ? state : null;
    this.#isReporting = false;
  }
}
