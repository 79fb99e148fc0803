import { Readable } from "node:stream";
import {
  GraphQLError,
  createSourceEventStream,
  executeSubscriptionEvent,
  getOperationAST,
  mapSourceToResponseEvent,
  validateSubscriptionArgs,
} from "graphql";
import type { DocumentNode, ExecutionResult, GraphQLSchema } from "graphql";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createHandler } from "graphql-sse";
import type { Ctx } from "../../ctx.ts";
import { DomainError, ReadOnly } from "../errors.ts";
import { outdatedClient } from "../http/client.ts";
import type { ClientRules } from "../http/client.ts";
import type { Log } from "../log.ts";
import type { DocumentStore } from "./documents.ts";
import { elsewhere } from "./elsewhere.ts";
import { StreamSlots } from "../stream-slots.ts";
import { callOf, toClientError } from "./masking.ts";

/** How often an open stream's token is rechecked, so that revoked access ends soon. */
const recheckMs = 30_000;
/** Maximum duration of a stream, so that reconnecting clients spread over the servers again. */
const maxMs = 15 * 60_000;

export interface StreamOptions {
  readonly schema: GraphQLSchema;
  readonly documents: DocumentStore;
  readonly log: Log;
  readonly clients: ClientRules;
  /** Rejects with `Unauthenticated` if the request has an invalid token. */
  ctxOf(request: FastifyRequest): Promise<Ctx>;
}

type Context = { ctx: Ctx };
/** Releases the stream's slot; absent until it has one. */
type Slot = { release?: () => void };
interface Operation {
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variableValues?: Readonly<Record<string, unknown>> | null | undefined;
  readonly contextValue: unknown;
}

/**
 * GraphQL subscriptions as server-sent events at POST /graphql/stream, one connection per operation. Documents, tokens and limits
 * are those of /graphql. A stream ends when its token expires or is revoked.
 */
export async function registerStream(server: FastifyInstance, options: StreamOptions): Promise<void> {
  const { schema, documents, log, clients } = options;
  const slots = new StreamSlots();
  const ends = new Set<() => void>();
  server.addHook("preClose", async () => {
    for (const end of ends) end();
  });

  const handler = createHandler<FastifyRequest, Slot, Context>({
    authenticate: () => null,
    // The document store has validated it.
    validate: () => [],
    execute: () => {
      throw new Error("Only subscriptions are allowed here.");
    },
    subscribe: ((operation: Operation) => subscribe(schema, operation)) as never,
    onSubscribe: async (request, params) => {
      const refuse = (status: number, error: GraphQLError, headers: Record<string, string> = {}) =>
        [
          JSON.stringify({ errors: [error] }),
          {
            status,
            statusText: "",
            headers: { "content-type": "application/json; charset=utf-8", ...headers },
          },
        ] as const;
      const found = await documents.find({
        text: params.query,
        operationName: params.operationName,
        variables: params.variables,
      });
      if ("errors" in found) {
        if (found.because === "elsewhere") {
          const { status, error, headers } = elsewhere(callOf(request.raw).locale);
          return refuse(status, error, headers);
        }
        const outdated = outdatedClient(request.raw.headers, clients, found.because === "unknown");
        return refuse(400, toClientError(outdated ?? found.errors[0], callOf(request.raw), log));
      }
      if (getOperationAST(found.document, params.operationName)?.operation !== "subscription")
        return refuse(
          400,
          new GraphQLError("Only subscriptions are allowed here. Send other operations to /graphql.", {
            extensions: { code: "BAD_INPUT" },
          }),
        );
      try {
        const ctx = await options.ctxOf(request.raw);
        if (ctx.viewer?.seenBy) throw new ReadOnly();
        request.context.release = await slots.take(ctx);
        return {
          schema,
          document: found.document,
          operationName: params.operationName,
          variableValues: params.variables,
          contextValue: ctx,
        } as never;
      } catch (error) {
        const { status = 500, details = {} } = error instanceof DomainError ? error : {};
        const after = (details as Record<string, unknown>)["retryAfterSeconds"];
        return refuse(
          status,
          toClientError(error, callOf(request.raw), log),
          after === undefined ? {} : { "retry-after": String(after) },
        );
      }
    },
    onNext: (_context, request, result) => {
      const { errors } = result as ExecutionResult;
      if (!errors) return;
      return { ...result, errors: errors.map((error) => toClientError(error, callOf(request.raw), log)) };
    },
  });

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const slot: Slot = {};
    const [body, init] = await handler({
      method: request.method,
      url: request.url,
      headers: {
        get: (name) => (name === "accept" ? "text/event-stream" : (request.headers[name] as string)),
      },
      body: await documentBody(request, documents),
      raw: request,
      context: slot,
    });
    reply.code(init.status).headers({ ...init.headers, "cache-control": "no-store" });
    reply.removeHeader("connection").removeHeader("content-encoding");
    if (!body || typeof body === "string") {
      slot.release?.();
      return reply.send(body ?? "");
    }
    const end = () => {
      if (!ends.delete(end)) return;
      slot.release?.();
      clearInterval(recheck);
      clearTimeout(last);
      body
        .return(undefined)
        .catch((error: unknown) => log.warn({ err: error }, "A stream did not end cleanly"));
    };
    const recheck = setInterval(() => {
      options.ctxOf(request).catch((error: unknown) => {
        if (error instanceof DomainError) end();
      });
    }, recheckMs);
    const last = setTimeout(end, maxMs);
    ends.add(end);
    // A client that left while its stream was prepared has sent its "close" already.
    if (reply.raw.destroyed) {
      end();
      return reply.hijack();
    }
    reply.raw.once("close", end);
    // A buffering proxy would delay the events.
    return reply.header("x-accel-buffering", "no").send(Readable.from(body, { objectMode: false }));
  };
  server.post("/graphql/stream", { config: { checksOwnBody: true } }, answer);
}

/** The body, with the trusted document's text filled in if the client sent only its id. */
async function documentBody(
  request: FastifyRequest,
  documents: DocumentStore,
): Promise<Record<string, unknown>> {
  const body = (request.body ?? {}) as Record<string, unknown>;
  if (body["query"] !== undefined || typeof body["documentId"] !== "string") return body;
  return {
    ...body,
    query: (await documents.textOf(body["documentId"])) ?? "query Unknown { __typename }",
  };
}

/** Resolves each event with a ctx of its own, so that no memoized value of an earlier event is reused. */
async function subscribe(
  schema: GraphQLSchema,
  operation: Operation,
): Promise<AsyncGenerator<ExecutionResult> | ExecutionResult> {
  const validated = validateSubscriptionArgs({ schema, ...operation } as never);
  if (!("schema" in validated)) return { errors: validated };
  const source = await createSourceEventStream(validated);
  if (!(Symbol.asyncIterator in source)) return source;
  const ctx = operation.contextValue as Ctx;
  return mapSourceToResponseEvent(validated, source, (event) =>
    executeSubscriptionEvent({ ...event, contextValue: { ...ctx, memo: new Map() } satisfies Ctx }),
  ) as AsyncGenerator<ExecutionResult>;
}
