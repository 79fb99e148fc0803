import { isRemoteCommand, playerCommandNames } from "../../../../contract/player-commands.ts";
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
import { msg, inEnglish } from "../../../platform/i18n/messages.ts";

export { roomKinds } from "./store.ts";
export type { MemberRow, MessageRow, RoomState } from "./store.ts";

/** Maximum clock difference of a player, and how far ahead it may schedule. */
const maxAheadMs = 15_000;
/** Grace period for a tab that is closing or reloading. */
const unloadGraceMs = 10_000;
/** How often the room is marked as in use, rather than on every heartbeat. */
const markUsedEveryMs = 60_000;
/** Per device. */
const messageLimits: Record<RoomKind, RateLimit> = {
  remote: { name: "remote command", points: 120, seconds: 60 },
  together: { name: "room message", points: 20, seconds: 60 },
};
/** Minimum interval between updates: for members of a shared room, in milliseconds; for phones none. */
const updateIntervalMs: Record<RoomKind, number> = { remote: 0, together: 150 };

const remoteCommands = playerCommandNames.filter(isRemoteCommand);
/** Predefined cheers, so that no moderation is needed. */
const cheers = ["yes", "again", "got_it", "wait", "slower", "love_it"] as const;

/**
 * Updates the player state from the host.
 * @throws BadInput, Forbidden, NotFound, Unauthenticated
 */
export async function leadRoom(ctx: Ctx, roomId: string, memberId: string, state: RoomState): Promise<void> {
  const room = await roomOfHost(ctx, roomId, memberId);
  const now = ctx.clock.now();
  if (!(state.rate >= 0.25 && state.rate <= 1.5))
    throw new BadInput("rate", msg("The tempo must be 0.25 to 1.5."));
  if (!(state.positionMs >= 0) || state.label.length > 200)
    throw new BadInput("state", inEnglish("The state needs a position in the class."));
  await change(ctx, room.id, async (tx) => {
    const led = await saveState(tx.db, { id: room.id, hostId: room.hostId, state, now, maxAheadMs });
    if (!led) throw new Forbidden(msg("Someone else is leading now."));
    if (!led.isTimely)
      throw new BadInput("at", inEnglish("The time must be within a few seconds of the room’s time."));
  });
}

/**
 * Sends a remote's command to the player, or a cheer.
 * @throws BadInput, NotFound, RateLimited, Unauthenticated
 */
export async function sendToRoom(ctx: Ctx, roomId: string, memberId: string, body: string): Promise<void> {
  const room = await roomOf(ctx, roomId, memberId);
  const allowed: readonly string[] = room.kind === "remote" ? remoteCommands : cheers;
  if (!allowed.includes(body)) throw new BadInput("body", inEnglish(`Use one of: ${allowed.join(", ")}.`));
  await consume(ctx, messageLimits[room.kind], room.memberId);
  const { id, memberId: sender } = room;
  await change(ctx, id, (tx) =>
    insertMessage(tx.db, { roomId: id, memberId: sender, body, now: tx.clock.now() }),
  );
}

/** Leaves a room. If the host leaves, a remote is closed, and a shared room gets the next host. */
export async function leaveRoom(ctx: Ctx, roomId: string, memberId: string): Promise<void> {
  const room = await roomOf(ctx, roomId, memberId);
  await changeSeats(ctx, room.id, (tx) =>
    endMember(tx.db, { id: room.memberId, roomId: room.id, isRemoved: false, now: tx.clock.now() }),
  );
}

/**
 * Heartbeat of a device, or (`isGoing`) notice that its tab unloads, possibly to reload. Silent devices leave; if the
 * host does, the next one takes over.
 * @returns the room's time: the database's clock, which all servers share, in milliseconds since 1970
 * @throws NotFound if the device isn't in the room (any more), Unauthenticated
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
    seenAt: isGoing ? before(lostMs - unloadGraceMs) : now,
    lostBefore: before(lostMs),
    ledBefore: before(markUsedEveryMs),
  });
  if (!seat) throw new NotFound("room");
  if (seat.isLost) await changeSeats(ctx, roomId.toLowerCase(), async () => {});
  return seat.time;
}

/** Changes by the host. Null leaves a field unchanged. */
export interface RoomChange {
  /** The new host. */
  readonly hostId: string | null;
  /** Member to remove permanently. */
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

/**
 * Yields the room now, and again on every change.
 * @throws NotFound, Unauthenticated
 */
export async function roomChanges(
  ctx: Ctx,
  roomId: string,
  memberId: string,
): Promise<AsyncGenerator<undefined>> {
  const { id, kind } = await roomOf(ctx, roomId, memberId);
  return ctx.live.changes([topicOf(id)], updateIntervalMs[kind]);
}

/** The room from the device's perspective; null once it is closed, or the device was removed. */
export async function roomNow(ctx: Ctx, roomId: string, memberId: string): Promise<SeenRoom | null> {
  try {
    return await roomOf(ctx, roomId, memberId);
  } catch (error) {
    if (error instanceof NotFound) return null;
    throw error;
  }
}

/** Deletes expired rooms and their messages. */
export async function sweepRooms(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now().getTime();
  await deleteOldRooms(ctx.db, { rooms: new Date(now - 24 * 3_600_000), messages: new Date(now - 60_000) });
}
