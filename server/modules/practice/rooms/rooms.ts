import type { Ctx } from "../../../ctx.ts";
import { BadInput, Forbidden, NotFound } from "../../../platform/errors.ts";
import { consume } from "../../../platform/rate-limit.ts";
import type { RateLimit } from "../../../platform/rate-limit.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { requireViewer } from "../../identity/index.ts";
import { change, changeSeats, lostMs, roomOf, roomOfHost, topicOf } from "./room.ts";
import type { SeenRoom } from "./room.ts";
import { changeRoomRow, deleteOldRooms, endMember, insertMessage, saveState, touchSeat } from "./store.ts";
import type { RoomKind, RoomState } from "./store.ts";

export { roomKinds } from "./store.ts";
export type { MemberRow, MessageRow, RoomState } from "./store.ts";

/** How far a player's idea of the time may be off, or how far ahead it may say what it will do. */
const mostAheadMs = 15_000;
/** A tab that is being closed, or loaded anew, is waited for so long. */
const goingMs = 10_000;
/** The room is noted as in use this often, not with every sign of life. */
const ledEveryMs = 60_000;
/** Of one device. */
const messageLimits: Record<RoomKind, RateLimit> = {
  remote: { name: "remote command", points: 120, seconds: 60 },
  together: { name: "room message", points: 20, seconds: 60 },
};
/** Those who dance together hear of changes no more often than this, in milliseconds; a phone at once. */
const apartMs: Record<RoomKind, number> = { remote: 0, together: 150 };

/** What a phone may press. */
const remoteActions = [
  "toggle",
  "back",
  "forward",
  "again",
  "slower",
  "faster",
  "loop",
  "lastEight",
  "mirror",
  "turn",
  "hold",
] as const;
/** What may be called out: chosen, so that nobody has to be protected from anybody. */
const cheers = ["yes", "again", "got_it", "wait", "slower", "love_it"] as const;

/** Says where the leading player stands. @throws BadInput, Forbidden, NotFound, Unauthenticated */
export async function leadRoom(ctx: Ctx, roomId: string, memberId: string, state: RoomState): Promise<void> {
  const room = await roomOfHost(ctx, roomId, memberId);
  const now = ctx.clock.now();
  if (!(state.rate >= 0.25 && state.rate <= 1.5)) throw new BadInput("rate", "The tempo is 0.25 to 1.5.");
  if (!(state.positionMs >= 0) || state.label.length > 200)
    throw new BadInput("state", "The state names a place in the class.");
  await change(ctx, room.id, async (tx) => {
    const led = await saveState(tx.db, { id: room.id, hostId: room.hostId, state, now, mostAheadMs });
    if (!led) throw new Forbidden("Somebody else leads now.");
    if (!led.isTimely) throw new BadInput("at", "The time is the room's, within some seconds.");
  });
}

/** Presses a key on the player, or calls something out. @throws BadInput, NotFound, RateLimited, Unauthenticated */
export async function sendToRoom(ctx: Ctx, roomId: string, memberId: string, body: string): Promise<void> {
  const room = await roomOf(ctx, roomId, memberId);
  const allowed: readonly string[] = room.kind === "remote" ? remoteActions : cheers;
  if (!allowed.includes(body)) throw new BadInput("body", `One of ${allowed.join(", ")}.`);
  await consume(ctx, messageLimits[room.kind], room.memberId);
  const { id, memberId: sender } = room;
  await change(ctx, id, (tx) =>
    insertMessage(tx.db, { roomId: id, memberId: sender, body, now: tx.clock.now() }),
  );
}

/** Goes; when the leading player goes from its remote, the remote is closed, and when it goes from a room the next one leads. */
export async function leaveRoom(ctx: Ctx, roomId: string, memberId: string): Promise<void> {
  const room = await roomOf(ctx, roomId, memberId);
  await changeSeats(ctx, room.id, (tx) =>
    endMember(tx.db, { id: room.memberId, roomId: room.id, isRemoved: false, now: tx.clock.now() }),
  );
}

/**
 * A device says that it is still there, or (`isGoing`) that its tab goes, which may be to load anew. Whoever falls silent has left; when that is
 * the one who led, the next one leads.
 * @returns the room's time: the database's clock, which all servers share, in milliseconds since 1970
 * @throws NotFound when the device isn't in the room (any more), Unauthenticated
 */
export async function stayInRoom(
  ctx: Ctx,
  roomId: string,
  memberId: string,
  isGoing: boolean,
): Promise<number> {
  const { personId } = requireViewer(ctx);
  if (!isUuid(roomId) || !isUuid(memberId)) throw new NotFound("room");
  const now = ctx.clock.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  const seat = await touchSeat(ctx.db, {
    id: memberId,
    roomId,
    personId,
    now,
    seenAt: isGoing ? before(lostMs - goingMs) : now,
    lostBefore: before(lostMs),
    ledBefore: before(ledEveryMs),
  });
  if (!seat) throw new NotFound("room");
  if (seat.isLost) await changeSeats(ctx, roomId.toLowerCase(), async () => {});
  return seat.time;
}

/** What the one who leads may change of a room. Null leaves as it is. */
export interface RoomChange {
  /** Who leads from now on. */
  readonly hostId: string | null;
  /** Whom to send away for good. */
  readonly removeId: string | null;
  readonly isLocked: boolean | null;
}

/** @throws Forbidden, NotFound, Unauthenticated */
export async function changeRoom(
  ctx: Ctx,
  roomId: string,
  memberId: string,
  wanted: RoomChange,
): Promise<SeenRoom> {
  const room = await roomOfHost(ctx, roomId, memberId);
  const { hostId, removeId, isLocked } = wanted;
  for (const id of [hostId, removeId])
    if (id !== null && !room.members.some((member) => member.id === id)) throw new NotFound("member");
  if (removeId === room.memberId || (hostId !== null && room.kind === "remote")) throw new NotFound("member");
  await changeSeats(ctx, room.id, async (tx) => {
    const now = tx.clock.now();
    if (removeId) await endMember(tx.db, { id: removeId, roomId: room.id, isRemoved: true, now });
    await changeRoomRow(tx.db, { id: room.id, hostId, isLocked });
  });
  return roomOf(ctx, room.id, room.memberId);
}

/** The room now, and again with every change of it. @throws NotFound, Unauthenticated */
export async function roomChanges(
  ctx: Ctx,
  roomId: string,
  memberId: string,
): Promise<AsyncGenerator<undefined>> {
  const { id, kind } = await roomOf(ctx, roomId, memberId);
  return ctx.live.changes([topicOf(id)], apartMs[kind]);
}

/** The room as the device sees it; null once it is closed, or the device was sent away. */
export async function roomNow(ctx: Ctx, roomId: string, memberId: string): Promise<SeenRoom | null> {
  try {
    return await roomOf(ctx, roomId, memberId);
  } catch (error) {
    if (error instanceof NotFound) return null;
    throw error;
  }
}

/** Removes rooms of yesterday, and what was called out in them. */
export async function sweepRooms(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now().getTime();
  await deleteOldRooms(ctx.db, { rooms: new Date(now - 24 * 3_600_000), messages: new Date(now - 60_000) });
}
