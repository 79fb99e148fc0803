import type { World } from "./world.ts";

/** Publishes the house rules. */
export const publishedRules = async ({ server }: World) => {
  await server.pool.query(
    `with page as (
       insert into site.legal_versions (kind, version, body, valid_from, published_at)
       values ('rules', 1, 'Rules', '2026-01-01', now()) on conflict do nothing
     )
     update site.settings set revision = revision + 1`,
  );
  await server.ctx().refreshStudio();
  return { kind: "rules", version: 1 };
};

/** The number of the newest version of the terms; 0 without any. */
export async function newestTerms({ server }: World): Promise<number> {
  const { rows } = await server.pool.query<{ version: number }>(
    "select coalesce(max(version), 0)::int as version from site.legal_versions where kind = 'terms'",
  );
  return rows[0]!.version;
}
