import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

const selectSigningKey = statement<Record<string, never>, { privateKey: string }>(
  "identity.find_signing_key",
  () => sql`select "privateKey" from identity."jwks" order by "createdAt" desc limit 1`,
);

/** The encrypted signing key of access tokens; null before the first token. */
export const findSigningKey = async (db: Db): Promise<string | null> =>
  (await db.maybe(selectSigningKey, {}))?.privateKey ?? null;
