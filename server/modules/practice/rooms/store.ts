import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { deleteInBatches, oldest } from "../../../platform/jobs/retention.ts";
import { isBlockedSql } from "../../profiles/index.ts";

export const roomKinds = ["remote", "together"] as const;
export type RoomKind = (typeof roomKinds)[number];

/** Player state. Milliseconds of the class; `at`: server time, since 1970. */
export interface RoomState {
  readonly positionMs: number;
  /** When the player is, or will be, at `positionMs`. */
  readonly at: number;
  readonly isPlaying: boolean;
  readonly rate: number;
  readonly loopStartMs: number | null;
  readonly loopEndMs: number | null;
  /** Label of the current part. */
  readonly label: string;
}
export interface MemberRow {
  readonly id: string;
  readonly name: string;
  /** The device's owner; not visible to other members. */
  readonly personId: string;
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
  /** Current members, in order of joining. */
  readonly members: readonly MemberRow[];
  /** Recent messages, in order. */
  readonly messages: readonly MessageRow[];
}

/** Messages older than this are dropped, in seconds. */
const freshSeconds = 10;
const columns = sql`
  rooms.id, rooms.kind, rooms.class_id as "classId", rooms.host_id as "hostId", rooms.is_locked as "isLocked", rooms.state,
  rooms.led_at as "ledAt", rooms.closed_at as "closedAt", (
    select coalesce(json_agg(json_build_object('id', member.id, 'name', member.name, 'personId', member.person_id) order by member.joined_at, member.id), '[]')
    from practice.room_members as member where member.room_id = rooms.id and member.left_at is null) as members`;

const selectRooms = statement<{ ids: readonly string[]; now: Date }, RoomRow>(
  "practice.list_rooms",
  (p) => sql`
    select ${columns}, (
      select coalesce(json_agg(json_build_object('id', message.id::text, 'memberId', message.member_id, 'body', message.body) order by message.id), '[]')
      from practice.room_messages as message
      where message.room_id = rooms.id and message.sent_at > ${p.now}::timestamptz - make_interval(secs => ${sql.lit(freshSeconds)})) as messages
    from practice.rooms where rooms.id = any(${p.ids}::uuid[])`,
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
    insert into practice.room_members as member (id, room_id, person_id, name, joined_at, seen_at)
    values (${p.id}::uuid, ${p.roomId}::uuid, ${p.personId}::uuid, ${p.name}, ${p.now}::timestamptz, ${p.now}::timestamptz)
    on conflict (id) do update set left_at = null, seen_at = excluded.seen_at, name = excluded.name
      where member.room_id = excluded.room_id and member.person_id = excluded.person_id and not member.is_removed
    returning member.id`,
);
const selectMembership = statement<{ id: string; personId: string }, Membership>(
  "practice.find_room_member",
  (p) => sql`
    select room_id as "roomId", left_at is not null as "isGone", is_removed as "isRemoved" from practice.room_members
    where id = ${p.id}::uuid and person_id = ${p.personId}::uuid`,
);
const selectParted = statement<{ roomId: string; personId: string }, { id: string }>(
  "practice.find_blocked_member",
  (p) => sql`
    select id from practice.room_members as member
    where room_id = ${p.roomId}::uuid and left_at is null and ${isBlockedSql(p.personId, sql`member.person_id`)} limit 1`,
);
const selectRemoved = statement<{ roomId: string; personId: string }, { id: string }>(
  "practice.find_removed_member",
  (p) => sql`
    select id from practice.room_members
    where room_id = ${p.roomId}::uuid and person_id = ${p.personId}::uuid and is_removed limit 1`,
);
const touchMember = statement<
  {
    id: string;
    roomId: string;
    personId: string;
    now: Date;
    seenAt: Date;
    lostBefore: Date;
    ledBefore: Date;
  },
  { time: number; isLost: boolean }
>(
  "practice.stay_in_room",
  (p) => sql`
    with here as (
      update practice.room_members set seen_at = ${p.seenAt}::timestamptz
      where id = ${p.id}::uuid and room_id = ${p.roomId}::uuid and person_id = ${p.personId}::uuid and left_at is null
      returning id, room_id
    ), kept as (
      update practice.rooms set led_at = ${p.now}::timestamptz from here
      where rooms.id = here.room_id and led_at < ${p.ledBefore}::timestamptz and (rooms.kind = 'together' or rooms.host_id = here.id)
    )
    select extract(epoch from clock_timestamp())::float8 * 1000 as time, not exists (
      select from practice.room_members as host where host.id = rooms.host_id and host.left_at is null and (host.id = here.id or host.seen_at >= ${p.lostBefore}::timestamptz)
    ) or exists (
      select from practice.room_members as member
      where member.room_id = rooms.id and member.id <> here.id and member.left_at is null and member.seen_at < ${p.lostBefore}::timestamptz and rooms.kind = 'together'
    ) as "isLost"
    from here join practice.rooms on rooms.id = here.room_id where rooms.closed_at is null`,
);
const endLost = statement<{ roomId: string; now: Date; lostBefore: Date }, never>(
  "practice.end_lost_members",
  (p) => sql`
    update practice.room_members as member set left_at = ${p.now}::timestamptz
    from practice.rooms
    where rooms.id = ${p.roomId}::uuid and member.room_id = rooms.id and left_at is null and seen_at < ${p.lostBefore}::timestamptz
      and (rooms.kind = 'together' or member.id = rooms.host_id)`,
);
const settleHost = statement<{ id: string; now: Date }, never>(
  "practice.settle_room",
  (p) => sql`
    update practice.rooms set
      host_id = coalesce(next.id, host_id),
      closed_at = case when next.id is null then coalesce(closed_at, ${p.now}::timestamptz) else closed_at end
    from (select 1) as always left join lateral (
      select member.id from practice.room_members as member join practice.rooms as own on own.id = member.room_id
      where own.id = ${p.id}::uuid and own.kind = 'together' and member.left_at is null order by member.joined_at, member.id limit 1
    ) as next on true
    where rooms.id = ${p.id}::uuid
      and not exists (select from practice.room_members as host where host.id = rooms.host_id and host.left_at is null)`,
);
const endMembership = statement<{ id: string; roomId: string; isRemoved: boolean; now: Date }, never>(
  "practice.leave_room",
  (p) => sql`
    update practice.room_members set left_at = coalesce(left_at, ${p.now}::timestamptz), is_removed = is_removed or ${p.isRemoved}::boolean
    where id = ${p.id}::uuid and room_id = ${p.roomId}::uuid`,
);
const endSeatsOf = statement<{ personIds: readonly string[]; now: Date }, { roomId: string }>(
  "practice.end_seats_of",
  (p) => sql`
    update practice.room_members set left_at = ${p.now}::timestamptz
    where person_id = any(${p.personIds}::uuid[]) and left_at is null returning room_id as "roomId"`,
);
const updateState = statement<
  { id: string; hostId: string; state: string; now: Date; at: number; maxAheadMs: number },
  { isTimely: boolean }
>(
  "practice.update_room_state",
  (p) => sql`
    with found as (
      select id, abs(extract(epoch from clock_timestamp())::float8 * 1000 - ${p.at}::float8) <= ${p.maxAheadMs}::float8 as timely
      from practice.rooms where id = ${p.id}::uuid and host_id = ${p.hostId}::uuid and closed_at is null for update
    ), told as (
      update practice.rooms set state = ${p.state}::jsonb, led_at = ${p.now}::timestamptz from found
      where rooms.id = found.id and found.timely
    )
    select timely as "isTimely" from found`,
);
const updateRoom = statement<{ id: string; hostId: string | null; isLocked: boolean | null }, never>(
  "practice.update_room",
  (p) => sql`
    update practice.rooms set host_id = coalesce(${p.hostId}::uuid, host_id), is_locked = coalesce(${p.isLocked}::boolean, is_locked)
    where id = ${p.id}::uuid`,
);
const insertOneMessage = statement<{ roomId: string; memberId: string; body: string; now: Date }, never>(
  "practice.insert_room_message",
  (p) => sql`
    insert into practice.room_messages (room_id, member_id, body, sent_at)
    values (${p.roomId}::uuid, ${p.memberId}::uuid, ${p.body}, ${p.now}::timestamptz)`,
);
const deleteOld = statement<{ before: Date }, never>(
  "practice.delete_old_rooms",
  (p) => sql`delete from practice.rooms where ${oldest("practice.rooms", "led_at", p.before)}`,
);
const deleteOldMessages = statement<{ before: Date }, never>(
  "practice.delete_old_room_messages",
  (p) =>
    sql`delete from practice.room_messages where ${oldest("practice.room_messages", "sent_at", p.before)}`,
);

/** Past or present membership of a device. */
export interface Membership {
  readonly roomId: string;
  readonly isGone: boolean;
  /** The host removed the device. */
  readonly isRemoved: boolean;
}

export const listRooms = (db: Db, ids: readonly string[], now: Date): Promise<RoomRow[]> =>
  db.many(selectRooms, { ids, now });
export const findRoom = async (db: Db, id: string, now: Date): Promise<RoomRow | null> =>
  (await listRooms(db, [id], now))[0] ?? null;
export const insertRoom = async (
  db: Db,
  room: { id: string; kind: RoomKind; classId: string; hostId: string; now: Date },
): Promise<void> => {
  await db.change(insertOne, room);
};
/** Locks the room until the transaction ends, so that concurrent joins run one after another. */
export const lockRoom = async (db: Db, id: string): Promise<void> => {
  await db.maybe(lockOne, { id });
};
/**
 * Upserts a membership.
 * @returns false if the device was removed, or belongs to another person
 */
export const saveMember = async (
  db: Db,
  member: { id: string; roomId: string; personId: string; name: string; now: Date },
): Promise<boolean> => (await db.maybe(upsertMember, member)) !== null;
export const findMembership = (
  db: Db,
  member: { id: string; personId: string },
): Promise<Membership | null> => db.maybe(selectMembership, member);
/**
 * Updates the heartbeat of a device to `seenAt`, which keeps the room alive. Null if it isn't in the room.
 * `time`: the database's clock, milliseconds since 1970. `isLost`: a member wasn't seen since `lostBefore`, or there is
 * no host.
 */
export const touchSeat = (
  db: Db,
  seat: {
    id: string;
    roomId: string;
    personId: string;
    now: Date;
    seenAt: Date;
    lostBefore: Date;
    ledBefore: Date;
  },
): Promise<{ time: number; isLost: boolean } | null> => db.maybe(touchMember, seat);
/** Ends memberships not seen since `lostBefore`; in a remote only the player's, since phones sleep. */
export const endLostMembers = async (
  db: Db,
  lost: { roomId: string; now: Date; lostBefore: Date },
): Promise<void> => {
  await db.change(endLost, lost);
};
/** If the host has left, makes the longest-present member host; closes a remote or an empty room. */
export const settleRoom = async (db: Db, id: string, now: Date): Promise<void> => {
  await db.change(settleHost, { id, now });
};
export const endMember = async (
  db: Db,
  member: { id: string; roomId: string; isRemoved: boolean; now: Date },
): Promise<void> => {
  await db.change(endMembership, member);
};
/**
 * Ends every membership of these people.
 * @returns their rooms
 */
export const endSeats = async (
  db: Db,
  ended: { personIds: readonly string[]; now: Date },
): Promise<string[]> => [...new Set((await db.many(endSeatsOf, ended)).map(({ roomId }) => roomId))];
/**
 * Stores the player state. Null if the device isn't the host; `isTimely`: its time is within `mostAheadMs` of the
 * database's.
 */
export const saveState = (
  db: Db,
  led: { id: string; hostId: string; state: RoomState; now: Date; maxAheadMs: number },
): Promise<{ isTimely: boolean } | null> =>
  db.maybe(updateState, { ...led, state: JSON.stringify(led.state), at: led.state.at });
/** Null leaves a field unchanged. */
export const changeRoomRow = async (
  db: Db,
  room: { id: string; hostId: string | null; isLocked: boolean | null },
): Promise<void> => {
  await db.change(updateRoom, room);
};
export const insertMessage = async (
  db: Db,
  message: { roomId: string; memberId: string; body: string; now: Date },
): Promise<void> => {
  await db.change(insertOneMessage, message);
};
export const deleteOldRooms = async (db: Db, times: { rooms: Date; messages: Date }): Promise<void> => {
  await deleteInBatches(db, deleteOldMessages, { before: times.messages });
  await deleteInBatches(db, deleteOld, { before: times.rooms });
};
/** Whether a room has a member who blocked a person or was blocked by them. */
export const meetsBlocked = async (db: Db, roomId: string, personId: string): Promise<boolean> =>
  (await db.maybe(selectParted, { roomId, personId })) !== null;
/** Whether a person was removed from a room. */
export const wasRemoved = async (db: Db, roomId: string, personId: string): Promise<boolean> =>
  (await db.maybe(selectRemoved, { roomId, personId })) !== null;
