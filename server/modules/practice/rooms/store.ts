import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { isBlockedSql } from "../../profiles/index.ts";

export const roomKinds = ["remote", "together"] as const;
export type RoomKind = (typeof roomKinds)[number];

/** Where the leading player stands. Milliseconds of the class; `at`: of the server's time, since 1970. */
export interface RoomState {
  readonly positionMs: number;
  /** When it stands, or will stand, at `positionMs`. */
  readonly at: number;
  readonly isPlaying: boolean;
  readonly rate: number;
  readonly loopStartMs: number | null;
  readonly loopEndMs: number | null;
  /** What the part that plays is called. */
  readonly label: string;
}
export interface MemberRow {
  readonly id: string;
  readonly name: string;
}
export interface MessageRow {
  readonly id: string;
  readonly memberId: string;
  readonly body: string;
}
export interface RoomRow {
  readonly id: string;
  readonly kind: RoomKind;
  readonly classId: string;
  readonly hostId: string;
  readonly isLocked: boolean;
  readonly state: RoomState | null;
  readonly ledAt: Date;
  readonly closedAt: Date | null;
  /** Those who are there now, the first to come first. */
  readonly members: readonly MemberRow[];
  /** What was sent in the last seconds, in order. */
  readonly messages: readonly MessageRow[];
}

/** A message older than this is of no use any more, in seconds. */
const freshSeconds = 10;
const columns = sql`
  rooms.id, rooms.kind, rooms.class_id as "classId", rooms.host_id as "hostId", rooms.is_locked as "isLocked", rooms.state,
  rooms.led_at as "ledAt", rooms.closed_at as "closedAt", (
    select coalesce(json_agg(json_build_object('id', member.id, 'name', member.name) order by member.joined_at, member.id), '[]')
    from practice.room_members as member where member.room_id = rooms.id and member.left_at is null) as members`;

const selectRoom = statement<{ id: string; now: Date }, RoomRow>(
  "practice.find_room",
  (p) => sql`
    select ${columns}, (
      select coalesce(json_agg(json_build_object('id', message.id::text, 'memberId', message.member_id, 'body', message.body) order by message.id), '[]')
      from practice.room_messages as message
      where message.room_id = rooms.id and message.sent_at > ${p.now}::timestamptz - make_interval(secs => ${sql.lit(freshSeconds)})) as messages
    from practice.rooms where rooms.id = ${p.id}::uuid`,
);
const insertOne = statement<
  { id: string; kind: RoomKind; classId: string; hostId: string; now: Date },
  never
>(
  "practice.insert_room",
  (p) => sql`
    insert into practice.rooms (id, kind, class_id, host_id, created_at, led_at)
    values (${p.id}::uuid, ${p.kind}, ${p.classId}::uuid, ${p.hostId}::uuid, ${p.now}::timestamptz, ${p.now}::timestamptz)`,
);
const lockOne = statement<{ id: string }, { id: string }>(
  "practice.lock_room",
  (p) => sql`select id from practice.rooms where id = ${p.id}::uuid for update`,
);
const upsertMember = statement<
  { id: string; roomId: string; personId: string; name: string; now: Date },
  { id: string }
>(
  "practice.join_room",
  (p) => sql`
    insert into practice.room_members as member (id, room_id, person_id, name, joined_at)
    values (${p.id}::uuid, ${p.roomId}::uuid, ${p.personId}::uuid, ${p.name}, ${p.now}::timestamptz)
    on conflict (id) do update set left_at = null, name = excluded.name
      where member.room_id = excluded.room_id and member.person_id = excluded.person_id and not member.is_removed
    returning member.id`,
);
const selectMembership = statement<{ id: string; personId: string }, { roomId: string; isGone: boolean }>(
  "practice.find_room_member",
  (p) => sql`
    select room_id as "roomId", left_at is not null as "isGone" from practice.room_members
    where id = ${p.id}::uuid and person_id = ${p.personId}::uuid`,
);
const selectParted = statement<{ roomId: string; personId: string }, { id: string }>(
  "practice.find_blocked_member",
  (p) => sql`
    select id from practice.room_members as member
    where room_id = ${p.roomId}::uuid and left_at is null and ${isBlockedSql(p.personId, sql`member.person_id`)} limit 1`,
);
const endMembership = statement<{ id: string; roomId: string; isRemoved: boolean; now: Date }, never>(
  "practice.leave_room",
  (p) => sql`
    update practice.room_members set left_at = coalesce(left_at, ${p.now}::timestamptz), is_removed = is_removed or ${p.isRemoved}::boolean
    where id = ${p.id}::uuid and room_id = ${p.roomId}::uuid`,
);
const updateState = statement<{ id: string; state: string; now: Date }, never>(
  "practice.update_room_state",
  (p) =>
    sql`update practice.rooms set state = ${p.state}::jsonb, led_at = ${p.now}::timestamptz where id = ${p.id}::uuid`,
);
const updateRoom = statement<
  { id: string; hostId: string | null; isLocked: boolean | null; closedAt: Date | null },
  never
>(
  "practice.update_room",
  (p) => sql`
    update practice.rooms set host_id = coalesce(${p.hostId}::uuid, host_id), is_locked = coalesce(${p.isLocked}::boolean, is_locked),
      closed_at = coalesce(closed_at, ${p.closedAt}::timestamptz)
    where id = ${p.id}::uuid`,
);
const insertOneMessage = statement<{ roomId: string; memberId: string; body: string; now: Date }, never>(
  "practice.insert_room_message",
  (p) => sql`
    insert into practice.room_messages (room_id, member_id, body, sent_at)
    values (${p.roomId}::uuid, ${p.memberId}::uuid, ${p.body}, ${p.now}::timestamptz)`,
);
const insertOneCode = statement<{ hash: Buffer; roomId: string; expiresAt: Date }, never>(
  "practice.insert_room_code",
  (p) => sql`
    with gone as (delete from practice.room_codes where room_id = ${p.roomId}::uuid and used_at is null)
    insert into practice.room_codes (code_hash, room_id, expires_at) values (${p.hash}::bytea, ${p.roomId}::uuid, ${p.expiresAt}::timestamptz)`,
);
const spendCode = statement<{ hash: Buffer; now: Date }, { roomId: string }>(
  "practice.use_room_code",
  (p) => sql`
    update practice.room_codes set used_at = ${p.now}::timestamptz
    where code_hash = ${p.hash}::bytea and used_at is null and expires_at > ${p.now}::timestamptz returning room_id as "roomId"`,
);
const deleteOld = statement<{ before: Date }, never>(
  "practice.delete_old_rooms",
  (p) => sql`delete from practice.rooms where led_at < ${p.before}::timestamptz`,
);
const deleteOldMessages = statement<{ before: Date }, never>(
  "practice.delete_old_room_messages",
  (p) => sql`delete from practice.room_messages where sent_at < ${p.before}::timestamptz`,
);

export const findRoom = (db: Db, id: string, now: Date): Promise<RoomRow | null> =>
  db.maybe(selectRoom, { id, now });
export const insertRoom = async (
  db: Db,
  room: { id: string; kind: RoomKind; classId: string; hostId: string; now: Date },
): Promise<void> => {
  await db.change(insertOne, room);
};
/** Holds the room until the transaction ends, so that those who come in at once come one after another. */
export const lockRoom = async (db: Db, id: string): Promise<void> => {
  await db.maybe(lockOne, { id });
};
/** Whether the device is in the room now; not when it was sent away, or is another's. */
export const saveMember = async (
  db: Db,
  member: { id: string; roomId: string; personId: string; name: string; now: Date },
): Promise<boolean> => (await db.maybe(upsertMember, member)) !== null;
export const findMembership = (
  db: Db,
  member: { id: string; personId: string },
): Promise<{ roomId: string; isGone: boolean } | null> => db.maybe(selectMembership, member);
export const endMember = async (
  db: Db,
  member: { id: string; roomId: string; isRemoved: boolean; now: Date },
): Promise<void> => {
  await db.change(endMembership, member);
};
export const saveState = async (db: Db, id: string, state: RoomState, now: Date): Promise<void> => {
  await db.change(updateState, { id, state: JSON.stringify(state), now });
};
/** Null leaves as it is. */
export const changeRoomRow = async (
  db: Db,
  room: { id: string; hostId: string | null; isLocked: boolean | null; closedAt: Date | null },
): Promise<void> => {
  await db.change(updateRoom, room);
};
export const insertMessage = async (
  db: Db,
  message: { roomId: string; memberId: string; body: string; now: Date },
): Promise<void> => {
  await db.change(insertOneMessage, message);
};
/** Keeps a code; those of the room that nobody has used are gone. */
export const insertCode = async (
  db: Db,
  code: { hash: Buffer; roomId: string; expiresAt: Date },
): Promise<void> => {
  await db.change(insertOneCode, code);
};
/** The room of a code that is good, which isn't from now on. */
export const useCode = async (db: Db, hash: Buffer, now: Date): Promise<string | null> =>
  (await db.maybe(spendCode, { hash, now }))?.roomId ?? null;
export const deleteOldRooms = async (db: Db, times: { rooms: Date; messages: Date }): Promise<void> => {
  await db.change(deleteOldMessages, { before: times.messages });
  await db.change(deleteOld, { before: times.rooms });
};
/** Whether somebody is in a room who has blocked a person, or whom they have blocked. */
export const meetsBlocked = async (db: Db, roomId: string, personId: string): Promise<boolean> =>
  (await db.maybe(selectParted, { roomId, personId })) !== null;
