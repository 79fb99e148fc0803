import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

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

/** Revokes people's links that expire up to a moment. */
export const insertRevocations = async (
  db: Db,
  personIds: readonly string[],
  linksUntil: Date,
): Promise<void> => {
  await db.change(upsert, { personIds, linksUntil });
};

/** Latest expiry of a person's revoked links; null without any. */
export const findRevocation = async (db: Db, personId: string): Promise<Date | null> =>
  (await db.maybe(select, { personId }))?.linksUntil ?? null;

/** Deletes revocations that no unexpired link can match. */
export const deleteOldRevocations = async (db: Db): Promise<void> => {
  await db.change(removeOld, {});
};
