import DataLoader from "dataloader";
import type { Ctx, Tx } from "../../../ctx.ts";
import { Forbidden, NotFound } from "../../../platform/errors.ts";
import { readName } from "../../../platform/text.ts";
import type { Live } from "../../../platform/live.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { requireViewer } from "../../identity/index.ts";
import { whileThere } from "../records.ts";
import { endLostMembers, endSeats, listRooms, lockRoom, settleRoom } from "./store.ts";
import type { RoomRow } from "./store.ts";

/** A device that wasn't heard of for this long has left. Browsers let a tab that nobody sees speak once a minute. */
export const lostMs = 75_000;
/** A room that nobody was in for this long is gone. */
const goneMs = 30 * 60_000;

export const topicOf = (roomId: string): string => `practice.room.${roomId}`;

/** A room as one of its members sees it. */
export interface SeenRoom extends RoomRow {
  readonly memberId: string;
}

/** A device's name as others see it. @throws BadInput */
export const checkName = (name: string): string => readName(name, "name", 40);

/** A change wakes everybody in a room at once: what they ask for then is read by one statement a process, however many they are. */
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

/** The room, while it is open. @throws NotFound */
export async function openRoomRow(ctx: Ctx, roomId: string): Promise<RoomRow> {
  const room = await readerOf(ctx).load(roomId.toLowerCase());
  if (!room || room.closedAt || ctx.clock.now().getTime() - room.ledAt.getTime() > goneMs)
    throw new NotFound("room");
  return room;
}

/** The room that a device of the viewer is in. @throws NotFound for everybody else, and once it is closed */
export async function roomOf(ctx: Ctx, roomId: string, memberId: string): Promise<SeenRoom> {
  const { personId } = requireViewer(ctx);
  if (!isUuid(roomId) || !isUuid(memberId)) throw new NotFound("room");
  const room = await openRoomRow(ctx, roomId);
  const id = memberId.toLowerCase();
  if (!room.members.some((member) => member.id === id && member.personId === personId))
    throw new NotFound("room");
  return { ...room, memberId: id };
}

/** The same, for the device that leads. @throws Forbidden for the others in it */
export async function roomOfHost(ctx: Ctx, roomId: string, memberId: string): Promise<SeenRoom> {
  const room = await roomOf(ctx, roomId, memberId);
  if (room.hostId !== room.memberId) throw new Forbidden("Only the one who leads may do that.");
  return room;
}

/** Changes a room in one transaction, and lets everybody in it know. */
export async function change(ctx: Ctx, roomId: string, work: (tx: Tx) => Promise<void>): Promise<void> {
  await whileThere(() =>
    ctx.transact(async (tx) => {
      await work(tx);
      tx.signal(topicOf(roomId));
    }),
  );
}

/** Changes who is in a room, one change after another; whoever fell silent goes, and somebody leads afterwards. */
export async function changeSeats(ctx: Ctx, roomId: string, work: (tx: Tx) => Promise<void>): Promise<void> {
  await change(ctx, roomId, async (tx) => {
    await lockRoom(tx.db, roomId);
    const now = tx.clock.now();
    await endLostMembers(tx.db, { roomId, now, lostBefore: new Date(now.getTime() - lostMs) });
    await work(tx);
    await settleRoom(tx.db, roomId, now);
  });
}

/** Takes people out of every room, with all their devices; a remote of theirs is closed. */
export async function leaveAllRooms(tx: Tx, personIds: readonly string[]): Promise<void> {
  const now = tx.clock.now();
  for (const roomId of (await endSeats(tx.db, { personIds, now })).toSorted()) {
    await lockRoom(tx.db, roomId);
    await settleRoom(tx.db, roomId, now);
    tx.signal(topicOf(roomId));
  }
}
