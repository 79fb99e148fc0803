import { createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import type { Ctx } from "../ctx.ts";
import { receiptsOf } from "../modules/billing/index.ts";
import { storedEventsOf } from "../modules/growth/index.ts";
import { exportRequested } from "../modules/identity/events.ts";
import { exportKey, finishExport } from "../modules/identity/index.ts";
import { copyVideosOf } from "../modules/media/index.ts";
import { defineReaction } from "../platform/events.ts";
import { readPersonData } from "./person-data.ts";
import type { RowsElsewhere } from "./person-data.ts";

const readMe = (
  studioName: string,
) => `This is a copy of everything ${studioName} stores about you and your family.

people.json     your account and profiles
other folders   one folder for each part of the product; each file is a JSON list; times are in UTC
files/photos/   your profile photos
files/videos/   your uploads in the best quality we store, named by their id in media/uploads.json
files/invoices/ your invoices

Not included: passwords, passkeys, and other keys, stored so that no one can read them; takes you recorded in the player and device
settings, which are stored only on your device.
`;

/** Builds the archive of a data export. Deterministic for the same data. */
async function packExport(
  ctx: Ctx,
  { exportId, personId }: { exportId: string; personId: string },
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "eightcount-export-"));
  try {
    const path = join(folder, "eightcount.zip");
    const zip = new ZipFile();
    const written = pipeline(zip.outputStream, createWriteStream(path, { mode: 0o600 }));
    const mtime = ctx.clock.now();
    zip.addBuffer(Buffer.from(readMe(ctx.studio.name)), "READ-ME.txt", { mtime });
    const people: string[] = [];
    const elsewhere: RowsElsewhere = {
      "growth.events": { key: "message_id", read: (ids) => storedEventsOf(ctx, ids) },
    };
    for await (const { name, content } of readPersonData(ctx.db, personId, elsewhere)) {
      if (name === "people.json") people.push(...content.map(({ id }) => String(id)));
      zip.addBuffer(Buffer.from(JSON.stringify(content, null, 2)), name, { mtime });
    }
    for (const id of people) {
      for await (const { key } of ctx.ports.storage.list(`people/${id}/`)) {
        const found = await ctx.ports.storage.get(key);
        if (found) zip.addReadStream(found.content, `files/photos/${key.slice("people/".length)}`, { mtime });
      }
      for await (const video of copyVideosOf(ctx, id, folder))
        zip.addFile(video.path, `files/videos/${video.id}.mp4`, { mtime, compress: false });
    }
    for await (const { name, content } of receiptsOf(ctx, personId))
      zip.addBuffer(content, `files/invoices/${name}`, { mtime });
    zip.end();
    await written;
    const { size } = await stat(path);
    await ctx.ports.storage.put(
      exportKey({ id: exportId, personId }),
      { path, mayMove: true },
      "application/zip",
    );
    await finishExport(ctx, { id: exportId, size });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Belongs to the composition root: the only reaction that reads every module's tables. */
export const exportReactions = [
  defineReaction("app.pack_export", exportRequested, (ctx, request) => packExport(ctx, request)),
];
