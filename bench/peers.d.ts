/**
 * What benchmarks use of the packages in bench/package.json, which only `npm run bench` installs. Declared here,
 * so that types are checked without them.
 */
declare module "autocannon" {
  interface Result {
    readonly non2xx: number;
    readonly errors: number;
    /** Seconds. */
    readonly duration: number;
    readonly requests: { readonly total: number };
    /** Milliseconds. */
    readonly latency: { readonly p50: number; readonly p99: number };
  }
  export default function autocannon(options: {
    url: string;
    method: string;
    headers: Readonly<Record<string, string>>;
    body: string;
    connections: number;
    duration: number;
  }): Promise<Result>;
}

declare module "chrome-launcher" {
  export function launch(options: {
    chromePath?: string;
    chromeFlags?: string[];
  }): Promise<{ readonly port: number; kill(): void }>;
}

declare module "lighthouse" {
  interface Audit {
    readonly id: string;
    readonly title: string;
    readonly displayValue?: string;
    readonly score: number | null;
    readonly numericValue?: number;
  }
  interface TraceEvent {
    readonly name: string;
    readonly pid: number;
    readonly tid: number;
    /** Microseconds, as the durations: of the wall, and of the thread's CPU time. */
    readonly ts: number;
    readonly dur?: number;
    readonly tdur?: number;
    readonly args?: { readonly data?: { readonly documentLoaderURL?: string } };
  }
  interface Category {
    readonly score: number | null;
    readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
  }
  interface Result {
    readonly runtimeError?: { readonly message: string };
    readonly audits: Readonly<Record<string, Audit>>;
    readonly categories: Readonly<Record<string, Category>>;
  }
  export default function lighthouse(
    url: string,
    flags: { port: number; onlyCategories: string[]; logLevel: string },
  ): Promise<
    | {
        readonly lhr: Result;
        readonly artifacts: { readonly Trace: { readonly traceEvents: readonly TraceEvent[] } };
      }
    | undefined
  >;
}

declare module "lighthouse/core/audits/audit.js" {
  export const Audit: {
    /** A score from 0 to 1, as Lighthouse's curve with these two points gives it. */
    computeLogNormalScore(curve: { p10: number; median: number }, value: number): number;
  };
}

declare namespace GraphileConfig {
  interface Preset {
    extends?: readonly Preset[];
    pgServices?: readonly object[];
    grafserv?: { graphqlPath: string; graphiql: boolean; watch: boolean };
    disablePlugins?: readonly string[];
  }
}

declare module "postgraphile" {
  type Serve = (options: object) => { addTo(server: import("node:http").Server): Promise<void> };
  export function postgraphile(preset: GraphileConfig.Preset): {
    createServ(grafserv: Serve): ReturnType<Serve>;
  };
}

declare module "postgraphile/adaptors/pg" {
  export function makePgService(options: {
    connectionString: string;
    schemas: readonly string[];
    poolConfig: { max: number };
  }): object;
}

declare module "postgraphile/grafserv/node" {
  export const grafserv: (options: object) => {
    addTo(server: import("node:http").Server): Promise<void>;
  };
}

declare module "postgraphile/presets/amber" {
  export const PostGraphileAmberPreset: GraphileConfig.Preset;
}
