import { setTimeout as sleep } from "node:timers/promises";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type pg from "pg";
import type { PlaybackMeasurements } from "../../../contract/playback-report.ts";
import type { QueuedJobs } from "../jobs/queue.ts";
import { release } from "../release.ts";
import { createPlaybackMetrics } from "./playback.ts";
import type { PrimaryReason, Replica } from "../replica/replica.ts";

/** How work ended. */
export type Outcome = "succeeded" | "failed";
/** `postponed`: the job runs again later, without counting this attempt. */
export type JobOutcome = Outcome | "postponed";

/** What the admission of requests does at the moment. */
export interface Load {
  /** Requests whose response hasn't started. */
  readonly working: number;
  readonly waiting: number;
  readonly uploads: number;
  /** Requests refused since the start of the process. */
  readonly refused: number;
}

/**
 * Measurements of one process for Prometheus. Labels have few values and never personal data: routes by their pattern, operations by the
 * names of trusted documents, jobs by their task.
 */
export interface Metrics {
  /** @param route its pattern @param ms from the request's head to the end of its response */
  recordRequest(answered: { method: string; route: string; status: number; ms: number }): void;
  /** @param name of a trusted document, else `other` */
  recordOperation(name: string, outcome: Outcome, ms: number): void;
  /** `shared`: rendered earlier. `skipped`: there was nothing to show, or its data weren't here in time. */
  recordFirstView(outcome: "rendered" | "shared" | "skipped" | "failed"): void;
  /** @param task name of a job */
  recordJob(task: string, outcome: JobOutcome, ms: number): void;
  /** @param action of the storage: `put`, `get`, … */
  recordStorage(action: string, outcome: Outcome, ms: number): void;
  /** What a player reports about a playback. */
  recordPlayback(report: PlaybackMeasurements): void;
  /** @param answeredBy the replica, or why the primary had to */
  recordStaleRead(answeredBy: "replica" | "retried" | "no_cookie" | PrimaryReason): void;
  /** Reads the replica's state at each scrape. */
  watchReplica(read: Replica["state"]): void;
  /** Reads at each scrape whether Redis answers. */
  watchRedis(read: () => boolean): void;
  /** Asks at each scrape whether ClickHouse stores events. */
  watchClickHouse(read: () => Promise<boolean>): void;
  /** Reads the pool's connections at each scrape. */
  watchPool(role: string, pool: Pick<pg.Pool, "totalCount" | "idleCount" | "waitingCount">): void;
  /** Reads the load at each scrape. */
  watchLoad(read: () => Load): void;
  /** Reads the queue of jobs at each scrape. An error says that the database is away. */
  watchQueue(read: () => Promise<readonly QueuedJobs[]>): void;
  /** Reads at each scrape when the newest complete backup was finished; null without any. */
  watchBackups(read: () => Promise<Date | null>): void;
  /** All measurements in the text format of Prometheus. */
  print(): Promise<{ text: string; contentType: string }>;
}

/** A database that takes longer to count the jobs is away; milliseconds. */
const maxReadMs = 2_000;
const prefix = "eightcount_";
/** From a cached read to the timeout of an operation; seconds. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** From an email to the transcode of an hour; seconds. */
const jobBuckets = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600, 7200];

/** Creates the measurements of one process, with those of Node.js itself. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  // Sums of others, named like counters, which they aren't.
  for (const what of ["handles", "requests", "resources"])
    registry.removeSingleMetric(`nodejs_active_${what}_total`);
  new Gauge({
    name: `${prefix}build_info`,
    help: "1, with the release as a label.",
    labelNames: ["release"],
    registers,
  }).set({ release }, 1);
  const requests = new Histogram({
    name: `${prefix}http_request_duration_seconds`,
    help: "Time from a request's head to the end of its response.",
    labelNames: ["method", "route", "status"],
    buckets: requestBuckets,
    registers,
  });
  const operations = new Histogram({
    name: `${prefix}graphql_operation_duration_seconds`,
    help: "Time of executing a GraphQL operation. An operation fails if one of its fields does.",
    labelNames: ["operation", "outcome"],
    buckets: requestBuckets,
    registers,
  });
  const jobs = new Histogram({
    name: `${prefix}job_duration_seconds`,
    help: "Time of running a job, by attempt.",
    labelNames: ["task", "outcome"],
    buckets: jobBuckets,
    registers,
  });
  const storage = new Histogram({
    name: `${prefix}storage_duration_seconds`,
    help: "Time until the storage has answered. Missing objects are no failures.",
    labelNames: ["action", "outcome"],
    buckets: requestBuckets,
    registers,
  });
  const firstViews = new Counter({
    name: `${prefix}first_views_total`,
    help: "First views of pages for visitors without a session, by outcome. Without one a page shows the loader.",
    labelNames: ["outcome"],
    registers,
  });
  const staleReads = new Counter({
    name: `${prefix}stale_reads_total`,
    help: "Queries that bear staleness: answered by the replica, or by the primary and why. Retried: statements that the replica failed.",
    labelNames: ["answered_by"],
    registers,
  });
  let replica: Replica["state"] | null = null;
  // With a label, so that there is no value without a replica.
  const labelNames = ["database"] as const;
  new Gauge({
    name: `${prefix}replica_up`,
    help: "1 if the replica answered the last look, else 0.",
    labelNames,
    registers,
    collect() {
      if (replica) this.set({ database: "read" }, replica().isUp ? 1 : 0);
    },
  });
  new Gauge({
    name: `${prefix}replica_lag_seconds`,
    help: "How long the replica has lacked changes of the primary.",
    labelNames,
    registers,
    collect() {
      if (replica) this.set({ database: "read" }, replica().lagSeconds);
    },
  });
  let redis: (() => boolean) | null = null;
  new Gauge({
    name: `${prefix}redis_up`,
    help: "1 if Redis is connected, 0 while PostgreSQL takes its place.",
    labelNames: ["server"],
    registers,
    collect() {
      if (redis) this.set({ server: "redis" }, redis() ? 1 : 0);
    },
  });
  let clickHouse: (() => Promise<boolean>) | null = null;
  new Gauge({
    name: `${prefix}clickhouse_up`,
    help: "1 if ClickHouse stores events of this process, 0 while PostgreSQL holds them for it.",
    labelNames: ["server"],
    registers,
    async collect() {
      if (clickHouse) this.set({ server: "clickhouse" }, (await clickHouse()) ? 1 : 0);
    },
  });
  const pools: [string, Parameters<Metrics["watchPool"]>[1]][] = [];
  new Gauge({
    name: `${prefix}database_connections`,
    help: "Database connections of this process, and requests that wait for one.",
    labelNames: ["role", "state"],
    registers,
    collect() {
      for (const [role, { totalCount, idleCount, waitingCount }] of pools) {
        this.set({ role, state: "busy" }, totalCount - idleCount);
        this.set({ role, state: "idle" }, idleCount);
        this.set({ role, state: "awaited" }, waitingCount);
      }
    },
  });

  const seconds = (ms: number) => ms / 1000;
  return {
    recordRequest: ({ method, route, status, ms }) =>
      requests.observe({ method, route, status }, seconds(ms)),
    recordOperation: (operation, outcome, ms) => operations.observe({ operation, outcome }, seconds(ms)),
    recordFirstView: (outcome) => firstViews.inc({ outcome }),
    recordJob: (task, outcome, ms) => jobs.observe({ task, outcome }, seconds(ms)),
    recordStorage: (action, outcome, ms) => storage.observe({ action, outcome }, seconds(ms)),
    recordPlayback: createPlaybackMetrics(registry, prefix),
    recordStaleRead: (answeredBy) => staleReads.inc({ answered_by: answeredBy }),
    watchReplica: (read) => void (replica = read),
    watchRedis: (read) => void (redis = read),
    watchClickHouse: (read) => void (clickHouse = read),
    watchPool: (role, pool) => void pools.push([role, pool]),
    watchLoad: (read) => watchLoad(registry, read),
    watchQueue: (read) => watchQueue(registry, read),
    watchBackups: (read) => watchBackups(registry, read),
    print: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
  };
}

function watchLoad(registry: Registry, read: () => Load): void {
  const registers = [registry];
  new Gauge({
    name: `${prefix}http_requests`,
    help: "Requests in this process: working, waiting to start, or sending a large file.",
    labelNames: ["state"],
    registers,
    collect() {
      const { working, waiting, uploads } = read();
      this.set({ state: "working" }, working);
      this.set({ state: "waiting" }, waiting);
      this.set({ state: "uploading" }, uploads);
    },
  });
  new Counter({
    name: `${prefix}http_requests_refused_total`,
    help: "Requests refused with 503 because this process was over capacity.",
    registers,
    collect() {
      this.reset();
      this.inc(read().refused);
    },
  });
}

/** @returns null while the database is away */
const readOrNull = <Value>(read: () => Promise<Value>): Promise<Value | null> =>
  Promise.race([read(), sleep(maxReadMs, null, { ref: false })]).catch(() => null);

function watchBackups(registry: Registry, read: () => Promise<Date | null>): void {
  new Gauge({
    name: `${prefix}backup_age_seconds`,
    help: "Time since the newest complete backup, +Inf without any. Every process reports the same.",
    // With a label, so that there is no value while the database is away.
    labelNames: ["content"],
    registers: [registry],
    async collect() {
      const found = await readOrNull(async () => ({ newestAt: await read() }));
      this.reset();
      if (!found) return;
      const { newestAt } = found;
      const ageMs = newestAt ? Date.now() - newestAt.getTime() : Infinity;
      this.set({ content: "all" }, Math.max(0, ageMs / 1000));
    },
  });
}

function watchQueue(registry: Registry, read: () => Promise<readonly QueuedJobs[]>): void {
  const registers = [registry];
  // The gauges of one scrape share one read. Null: the database is away, which the scrape must say beside everything else.
  let reading: Promise<readonly QueuedJobs[] | null> | null = null;
  const readOnce = () => (reading ??= readOrNull(read).finally(() => (reading = null)));
  new Gauge({
    name: `${prefix}jobs`,
    help: "Jobs of the whole studio, by task and state. Blocked ones wait for another job of their queue. Every process reports the same.",
    labelNames: ["task", "state"],
    registers,
    async collect() {
      const queue = await readOnce();
      this.reset();
      for (const { task, ...states } of queue ?? [])
        for (const state of ["ready", "blocked", "running", "scheduled", "failed"] as const)
          this.set({ task, state }, states[state]);
    },
  });
  new Gauge({
    name: `${prefix}job_oldest_ready_seconds`,
    help: "How long the oldest job that may run has been waiting, by task.",
    labelNames: ["task"],
    registers,
    async collect() {
      const queue = await readOnce();
      this.reset();
      for (const { task, oldestReadySeconds } of queue ?? []) this.set({ task }, oldestReadySeconds);
    },
  });
  new Gauge({
    name: `${prefix}job_oldest_blocked_seconds`,
    help: "How long the oldest job has been waiting that is due and waits for another one of its queue, by task.",
    labelNames: ["task"],
    registers,
    async collect() {
      const queue = await readOnce();
      this.reset();
      for (const { task, oldestBlockedSeconds } of queue ?? []) this.set({ task }, oldestBlockedSeconds);
    },
  });
  new Gauge({
    name: `${prefix}database_up`,
    help: "1 if the database answered the last scrape, else 0.",
    registers,
    async collect() {
      this.set((await readOnce()) === null ? 0 : 1);
    },
  });
}
