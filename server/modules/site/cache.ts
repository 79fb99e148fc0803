import type pg from "pg";
import type { Config } from "../../platform/config/index.ts";
import { dbOver } from "../../platform/db.ts";
import type { Live } from "../../platform/live/live.ts";
import type { Log } from "../../platform/log.ts";
import { listBrandFiles } from "./brand/store.ts";
import { listLegalVersions } from "./legal/store.ts";
import { findSettings } from "./store.ts";
import { dictionaryOf } from "./translations/dictionary.ts";
import { listClassLocales, listSharedTranslations } from "./translations/store.ts";
import { storedSettings, studioOf } from "./studio.ts";
import type { Studio } from "./studio.ts";

/** Signaled by every change of the studio's settings. */
export const settingsTopic = "site.settings";

/** The studio of one process, kept in memory: nearly every response needs its name. */
export interface StudioCache {
  current(): Studio;
  /** Reads the settings again. A change on this server calls it, so that the next response has it. */
  refresh(): Promise<void>;
  /** Follows the changes on other servers, until the end of `live`. */
  follow(): void;
}

/** Reads the studio's settings, and keeps them. */
export async function createStudioCache(deps: {
  pool: pg.Pool;
  live: Live;
  config: Pick<Config, "seller">;
  log: Log;
}): Promise<StudioCache> {
  const { pool, live, config, log } = deps;
  const read = async (): Promise<Studio> => {
    const db = dbOver(pool);
    const row = await findSettings(db);
    const versions = await listLegalVersions(db);
    const dictionary = dictionaryOf(await listSharedTranslations(db), await listClassLocales(db));
    const settings = storedSettings.parse(row.data);
    return studioOf({ ...row, settings }, versions, config, dictionary, await listBrandFiles(db));
  };
  let studio = await read();
  const refresh = async (): Promise<void> => {
    const found = await read();
    // Two reads may overtake each other.
    if (found.revision >= studio.revision) studio = found;
  };
  return {
    current: () => studio,
    refresh,
    follow: () => {
      void (async () => {
        for await (const _change of live.changes([settingsTopic], 0)) {
          try {
            await refresh();
          } catch (error) {
            log.warn({ err: error }, "The studio's settings could not be read again");
          }
        }
      })();
    },
  };
}
