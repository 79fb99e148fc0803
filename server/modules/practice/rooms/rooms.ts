import { createHash, randomInt, randomUUID } from "node:crypto";
import type { Ctx, Tx } from "../../../ctx.ts";
import { BadInput, Forbidden, NotFound } from "../../../platform/errors.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { findClass } from "../../catalog/index.ts";
import { limitTries, requireViewer } from "../../identity/index.ts";
import { whileThere } from "../records.ts";
import { CodeNotGood, RoomFull } from "./errors.ts";
import {
  changeRoomRow,
  deleteOldRooms,
  endMember,
  findMembership,
  findRoom,
  insertCode,
  insertMessage,
  insertRoom,
  lockRoom,
  meetsBlocked,
  saveMember,
  saveState,
  useCode,
} from "./store.ts";
import type { RoomKind, RoomRow, RoomState } from "./store.ts";

export { roomKinds } from "./store.ts";
export type { MemberRow, MessageRow, RoomKind, RoomRow, RoomState } from "./store.ts";

/** People in a room, and phones of a player, the leading one among them. */
const most: Record<RoomKind, number> = { together: 30, remote: 9 };
/** No letters and digits that look or sound alike. */
const codeLetters = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const codeLength = 6;
const codeMs = 2 * 60_000;
const codeTries = { most: 20, windowSeconds: 600 };
/** A leading player that wasn't heard of for this long is gone, and its room with it. */
const goneMs = 30 * 60_000;
/** How far a player's idea of the server's time may be off, or how far ahead it may say what it will do. */
const mostAheadMs = 15_000;

/** What a phone may press. */
export const remoteActions = [
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
export const cheers = ["yes", "again", "got_it", "wait", "slower", "love_it"] as const;

const topicOf = (roomId: string): string => `practice.room.${roomId}`;
const hashOf = (code: string): Buffer => createHash("sha256").update(code).digest();

/** A room as one of its members sees it. */
export interface SeenRoom extends RoomRow {
  readonly memberId: string;
}

function checkName(name: string): string {
  const shown = name.replaceAll(/\p{C}/gu, "").trim();
  if (shown === "" || shown.length > 40) throw new BadInput("name", "A name has 1 to 40 characters.");
  return shown;
}

/** The room that a device of the viewer is in. @throws NotFound for everybody else, and once it is closed */
async function roomOf(ctx: Ctx, roomId: string, memberId: string): Promise<SeenRoom> {
  const { personId } = requireViewer(ctx);
  if (!isUuid(roomId) || !isUuid(memberId)) throw new NotFound("room");
  const member = await findMembership(ctx.db, { id: memberId, personId });
  if (!member || member.isGone || member.roomId !== roomId.toLowerCase()) throw new NotFound("room");
  return { ...(await openRoomRow(ctx, roomId)), memberId };
}

async function openRoomRow(ctx: Ctx, roomId: string): Promise<RoomRow> {
  const now = ctx.clock.now();
  const room = await findRoom(ctx.db, roomId, now);
  if (!room || room.closedAt || now.getTime() - room.ledAt.getTime() > goneMs) throw new NotFound("room");
  return room;
}

async function roomOfHost(ctx: Ctx, roomId: string, memberId: string): Promise<SeenRoom> {
  const room = await roomOf(ctx, roomId, memberId);
  if (room.hostId !== memberId) throw new Forbidden("Only the one who leads may do that.");
  return room;
}

/** Changes a room in one transaction, and lets everybody in it know. */
async function change(ctx: Ctx, roomId: string, work: (tx: Tx) => Promise<void>): Promise<void> {
  await whileThere(() =>
    ctx.transact(async (tx) => {
      await work(tx);
      tx.signal(topicOf(roomId));
    }),
  );
}

/** Opens a room that the viewer's device leads. `memberId`: a UUID of the device's making. @throws BadInput, Forbidden, NotFound, Unauthenticated */
export async function openRoom(
  ctx: Ctx,
  request: { classId: string; kind: RoomKind; memberId: string; name: string },
): Promise<SeenRoom> {
  const { personId, isChild } = requireViewer(ctx);
  const { kind, memberId } = request;
  if (kind === "together" && isChild) throw new Forbidden("A child's profile opens no room.");
  if (!isUuid(memberId)) throw new BadInput("memberId", "A device's id is a UUID.");
  const name = checkName(request.name);
  const found = await findClass(ctx, request.classId);
  if (!found) throw new NotFound("class");
  const id = randomUUID();
  const now = ctx.clock.now();
  await change(ctx, id, async (tx) => {
    await insertRoom(tx.db, { id, kind, classId: found.id, hostId: memberId, now });
    if (!(await saveMember(tx.db, { id: memberId, roomId: id, personId, name, now })))
      throw new BadInput("memberId", "This device is in another room: give it a new id.");
  });
  return roomOf(ctx, id, memberId);
}

/** A code for one more phone, good once within two minutes; one that nobody has used yet is not good any more. */
export async function newRoomCode(
  ctx: Ctx,
  roomId: string,
  memberId: string,
): Promise<{ code: string; expiresAt: Date }> {
  const room = await roomOfHost(ctx, roomId, memberId);
  if (room.kind !== "remote") throw new NotFound("room");
  const code = Array.from({ length: codeLength }, () => codeLetters[randomInt(codeLetters.length)]).join("");
  const expiresAt = new Date(ctx.clock.now().getTime() + codeMs);
  await ctx.transact((tx) => insertCode(tx.db, { hash: hashOf(code), roomId, expiresAt }));
  return { code, expiresAt };
}

/** Comes into a room as a device: a player's by its code, one to dance in by its link. */
export interface Joining {
  readonly code: string | null;
  readonly roomId: string | null;
  readonly memberId: string;
  readonly name: string;
}

/** @throws BadInput, CodeNotGood, Forbidden, NotFound, RateLimited, RoomFull, Unauthenticated */
export async function joinRoom(ctx: Ctx, joining: Joining): Promise<SeenRoom> {
  const { personId, isChild } = requireViewer(ctx);
  const { memberId } = joining;
  if (!isUuid(memberId)) throw new BadInput("memberId", "A device's id is a UUID.");
  const name = checkName(joining.name);
  if (joining.code === null) return enter(ctx, { ...joining, name, personId, isChild });
  await limitTries(ctx, ["room code", ctx.clientAddress ?? personId], codeTries);
  const code = joining.code.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  const roomId = await ctx.transact((tx) => useCode(tx.db, hashOf(code), tx.clock.now()));
  if (!roomId) throw new CodeNotGood();
  const room = await openRoomRow(ctx, roomId).catch(() => {
    throw new CodeNotGood();
  });
  await admit(ctx, room, { memberId, personId, name });
  return roomOf(ctx, room.id, memberId);
}

async function enter(ctx: Ctx, coming: Joining & { personId: string; isChild: boolean }): Promise<SeenRoom> {
  const { roomId, memberId, personId, name, isChild } = coming;
  if (!roomId || !isUuid(roomId)) throw new NotFound("room");
  const known = await findMembership(ctx.db, { id: memberId, personId });
  const room = await openRoomRow(ctx, roomId);
  const isBack = known?.roomId === room.id && !known.isGone;
  if (isBack) return { ...room, memberId };
  // A remote's number isn't the way into it.
  if (room.kind !== "together" || room.isLocked) throw new NotFound("room");
  if (isChild) throw new Forbidden("A child's profile dances in no room.");
  await admit(ctx, room, { memberId, personId, name });
  return roomOf(ctx, room.id, memberId);
}

async function admit(
  ctx: Ctx,
  room: RoomRow,
  who: { memberId: string; personId: string; name: string },
): Promise<void> {
  await change(ctx, room.id, async (tx) => {
    await lockRoom(tx.db, room.id);
    const now = tx.clock.now();
    const there = await findRoom(tx.db, room.id, now);
    const isIn = there?.members.some(({ id }) => id === who.memberId) ?? false;
    if (!isIn && (there?.members.length ?? 0) >= most[room.kind]) throw new RoomFull(most[room.kind]);
    const { memberId: id, personId, name } = who;
    // A room with somebody whom one has blocked, or who has blocked one, isn't there.
    if (await meetsBlocked(tx.db, room.id, personId)) throw new NotFound("room");
    if (!(await saveMember(tx.db, { id, roomId: room.id, personId, name, now }))) throw new NotFound("room");
  });
}

/** Says where the leading player stands. @throws BadInput, Forbidden, NotFound, Unauthenticated */
export async function leadRoom(ctx: Ctx, roomId: string, memberId: string, state: RoomState): Promise<void> {
  await roomOfHost(ctx, roomId, memberId);
  const now = ctx.clock.now();
  if (!(state.rate >= 0.25 && state.rate <= 1.5)) throw new BadInput("rate", "The tempo is 0.25 to 1.5.");
  if (!(state.positionMs >= 0) || state.label.length > 200)
    throw new BadInput("state", "The state names a place in the class.");
  if (Math.abs(state.at - now.getTime()) > mostAheadMs)
    throw new BadInput("at", "The time is the server's, within some seconds.");
  await change(ctx, roomId, (tx) => saveState(tx.db, roomId, state, now));
}

/** Presses a key on the player, or calls something out. @throws BadInput, NotFound, RateLimited, Unauthenticated */
export async function sendToRoom(ctx: Ctx, roomId: string, memberId: string, body: string): Promise<void> {
  const room = await roomOf(ctx, roomId, memberId);
  const allowed: readonly string[] = room.kind === "remote" ? remoteActions : cheers;
  if (!allowed.includes(body)) throw new BadInput("body", `One of ${allowed.join(", ")}.`);
  await limitTries(ctx, ["room message", memberId], { most: 120, windowSeconds: 60 });
  await change(ctx, roomId, (tx) => insertMessage(tx.db, { roomId, memberId, body, now: tx.clock.now() }));
}

/** Goes; when the leading player goes from its remote, the remote is closed, and when it goes from a room the next one leads. */
export async function leaveRoom(ctx: Ctx, roomId: string, memberId: string): Promise<void> {
  const room = await roomOf(ctx, roomId, memberId);
  const next = room.members.find(({ id }) => id !== memberId);
  await change(ctx, roomId, async (tx) => {
    const now = tx.clock.now();
    await endMember(tx.db, { id: memberId, roomId, isRemoved: false, now });
    if (room.hostId !== memberId) return;
    const isOver = room.kind === "remote" || !next;
    const hostId = isOver ? null : next.id;
    await changeRoomRow(tx.db, { id: roomId, hostId, isLocked: null, closedAt: isOver ? now : null });
  });
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
  if (removeId === memberId || (hostId !== null && room.kind === "remote")) throw new NotFound("member");
  await change(ctx, roomId, async (tx) => {
    if (removeId) await endMember(tx.db, { id: removeId, roomId, isRemoved: true, now: tx.clock.now() });
    await changeRoomRow(tx.db, { id: roomId, hostId, isLocked, closedAt: null });
  });
  return roomOf(ctx, roomId, memberId);
}

/** The room now, and again with every change of it. @throws NotFound, Unauthenticated */
export async function roomChanges(
  ctx: Ctx,
  roomId: string,
  memberId: string,
): Promise<AsyncGenerator<undefined>> {
  await roomOf(ctx, roomId, memberId);
  return ctx.live.changes([topicOf(roomId)], 0);
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
