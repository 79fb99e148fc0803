import { sql } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";

const upsert = statement<{ personIds: readonly string[]; linksUntil: Date }, never>(
  "media.upsert_revocations",
  (p) => sql`
    insert into media.revocations (person_id, links_until) select id, ${p.linksUntil} from unnest(${p.personIds}::uuid[]) as id
    on conflict (person_id) do update set links_until = greatest(revocations.links_until, excluded.links_until)`,
);
const select = statement<{ personId: string }, { linksUntil: Date }>(
  "media.find_revocation",
  (p) => sql`select links_until as "linksUntil" from media.revocations where person_id = ${p.personId}::uuid`,
);
const removeOld = statement<Record<string, never>, never>(
  "media.delete_old_revocations",
  () => sql`delete from media.revocations where links_until < now()`,
);

/** Notes that people's links that end up to a moment are no longer good. */
export const insertRevocations = async (
  db: Db,
  personIds: readonly string[],
  linksUntil: Date,
): Promise<void> => {
  await db.change(upsert, { personIds, linksUntil });
};

/** Up to when a person's links were revoked; null when they weren't. */
export const findRevocation = async (db: Db, personId: string): Promise<Date | null> =>
  (await db.maybe(select, { personId }))?.linksUntil ?? null;

/** Forgets what no link reaches any more. */
export const deleteOldRevocations = async (db: Db): Promise<void> => {
  await db.change(removeOld, {});
};
