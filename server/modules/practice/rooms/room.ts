import DataLoader from "dataloader";
import type { Ctx, Tx } from "../../../ctx.ts";
import { Forbidden, NotFound } from "../../../platform/errors.ts";
import { readName } from "../../../platform/text.ts";
import type { Live } from "../../../platform/live/live.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { requireViewer } from "../../identity/index.ts";
import { whileThere } from "../records.ts";
import { endLostMembers, endSeats, listRooms, lockRoom, settleRoom } from "./store.ts";
import type { RoomRow } from "./store.ts";
import { msg } from "../../../platform/i18n/messages.ts";

/** A device without heartbeat for this long has left. Browsers throttle timers of hidden tabs to one a minute. */
export const lostMs = 75_000;
/** A room is deleted after it was empty for this long. */
const emptyRoomMs = 30 * 60_000;

export const topicOf = (roomId: string): string => `practice.room.${roomId}`;

/** A room from the perspective of one member. */
export interface SeenRoom extends RoomRow {
  readonly memberId: string;
}

/**
 * Validates the display name of a device.
 * @throws BadInput
 */
export const checkName = (name: string): string => readName(name, "name", 40);

/** A change notifies all members at once: their reads are batched into one statement per process. */
const readers = new WeakMap<Live, DataLoader<string, RoomRow | null>>();
function readerOf({ db, clock, live }: Ctx): DataLoader<string, RoomRow | null> {
  const known = readers.get(live);
  if (known) return known;
  const made = new DataLoader<string, RoomRow | null>(
    async (ids) => {
      const rows = await listRooms(db, [...new Set(ids)], clock.now());
      const found = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => found.get(id) ?? null);
    },
    { cache: false, batchScheduleFn: (read) => setImmediate(read) },
  );
  readers.set(live, made);
  return made;
}

/**
 * An open room.
 * @throws NotFound
 */
export async function openRoomRow(ctx: Ctx, roomId: string): Promise<RoomRow> {
  const room = await readerOf(ctx).load(roomId.toLowerCase());
  if (!room || room.closedAt || ctx.clock.now().getTime() - room.ledAt.getTime() > emptyRoomMs)
    throw new NotFound("room");
  return room;
}

/**
 * The room of a viewer's device.
 * @throws NotFound for non-members, and once it is closed
 */
export async function roomOf(ctx: Ctx, roomId: string, memberId: string): Promise<SeenRoom> {
  const { personId } = requireViewer(ctx);
  if (!isUuid(roomId) || !isUuid(memberId)) throw new NotFound("room");
  const room = await openRoomRow(ctx, roomId);
  const id = memberId.toLowerCase();
  if (!room.members.some((member) => member.id === id && member.personId === personId))
    throw new NotFound("room");
  return { ...room, memberId: id };
}

/**
 * The same, for the host device.
 * @throws Forbidden for other members
 */
export async function roomOfHost(ctx: Ctx, roomId: string, memberId: string): Promise<SeenRoom> {
  const room = await roomOf(ctx, roomId, memberId);
  if (room.hostId !== room.memberId) throw new Forbidden(msg("Only the leader can do that."));
  return room;
}

/** Changes a room in one transaction, and notifies all members. */
export async function change(ctx: Ctx, roomId: string, work: (tx: Tx) => Promise<void>): Promise<void> {
  await whileThere(() =>
    ctx.transact(async (tx) => {
      await work(tx);
      tx.signal(topicOf(roomId));
    }),
  );
}

/** Changes membership of a room, serialized; then removes silent devices and makes sure that there is a host. */
export async function changeSeats(ctx: Ctx, roomId: string, work: (tx: Tx) => Promise<void>): Promise<void> {
  await change(ctx, roomId, async (tx) => {
    await lockRoom(tx.db, roomId);
    const now = tx.clock.now();
    await endLostMembers(tx.db, { roomId, now, lostBefore: new Date(now.getTime() - lostMs) });
    await work(tx);
    await settleRoom(tx.db, roomId, now);
  });
}

/** Removes people from every room, with all their devices; closes their remotes. */
export async function leaveAllRooms(tx: Tx, personIds: readonly string[]): Promise<void> {
  const now = tx.clock.now();
  for (const roomId of (await endSeats(tx.db, { personIds, now })).toSorted()) {
    await lockRoom(tx.db, roomId);
    await settleRoom(tx.db, roomId, now);
    tx.signal(topicOf(roomId));
  }
}
