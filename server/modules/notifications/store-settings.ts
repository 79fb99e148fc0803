import { sql } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";
import { timeZoneSql } from "../identity/index.ts";
import type { Channels, Kind } from "./kinds/index.ts";

export interface SettingsRow {
  /** Channels that the person chose; absent kinds use the defaults. */
  readonly chosen: readonly (Channels & { readonly kind: Kind })[];
  readonly fromMinute: number | null;
  readonly toMinute: number | null;
  readonly timeZone: string;
}

const selectSettings = statement<{ personId: string }, SettingsRow>(
  "notifications.find_settings",
  (p) => sql`
    select (select coalesce(json_agg(json_build_object('kind', kind, 'inbox', inbox, 'push', push, 'email', email)), '[]')
        from notifications.kind_settings where person_id = ${p.personId}::uuid) as chosen,
      (select from_minute from notifications.quiet_hours where person_id = ${p.personId}::uuid) as "fromMinute",
      (select to_minute from notifications.quiet_hours where person_id = ${p.personId}::uuid) as "toMinute",
      ${timeZoneSql(sql`${p.personId}::uuid`)} as "timeZone"`,
);
type KindChange = {
  personId: string;
  kind: Kind;
  inbox: boolean | null;
  push: boolean | null;
  email: string | null;
  usualInbox: boolean;
  usualPush: boolean;
  usualEmail: string;
  now: Date;
};
const upsertKind = statement<KindChange, never>(
  "notifications.change_kind",
  (p) => sql`
    insert into notifications.kind_settings as known (person_id, kind, inbox, push, email, changed_at)
    values (${p.personId}::uuid, ${p.kind}, coalesce(${p.inbox}::boolean, ${p.usualInbox}::boolean),
      coalesce(${p.push}::boolean, ${p.usualPush}::boolean), coalesce(${p.email}, ${p.usualEmail}), ${p.now}::timestamptz)
    on conflict (person_id, kind) do update set inbox = coalesce(${p.inbox}::boolean, known.inbox),
      push = coalesce(${p.push}::boolean, known.push), email = coalesce(${p.email}, known.email),
      changed_at = excluded.changed_at`,
);
const upsertQuiet = statement<{ personId: string; fromMinute: number; toMinute: number }, never>(
  "notifications.change_quiet_hours",
  (p) => sql`
    insert into notifications.quiet_hours (person_id, from_minute, to_minute)
    values (${p.personId}::uuid, ${p.fromMinute}::int, ${p.toMinute}::int)
    on conflict (person_id) do update set from_minute = excluded.from_minute, to_minute = excluded.to_minute`,
);
const deleteQuiet = statement<{ personId: string }, never>(
  "notifications.delete_quiet_hours",
  (p) => sql`delete from notifications.quiet_hours where person_id = ${p.personId}::uuid`,
);
const stopMails = statement<{ personId: string; kind: Kind | null }, never>(
  "notifications.stop_planned_mails",
  (p) => sql`
    update notifications.items set digest_at = null
    where person_id = ${p.personId}::uuid and digest_at is not null and (${p.kind}::text is null or kind = ${p.kind})`,
);

type Device = { personId: string; endpoint: string; p256dh: string; auth: string; now: Date };
/** Beyond this many browsers, the oldest is removed. */
const maxDevices = 10;
const upsertDevice = statement<Device, never>(
  "notifications.save_push_subscription",
  (p) => sql`
    with surplus as (
      delete from notifications.push_subscriptions where id in (
        select id from notifications.push_subscriptions where person_id = ${p.personId}::uuid and endpoint <> ${p.endpoint}
        order by created_at desc offset ${sql.lit(maxDevices - 1)})
    )
    insert into notifications.push_subscriptions (person_id, endpoint, p256dh, auth, created_at)
    values (${p.personId}::uuid, ${p.endpoint}, ${p.p256dh}, ${p.auth}, ${p.now}::timestamptz)
    on conflict (endpoint) do update set person_id = excluded.person_id, p256dh = excluded.p256dh, auth = excluded.auth`,
);
const deleteByEndpoint = statement<{ personId: string; endpoint: string }, never>(
  "notifications.delete_push_subscription",
  (p) => sql`
    delete from notifications.push_subscriptions where endpoint = ${p.endpoint} and person_id = ${p.personId}::uuid`,
);
const deleteById = statement<{ id: string }, never>(
  "notifications.delete_push_subscription_by_id",
  (p) => sql`delete from notifications.push_subscriptions where id = ${p.id}::uuid`,
);
const deleteOfPeople = statement<{ personIds: readonly string[] }, never>(
  "notifications.delete_push_subscriptions_of",
  (p) => sql`delete from notifications.push_subscriptions where person_id = any(${p.personIds}::uuid[])`,
);

export const findSettings = (db: Db, personId: string): Promise<SettingsRow> =>
  db.one(selectSettings, { personId });
/**
 * Updates the fields that aren't null.
 * @param defaults the kind's default channels if the person has chosen none
 */
export const changeKind = async (
  db: Db,
  change: { personId: string; kind: Kind; now: Date } & {
    readonly [Channel in keyof Channels]: Channels[Channel] | null;
  },
  defaults: Channels,
): Promise<void> => {
  await db.change(upsertKind, {
    ...change,
    usualInbox: defaults.inbox,
    usualPush: defaults.push,
    usualEmail: defaults.email,
  });
};
export const saveQuietHours = async (
  db: Db,
  personId: string,
  hours: { fromMinute: number; toMinute: number } | null,
): Promise<void> => {
  await (hours ? db.change(upsertQuiet, { personId, ...hours }) : db.change(deleteQuiet, { personId }));
};
/** Cancels scheduled emails, of one kind or all. */
export const cancelDigests = async (db: Db, personId: string, kind: Kind | null): Promise<void> => {
  await db.change(stopMails, { personId, kind });
};
export const saveDevice = async (db: Db, device: Device): Promise<void> => {
  await db.change(upsertDevice, device);
};
export const deleteDeviceOf = async (db: Db, personId: string, endpoint: string): Promise<void> => {
  await db.change(deleteByEndpoint, { personId, endpoint });
};
export const deleteDevice = async (db: Db, id: string): Promise<void> => {
  await db.change(deleteById, { id });
};
export const deleteDevicesOf = async (db: Db, personIds: readonly string[]): Promise<void> => {
  await db.change(deleteOfPeople, { personIds });
};
