import pg from "pg";
import type { Log } from "../log.ts";
import type { Carry } from "./carrier.ts";

/** NOTIFY channel for all topics and processes. */
const channel = "eightcount_live";
const retryMs = 2_000;

/** Carries topics by PostgreSQL's NOTIFY, over one connection of its own. Every process hears all topics. */
export const byPostgres =
  (connection: pg.PoolConfig, log: Log): Carry =>
  ({ changed, missed }) => {
    let client: pg.Client | null = null;
    let retry: NodeJS.Timeout | undefined;
    let ready = Promise.resolve();
    let stopped = false;

    const connect = async () => {
      const made = new pg.Client({ ...connection, application_name: "eightcount-live", keepAlive: true });
      client = made;
      const lose = (error?: unknown) => {
        if (client !== made || stopped) return;
        client = null;
        made.end().catch(() => {});
        log.warn({ err: error }, "The connection that listens for changes was lost");
        retry = setTimeout(() => {
          retry = undefined;
          ready = connect();
        }, retryMs);
      };
      made.on("error", lose);
      made.on("end", () => lose());
      made.on("notification", ({ payload = "" }) => changed(payload));
      try {
        await made.connect();
        await made.query(`listen ${channel}`);
      } catch (error) {
        lose(error);
        return;
      }
      // Changes before the reconnect were missed.
      missed();
    };
    const open = () => {
      if (!client && !retry && !stopped) ready = connect();
    };
    return {
      open,
      async send(topics) {
        open();
        await ready;
        if (!client) throw new Error("Not connected");
        await client.query("select pg_notify($1, topic) from unnest($2::text[]) as topic", [channel, topics]);
      },
      // Every process hears everything, and after the connection `missed` covers what came before.
      watch: async () => {},
      unwatch: () => {},
      async stop() {
        stopped = true;
        clearTimeout(retry);
        const last = client;
        client = null;
        await last?.end().catch(() => {});
      },
    };
  };
