import type { FastifyInstance } from "fastify";
import type { Ctx } from "../ctx.ts";
import type { Reaction } from "./events.ts";
import type { Job, Schedule } from "./jobs/job.ts";
import type { Tables } from "./jobs/retention.ts";
import type { StoredFiles } from "./stored-files/owners.ts";

/** Creates the ctx of an HTTP request outside GraphQL; identity fills in the viewer. */
export type CtxOf = (request: unknown) => Promise<Ctx>;

/** Dependencies of a module's HTTP routes: the server to add routes to, and a ctx factory. */
export interface HttpRoutes {
  readonly server: FastifyInstance;
  readonly ctxOf: CtxOf;
  /** A ctx without a viewer, for work during startup. */
  readonly ctx: Ctx;
}

/** What the help for another worker may depend on. */
export interface HelpConditions {
  /** Aborts when this worker shuts down. */
  readonly signal: AbortSignal;
  /** Whether this worker still has nothing more urgent to do. */
  readonly isIdle: () => boolean;
  /** To be called when there is something to help with. */
  readonly onBegun: () => void;
}

/** Does one part after another of another worker's job, if there is one, until the conditions end. Errors fail only this help. */
export type Help = (ctx: Ctx, conditions: HelpConditions) => Promise<void>;

/** A module as `app/modules.ts` registers it. GraphQL types register themselves on import: the manifest imports `graphql.ts`. */
export interface Module {
  readonly name: string;
  readonly http?: (routes: HttpRoutes) => Promise<void>;
  // oxlint-disable-next-line typescript/no-explicit-any -- a list of jobs with payloads of every kind; each parses its own
  readonly jobs?: readonly Job<any>[];
  readonly schedules?: readonly Schedule[];
  readonly reactions?: readonly Reaction[];
  /** How long the rows of its tables are kept. */
  readonly tables?: Tables;
  /** Which files its rows use, for `npm run check-media`. A module that stores files has an entry. */
  readonly storedFiles?: StoredFiles;
  /** Deletes what is no longer used on the disk of the worker that runs it. Each worker does so at its start and every 5 minutes. */
  readonly sweepDisk?: (ctx: Ctx) => Promise<void>;
  /** Takes a part of a job that another worker runs. A worker without transcodes of its own asks for one every few seconds. */
  readonly help?: Help;
  /** The same for a part that no one waits for. A worker asks for one only while it has nothing else to encode. */
  readonly helpInBackground?: Help;
}
