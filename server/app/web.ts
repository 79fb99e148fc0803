import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Viewer } from "../ctx.ts";
import type { Auth } from "../modules/identity/auth.ts";
import type { TokenVerifier } from "../modules/identity/tokens.ts";
import type { Config } from "../platform/config.ts";
import type { CountedCtx } from "../platform/ctx-factory.ts";
import type { GraphqlEngine } from "../platform/graphql/endpoint.ts";
import type { Log } from "../platform/log.ts";

export interface WebOptions {
  readonly webDir: string;
  readonly config: Config;
  readonly log: Log;
  readonly auth: Auth;
  readonly graphql: GraphqlEngine;
  readonly tokens: TokenVerifier;
  ctxWith(request: FastifyRequest, viewer: Viewer | null): CountedCtx;
}

/** Serves the built web, each page with what it needs to begin. */
export async function registerWeb(_server: FastifyInstance, _options: WebOptions): Promise<void> {}
