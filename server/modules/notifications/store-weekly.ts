import { sql } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";
import type { Kind } from "./kinds/index.ts";

interface Reader {
  readonly personId: string;
  readonly fromMinute: number | null;
  readonly toMinute: number | null;
  /** When they got the email of the week before; null: they got none. */
  readonly heardAt: Date | null;
}
const selectReaders = statement<{ personIds: readonly string[]; kind: Kind; since: Date }, Reader>(
  "notifications.list_readers",
  (p) => sql`
    select reader.person_id as "personId", quiet.from_minute as "fromMinute", quiet.to_minute as "toMinute", (
        select max(heard_at) from notifications.heard
        where heard.person_id = reader.person_id and heard_at > ${p.since}::timestamptz and source_id like 'weekly:%'
      ) as "heardAt"
    from unnest(${p.personIds}::uuid[]) as reader (person_id) left join notifications.quiet_hours as quiet using (person_id)
    where not exists (
      select from notifications.kind_settings as settings
      where settings.person_id = reader.person_id and settings.kind = ${p.kind} and settings.email = 'off')`,
);
const insertHeard = statement<{ sourceId: string; personId: string; now: Date }, { personId: string }>(
  "notifications.claim_delivery",
  (p) => sql`
    insert into notifications.heard (source_id, person_id, heard_at)
    values (${p.sourceId}, ${p.personId}::uuid, ${p.now}::timestamptz) on conflict do nothing returning person_id as "personId"`,
);

/** Those of these people who didn't turn off emails of the kind, with their quiet hours and their last weekly email since a moment. */
export const listReaders = (
  db: Db,
  of: { personIds: readonly string[]; kind: Kind; since: Date },
): Promise<Reader[]> => db.many(selectReaders, of);
/** Claims a delivery to a person. @returns false if it was claimed before */
export const claimDelivery = async (
  db: Db,
  claim: { sourceId: string; personId: string; now: Date },
): Promise<boolean> => (await db.maybe(insertHeard, claim)) !== null;
