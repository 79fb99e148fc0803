import { createHash, randomInt, randomUUID } from "node:crypto";
import type { Ctx, Tx } from "../../../ctx.ts";
import { networkKeys } from "../../../platform/address.ts";
import type { Db } from "../../../platform/db.ts";
import { BadInput, Forbidden, NotFound } from "../../../platform/errors.ts";
import { consume } from "../../../platform/rate-limit.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { findClass } from "../../catalog/index.ts";
import { requireViewer } from "../../identity/index.ts";
import { CodeNotGood, RoomFull } from "./errors.ts";
import { change, changeSeats, checkName, openRoomRow, roomOf, roomOfHost } from "./room.ts";
import type { SeenRoom } from "./room.ts";
import {
  findCode,
  findMembership,
  findRoom,
  insertRoom,
  lockRoom,
  meetsBlocked,
  saveCodes,
  saveMember,
  settleRoom,
  spend,
  wasSentAway,
} from "./store.ts";
import type { RoomKind, RoomRow } from "./store.ts";

/** People in a room, and phones of a player, the leading one among them. */
const most: Record<RoomKind, number> = { together: 30, remote: 9 };
/** No letters and digits that look or sound alike. */
const codeLetters = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
/** Typed by a person; read by a camera, which may be long enough that nobody guesses it. */
const codeLengths = { typed: 6, scanned: 26 };
const codeMs = 2 * 60_000;
/** By person and by network, and typed codes in total: networks are cheap, and six letters are few. */
const codeLimit = { name: "room code", points: 20, seconds: 600 };
const typedCodeLimit = { name: "typed room code", points: 2_000, seconds: 600 };
const openLimit = { name: "open room", points: 60, seconds: 600 };

const hashOf = (code: string): Buffer => createHash("sha256").update(code).digest();
const makeCode = (length: number): string =>
  Array.from({ length }, () => codeLetters[randomInt(codeLetters.length)]).join("");

/** Opens a room that the viewer's device leads. `memberId`: a UUID of the device's making. @throws BadInput, Forbidden, NotFound, RateLimited, Unauthenticated */
export async function openRoom(
  ctx: Ctx,
  request: { classId: string; kind: RoomKind; memberId: string; name: string },
): Promise<SeenRoom> {
  const { personId, isChild } = requireViewer(ctx);
  const { kind } = request;
  if (kind === "together" && isChild) throw new Forbidden("A child's profile opens no room.");
  if (!isUuid(request.memberId)) throw new BadInput("memberId", "A device's id is a UUID.");
  const memberId = request.memberId.toLowerCase();
  const name = checkName(request.name);
  const found = await findClass(ctx, request.classId);
  if (!found) throw new NotFound("class");
  await consume(ctx, openLimit, personId);
  const id = randomUUID();
  const now = ctx.clock.now();
  await change(ctx, id, async (tx) => {
    await insertRoom(tx.db, { id, kind, classId: found.id, hostId: memberId, now });
    if (!(await saveMember(tx.db, { id: memberId, roomId: id, personId, name, now })))
      throw new BadInput("memberId", "This device is in another room: give it a new id.");
  });
  return roomOf(ctx, id, memberId);
}

/** The way to a remote for one more phone. */
export interface RoomCode {
  /** To be typed. */
  readonly code: string;
  /** The same to be read by a camera. */
  readonly scanned: string;
  readonly expiresAt: Date;
}

/** A code for one more phone, good once within two minutes; one that nobody has used yet is not good any more. */
export async function newRoomCode(ctx: Ctx, roomId: string, memberId: string): Promise<RoomCode> {
  const room = await roomOfHost(ctx, roomId, memberId);
  if (room.kind !== "remote") throw new NotFound("room");
  const [code, scanned] = [makeCode(codeLengths.typed), makeCode(codeLengths.scanned)];
  const expiresAt = new Date(ctx.clock.now().getTime() + codeMs);
  await ctx.transact(async (tx) => {
    await lockRoom(tx.db, room.id);
    await saveCodes(tx.db, { hashes: [hashOf(code), hashOf(scanned)], roomId: room.id, expiresAt });
  });
  return { code, scanned, expiresAt };
}

/** Comes into a room as a device: a player's by its code, one to dance in by its link. */
export interface Joining {
  readonly code: string | null;
  readonly roomId: string | null;
  readonly memberId: string;
  readonly name: string;
}
interface Comer {
  readonly memberId: string;
  readonly personId: string;
  readonly name: string;
}

/** @throws BadInput, CodeNotGood, Forbidden, NotFound, RateLimited, RoomFull, Unauthenticated */
export async function joinRoom(ctx: Ctx, joining: Joining): Promise<SeenRoom> {
  const { personId, isChild } = requireViewer(ctx);
  if (!isUuid(joining.memberId)) throw new BadInput("memberId", "A device's id is a UUID.");
  const who = { memberId: joining.memberId.toLowerCase(), personId, name: checkName(joining.name) };
  const roomId =
    joining.code === null
      ? await enterByLink(ctx, joining.roomId, who, isChild)
      : await enterByCode(ctx, joining.code, who);
  return roomOf(ctx, roomId, who.memberId);
}

async function enterByCode(ctx: Ctx, typed: string, who: Comer): Promise<string> {
  const code = typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  await consume(ctx, codeLimit, [who.personId, ...networkKeys(ctx.clientAddress)]);
  if (code.length < codeLengths.scanned) await consume(ctx, typedCodeLimit, "all");
  const hash = hashOf(code);
  const roomId = await findCode(ctx.db, hash, ctx.clock.now());
  if (!roomId) throw new CodeNotGood();
  await openRoomRow(ctx, roomId).catch((error: unknown) => {
    throw error instanceof NotFound ? new CodeNotGood() : error;
  });
  await admit(ctx, roomId, who, async (tx) => {
    if (!(await spend(tx.db, hash, tx.clock.now()))) throw new CodeNotGood();
  });
  return roomId;
}

async function enterByLink(ctx: Ctx, given: string | null, who: Comer, isChild: boolean): Promise<string> {
  if (!given || !isUuid(given)) throw new NotFound("room");
  const roomId = given.toLowerCase();
  const known = await findMembership(ctx.db, { id: who.memberId, personId: who.personId });
  const room = await openRoomRow(ctx, roomId);
  // Who was there may come back, also into a locked room; a remote's number isn't the way into it.
  const isBack = known?.roomId === roomId && !(room.kind === "remote" ? known.isGone : known.isRemoved);
  if (!isBack && (room.kind !== "together" || room.isLocked)) throw new NotFound("room");
  if (!isBack && isChild) throw new Forbidden("A child's profile dances in no room.");
  await admit(ctx, roomId, who);
  return roomId;
}

/** Gives somebody a place in an open room, after `first`, which may still refuse. */
async function admit(ctx: Ctx, roomId: string, who: Comer, first?: (tx: Tx) => Promise<void>): Promise<void> {
  await changeSeats(ctx, roomId, async (tx) => {
    await first?.(tx);
    const now = tx.clock.now();
    // Before anybody comes: a room that all have left is closed, not the next one's.
    await settleRoom(tx.db, roomId, now);
    const room = await findRoom(tx.db, roomId, now);
    if (!room || room.closedAt) throw new NotFound("room");
    const isIn = room.members.some(({ id }) => id === who.memberId);
    if (!isIn && room.members.length >= most[room.kind]) throw new RoomFull(most[room.kind]);
    if (await isUnwanted(tx.db, room, who)) throw new NotFound("room");
    const { memberId: id, personId, name } = who;
    if (!(await saveMember(tx.db, { id, roomId, personId, name, now }))) throw new NotFound("room");
  });
}

/** A room with somebody whom one has blocked, or who has blocked one, isn't there; nor is one from which one was sent away, by whatever device. */
async function isUnwanted(db: Db, room: RoomRow, who: Comer): Promise<boolean> {
  if (await meetsBlocked(db, room.id, who.personId)) return true;
  const hasOther = room.members.some(({ personId }) => personId === who.personId);
  return room.kind === "together" && !hasOther && (await wasSentAway(db, room.id, who.personId));
}
