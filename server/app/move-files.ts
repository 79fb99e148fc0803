/**
 * `npm run move-files`: copies media and uploads from DATA_DIR to the S3 store of the environment, while servers that use the disk
 * run. It may be run again: only what is missing is copied. `-- --finish`, with the servers stopped, copies the rest and records
 * that uploads are in the store.
 */
import { join } from "node:path";
import { contentTypeOf, saveUploadsInStore, sourceVideosToMove } from "../modules/media/index.ts";
import { areasOf } from "../platform/backup/areas.ts";
import { copyObjects } from "../platform/stored-files/copy.ts";
import type { Copy } from "../platform/stored-files/copy.ts";
import { createDiskStorage } from "../platform/storage-disk.ts";
import type { Storage } from "../platform/storage.ts";
import { readFlag, Refused, runOperatorCommand } from "./operator-command.ts";
import { countServers } from "./running-servers.ts";

const usage = "Usage: npm run move-files [-- --finish]";

const count = (files: number): string => (files === 1 ? "1 file" : `${files} files`);

async function* mediaOf(disk: Storage): AsyncGenerator<Copy> {
  for await (const object of disk.list(""))
    yield { object, to: object.key, contentType: contentTypeOf(object.key) };
}

await runOperatorCommand("move-files", () => {
  const isFinishing = readFlag("finish", usage);
  return async (ctx, connection) => {
    if (!ctx.config.s3)
      throw new Refused("Set S3_ENDPOINT and the other S3 settings to the new store first.");
    const servers = isFinishing ? await countServers(connection) : 0;
    if (servers > 0) throw new Refused("Servers are running on this database. Stop all of them first.");
    const { storage } = ctx.ports;
    const disk = await createDiskStorage(join(ctx.config.dataDir, "media"));
    const media = await copyObjects(mediaOf(disk), disk, storage);
    const { uploads } = await areasOf(ctx);
    const sources = await copyObjects(sourceVideosToMove(ctx, uploads), uploads, storage);
    const copied = media.copied + sources.copied;
    const present = media.present + sources.present;
    const said = `Copied ${count(copied)} (${((media.bytes + sources.bytes) / 1e6).toFixed(1)} MB). ${present} were there already.`;
    if (!isFinishing) return `${said}\nNext: stop all servers, and run “npm run move-files -- --finish”.`;
    await saveUploadsInStore(ctx.db);
    return `${said}\nAll files are in the store. Start the servers with the S3 settings, and run “npm run check-media”. Files in DATA_DIR stay.`;
  };
});
