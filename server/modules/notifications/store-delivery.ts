import { sql } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";
import { timeZoneSql } from "../identity/index.ts";
import { isUnseenSql } from "../profiles/index.ts";
import { isKnownSql } from "./kinds/index.ts";
import type { Channels, Kind } from "./kinds/index.ts";
import { itemColumns } from "./store.ts";
import type { ItemRow } from "./store.ts";

/** People whom another kind notifies of the same, and by which channels unless they chose others. */
interface Reached {
  readonly reached: readonly string[];
  readonly reachedBy: Kind | null;
  readonly reachedInbox: boolean;
  readonly reachedPush: boolean;
  readonly reachedEmail: string;
}

/** An item for several people. */
export interface NewItem extends Reached {
  readonly sourceId: string;
  readonly people: readonly string[];
  readonly kind: Kind;
  readonly groupKey: string;
  readonly facts: string;
  readonly path: string;
  readonly groupPath: string;
  readonly imagePath: string | null;
  readonly actorId: string | null;
  readonly now: Date;
}

/** An item created for one person, and its channels. */
export interface NotifiedRow extends Channels {
  readonly id: string;
  readonly personId: string;
  readonly fromMinute: number | null;
  readonly toMinute: number | null;
  readonly timeZone: string;
  /** Ids of the person's push devices. */
  readonly devices: readonly string[];
}

const insertItems = statement<NewItem & Channels, NotifiedRow>(
  "notifications.insert_items",
  (p) => sql`
    with fresh as (
      insert into notifications.heard (source_id, person_id, heard_at)
      select distinct ${p.sourceId}, person_id, ${p.now}::timestamptz from unnest(${p.people}::uuid[]) as person_id
      where ${p.actorId}::uuid is null
        or (person_id <> ${p.actorId}::uuid and not ${isUnseenSql(sql`person_id`, sql`${p.actorId}::uuid`)})
      on conflict do nothing returning person_id
    ), reached as (
      select person.id as person_id, coalesce(settings.inbox, ${p.reachedInbox}::boolean) as inbox,
        coalesce(settings.push, ${p.reachedPush}::boolean) as push, coalesce(settings.email, ${p.reachedEmail}) as email
      from unnest(${p.reached}::uuid[]) as person (id) left join notifications.kind_settings as settings
        on settings.person_id = person.id and settings.kind = ${p.reachedBy}
    ), chosen as (
      select fresh.person_id,
        coalesce(settings.inbox, ${p.inbox}::boolean) and reached.inbox is not true as inbox,
        coalesce(settings.push, ${p.push}::boolean) and reached.push is not true as push,
        case when coalesce(reached.email, 'off') = 'off' then coalesce(settings.email, ${p.email}) else 'off' end as email
      from fresh left join notifications.kind_settings as settings
          on settings.person_id = fresh.person_id and settings.kind = ${p.kind}
        left join reached on reached.person_id = fresh.person_id
    ), item as (
      insert into notifications.items as known
        (person_id, kind, group_key, facts, path, image_path, actor_ids, is_listed, created_at)
      select person_id, ${p.kind}, ${p.groupKey}, ${p.facts}::jsonb, ${p.path}, ${p.imagePath},
        array_remove(array[${p.actorId}::uuid], null), inbox, ${p.now}::timestamptz
      from chosen where inbox or push or email <> 'off' order by person_id
      on conflict (person_id, group_key) where read_at is null do update set
        facts = excluded.facts, path = ${p.groupPath}, image_path = excluded.image_path, mailed_at = null,
        is_listed = known.is_listed or excluded.is_listed, created_at = greatest(known.created_at, excluded.created_at),
        -- What an email has told, or a push alone, isn't told again.
        occurrences = case when known.is_listed or known.digest_at is not null then known.occurrences + 1 else 1 end,
        actor_ids = (excluded.actor_ids || array_remove(known.actor_ids, excluded.actor_ids[1]))[1:100]
      returning id, person_id
    )
    select item.id, item.person_id as "personId", chosen.inbox, chosen.push, chosen.email,
      quiet.from_minute as "fromMinute", quiet.to_minute as "toMinute", ${timeZoneSql(sql`item.person_id`)} as "timeZone",
      array(select id from notifications.push_subscriptions as device where device.person_id = item.person_id) as devices
    from item join chosen using (person_id) left join notifications.quiet_hours as quiet using (person_id)`,
);
const updateDigest = statement<{ due: string }, never>(
  "notifications.plan_digest",
  (p) => sql`
    update notifications.items set digest_at = coalesce(items.digest_at, due.at)
    from jsonb_to_recordset(${p.due}::jsonb) as due (id uuid, at timestamptz) where items.id = due.id`,
);

/** An item with the data to push it to one browser. */
export interface PushRow extends ItemRow {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly unread: number;
}
const selectPush = statement<{ itemId: string; deviceId: string }, PushRow>(
  "notifications.find_push",
  (p) => sql`
    select ${itemColumns}, device.endpoint, device.p256dh, device.auth,
      (select count(*) from (select * from notifications.items as other
        where other.person_id = items.person_id and other.is_listed and other.read_at is null) as items
        where ${isKnownSql()}) as unread
    from notifications.items join notifications.push_subscriptions as device on device.person_id = items.person_id
    where items.id = ${p.itemId}::uuid and device.id = ${p.deviceId}::uuid and items.read_at is null and ${isKnownSql()}`,
);
const takeMail = statement<{ itemId: string; now: Date }, ItemRow & { personId: string }>(
  "notifications.take_mail",
  (p) => sql`
    update notifications.items set mailed_at = ${p.now}::timestamptz
    where id = ${p.itemId}::uuid and mailed_at is null and read_at is null and ${isKnownSql()} returning ${itemColumns}, items.person_id as "personId"`,
);
const selectDue = statement<{ now: Date; first: number }, { personId: string }>(
  "notifications.list_due_people",
  (p) => sql`
    select distinct person_id as "personId" from notifications.items
    where digest_at <= ${p.now}::timestamptz and ${isKnownSql()} limit ${p.first}::int`,
);
const takeDigest = statement<{ personId: string; now: Date }, ItemRow>(
  "notifications.take_digest",
  (p) => sql`
    update notifications.items set digest_at = null, mailed_at = ${p.now}::timestamptz
    where person_id = ${p.personId}::uuid and digest_at <= ${p.now}::timestamptz and read_at is null and ${isKnownSql()}
    returning ${itemColumns}`,
);

/**
 * Inserts an item for everyone who hasn't received it and wants it.
 * @returns those people with their channels
 */
export const insertNotifications = (db: Db, item: NewItem & Channels): Promise<NotifiedRow[]> =>
  db.many(insertItems, item);
export const planDigests = async (
  db: Db,
  due: readonly { readonly id: string; readonly at: Date }[],
): Promise<void> => {
  await db.change(updateDigest, { due: JSON.stringify(due) });
};
/** Null if the item was read or the browser was removed. */
export const findPush = (db: Db, itemId: string, deviceId: string): Promise<PushRow | null> =>
  db.maybe(selectPush, { itemId, deviceId });
/** Marks an item as emailed; null if it was emailed or read already. */
export const takeForMail = (
  db: Db,
  itemId: string,
  now: Date,
): Promise<(ItemRow & { personId: string }) | null> => db.maybe(takeMail, { itemId, now });
export const listDuePeople = async (db: Db, now: Date, first: number): Promise<string[]> =>
  (await db.many(selectDue, { now, first })).map(({ personId }) => personId);
/** Claims the items due for a person's digest, each once. */
export const takeForDigest = (db: Db, personId: string, now: Date): Promise<ItemRow[]> =>
  db.many(takeDigest, { personId, now });
