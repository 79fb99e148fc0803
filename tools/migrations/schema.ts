import type pg from "pg";

/**
 * Everything that migrations create, one line each, sorted: columns without their order, constraints, indexes, functions,
 * triggers, views.
 */
export async function describeSchema(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(`
    with own as (
      select oid, nspname from pg_namespace
      where nspname !~ '^pg_' and nspname not in ('information_schema', 'public', 'graphile_worker')
    ), tables as (
      select t.oid, t.relkind, own.nspname || '.' || t.relname as name from pg_class t join own on own.oid = t.relnamespace
      where t.relkind in ('r', 'p', 'v', 'm', 'S')
    )
    select concat_ws(' ', 'column', tables.name, a.attname, format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
        a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid)) as line
      from tables join pg_attribute a on a.attrelid = tables.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = tables.oid and d.adnum = a.attnum
    union all
    select concat_ws(' ', 'constraint', tables.name, k.conname, pg_get_constraintdef(k.oid), case when not k.convalidated then 'not validated' end)
      from tables join pg_constraint k on k.conrelid = tables.oid
    union all
    select concat_ws(' ', 'index', pg_get_indexdef(i.indexrelid), case when not i.indisvalid then 'invalid' end)
      from tables join pg_index i on i.indrelid = tables.oid
    union all
    select concat_ws(' ', 'trigger', tables.name, pg_get_triggerdef(g.oid)) from tables join pg_trigger g on g.tgrelid = tables.oid and not g.tgisinternal
    union all
    select concat_ws(' ', 'view', tables.name, pg_get_viewdef(tables.oid)) from tables where relkind in ('v', 'm')
    union all
    select concat_ws(' ', 'function', pg_get_functiondef(p.oid)) from pg_proc p join own on own.oid = p.pronamespace where p.prokind in ('f', 'p')
    union all
    select concat_ws(' ', 'table', name, relkind) from tables
    order by line`);
  return rows.map(({ line }) => line);
}
