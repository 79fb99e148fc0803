import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { Ctx } from "../ctx.ts";
import { issuedDocuments } from "../modules/billing/index.ts";
import { finishStudioExport, studioExportPrefix } from "../modules/studio/export/export.ts";
import type { ExportedFile } from "../modules/studio/export/export.ts";
import { studioExportRequested } from "../modules/studio/export/events.ts";
import { areasOf } from "../platform/backup/areas.ts";
import { exactText, listTables, readRows } from "../platform/backup/tables.ts";
import type { Table } from "../platform/backup/tables.ts";
import { csvLine } from "../platform/csv.ts";
import { defineReaction } from "../platform/events.ts";
import type { Reaction } from "../platform/events.ts";

/** Tables that aren't exported, each with its reason. A schema's name stands for all of its tables. */
const excludedTables: Readonly<Record<string, string>> = {
  graphile_worker: "queued jobs",
  platform: "messages between servers and workers",
  "studio.exports": "the exports themselves",
  "billing.estimates": "shown prices, stored for a day",
  "billing.idempotency_keys": "results of repeated calls",
  "billing.test_clock": "the test gateway",
  "billing.test_disputes": "the test gateway",
  "billing.test_payments": "the test gateway",
  "billing.test_refunds": "the test gateway",
  "billing.test_tokens": "the test gateway",
  "billing.webhook_events": "webhooks, whose changes are in the other tables",
  "identity.family_pins": "credentials",
  "identity.first_admin_codes": "credentials",
  "identity.jwks": "credentials",
  "identity.mail_keys": "credentials",
  "identity.passkey": "credentials",
  "identity.recovery_codes": "credentials",
  "identity.security_reports": "credentials",
  "identity.session": "credentials",
  "identity.spent_tokens": "credentials",
  "identity.two_factor": "credentials",
  "identity.upgraded_sessions": "credentials",
  "identity.verification": "credentials",
  "notifications.push_subscriptions": "credentials",
  "practice.calendar_links": "credentials",
  "practice.room_codes": "credentials",
};
/** Credentials, in whatever table. */
const secretColumn = /token|secret|password|hash|signature|nonce|publicKey|credentialID/i;
/** Files of exports, of one person or of everything. */
const exportKey = /^(studio-)?exports\//;

const readMe = (
  studioName: string,
  at: Date,
): string => `This is an export of everything ${studioName} stores, made ${at.toISOString()}.

data/     one CSV file for each table, with a header; all rows are of the same moment; times are in UTC, amounts in minor units
files/    media (pictures and transcoded videos) and uploads (source videos), named as data/media.assets.csv and data/media.uploads.csv name them
invoices/ invoices and credit notes of the studio as PDFs, by the month in which they were issued (UTC)

Text that a spreadsheet would run as a formula begins with an apostrophe. Not included: passwords, sessions, passkeys and other keys,
and the settings of the server. This is not a backup: a studio is restored from npm run backup. It holds personal data: keep it encrypted.
`;

/** A name without SQL's quotes. */
const plain = (name: string): string => name.replaceAll('"', "");
const isExported = ({ name }: Table): boolean =>
  !Object.hasOwn(excludedTables, plain(name)) && !Object.hasOwn(excludedTables, plain(name).split(".")[0]!);

/** Writes a table as CSV. */
async function writeTable(client: pg.Client, table: Table, path: string): Promise<void> {
  const columns = table.columns.filter(({ name }) => !secretColumn.test(name));
  const out = createWriteStream(path, { mode: 0o600 });
  const write = async (line: string): Promise<void> => {
    if (!out.write(line)) await once(out, "drain");
  };
  await write(csvLine(columns.map(({ name }) => plain(name))));
  for await (const rows of readRows(client, { ...table, columns }))
    await write(rows.map((row) => csvLine(JSON.parse(row) as (string | null)[])).join(""));
  out.end();
  await once(out, "finish");
}

/**
 * Writes all rows as CSV files of one moment, and lists them with all other files. Those aren't copied: the archive is written while
 * it is downloaded.
 */
async function packStudioExport(
  ctx: Ctx,
  connection: pg.PoolConfig,
  { exportId, personId }: { exportId: string; personId: string },
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "eightcount-studio-export-"));
  const client = new pg.Client({ ...connection, application_name: "eightcount-export" });
  const areas = await areasOf(ctx);
  const files: ExportedFile[] = [];
  const keyOf = (path: string): string => `${studioExportPrefix(exportId)}${path}`;
  const add = async (path: string, source: Uint8Array | { path: string; mayMove: true }): Promise<void> => {
    await areas.media.put(keyOf(path), source, "text/plain");
    const stored = await areas.media.stat(keyOf(path));
    if (!stored) throw new Error(`${path} was deleted while the export was made.`);
    files.push({ path, area: "media", ...stored });
  };
  try {
    await client.connect();
    await add("READ-ME.txt", Buffer.from(readMe(ctx.studio.name, ctx.clock.now())));
    await client.query(`begin isolation level repeatable read read only; ${exactText}`);
    for (const table of (await listTables(client)).filter(isExported)) {
      const path = join(folder, "table.csv");
      await writeTable(client, table, path);
      await add(`data/${plain(table.name)}.csv`, { path, mayMove: true });
    }
    await client.query("commit");
    // Stored, since the archive says the size of each file before it is drawn. A further attempt draws only what is missing.
    for await (const { number, issuedAt, draw } of issuedDocuments(ctx)) {
      const path = `invoices/${issuedAt.toISOString().slice(0, 7)}/${number}.pdf`;
      const stored = await areas.media.stat(keyOf(path));
      if (stored) files.push({ path, area: "media", ...stored });
      else await add(path, await draw());
    }
    // After the rows, so that every row finds its file.
    for (const area of ["media", "uploads"] as const)
      for await (const object of areas[area].list(""))
        if (!exportKey.test(object.key)) files.push({ path: `files/${area}/${object.key}`, area, ...object });
  } finally {
    await client.end();
    await rm(folder, { recursive: true, force: true });
  }
  await finishStudioExport(ctx, { id: exportId, personId, files });
}

/** Belongs to the composition root: it reads every module's tables, on a connection of its own for one moment of all of them. */
export const studioExportReactions = (connection: pg.PoolConfig): readonly Reaction[] => [
  defineReaction("app.pack_studio_export", studioExportRequested, (ctx, request) =>
    packStudioExport(ctx, connection, request),
  ),
];
