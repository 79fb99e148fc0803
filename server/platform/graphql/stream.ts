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
import { DomainError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { DocumentStore } from "./documents.ts";
import { StreamSlots } from "../stream-slots.ts";
import { toClientError } from "./masking.ts";

/** How often an open stream's token is looked at again, so that access ends soon after it was taken away. */
const recheckMs = 30_000;
/** A stream ends after this long, so that clients spread over the servers again; they come back by themselves. */
const maxMs = 15 * 60_000;

export interface StreamOptions {
  readonly schema: GraphQLSchema;
  readonly documents: DocumentStore;
  readonly log: Log;
  /** Rejects with `Unauthenticated` when the request has a token and that is bad. */
  ctxOf(request: FastifyRequest): Promise<Ctx>;
}

type Context = { ctx: Ctx };
/** Gives the stream's slot back; absent until it has one. */
type Slot = { release?: () => void };
interface Operation {
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variableValues?: Readonly<Record<string, unknown>> | null | undefined;
  readonly contextValue: unknown;
}

/**
 * GraphQL subscriptions as server-sent events, one connection an operation, at POST /graphql/stream: the documents, the tokens and the limits of
 * /graphql. A stream ends when its token does.
 */
export async function registerStream(server: FastifyInstance, options: StreamOptions): Promise<void> {
  const { schema, documents, log } = options;
  const slots = new StreamSlots();
  const ends = new Set<() => void>();
  server.addHook("preClose", async () => {
    for (const end of ends) end();
  });

  const handler = createHandler<FastifyRequest, Slot, Context>({
    authenticate: () => null,
    // The store has validated the document.
    validate: () => [],
    execute: () => {
      throw new Error("Only subscriptions come here.");
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
      const found = documents.find({
        text: params.query,
        operationName: params.operationName,
        variables: params.variables,
      });
      if ("errors" in found) return refuse(400, toClientError(found.errors[0], request.raw.id, log));
      if (getOperationAST(found.document, params.operationName)?.operation !== "subscription")
        return refuse(
          400,
          new GraphQLError("Subscriptions alone are answered here; send the rest to /graphql.", {
            extensions: { code: "BAD_INPUT" },
          }),
        );
      try {
        const ctx = await options.ctxOf(request.raw);
        request.context.release = slots.take(ctx);
        return {
          schema,
          document: found.document,
          operationName: params.operationName,
          variableValues: params.variables,
          contextValue: ctx,
        } as never;
      } catch (error) {
        const { status = 500, facts = {} } = error instanceof DomainError ? error : {};
        const after = (facts as Record<string, unknown>)["retryAfterSeconds"];
        return refuse(
          status,
          toClientError(error, request.raw.id, log),
          after === undefined ? {} : { "retry-after": String(after) },
        );
      }
    },
    onNext: (_context, request, result) => {
      const { errors } = result as ExecutionResult;
      if (!errors) return;
      return { ...result, errors: errors.map((error) => toClientError(error, request.raw.id, log)) };
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
      body: documentBody(request, documents),
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
      body.return(undefined).catch((error: unknown) => log.warn({ err: error }, "A stream did not end well"));
    };
    const recheck = setInterval(() => {
      options.ctxOf(request).catch((error: unknown) => {
        if (error instanceof DomainError) end();
      });
    }, recheckMs);
    const last = setTimeout(end, maxMs);
    ends.add(end);
    reply.raw.once("close", end);
    // A proxy that gathers answers would hold back what is meant for now.
    return reply.header("x-accel-buffering", "no").send(Readable.from(body, { objectMode: false }));
  };
  server.post("/graphql/stream", { config: { checksOwnBody: true } }, answer);
}

/** The body with the trusted document's text in it, where the client sent its id alone. */
function documentBody(request: FastifyRequest, documents: DocumentStore): Record<string, unknown> {
  const body = (request.body ?? {}) as Record<string, unknown>;
  if (body["query"] !== undefined || typeof body["documentId"] !== "string") return body;
  return { ...body, query: documents.textOf(body["documentId"]) ?? "query Unknown { __typename }" };
}

/** Each event is resolved with a ctx of its own, so that nothing that was fetched for the one before is shown again. */
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
    executeSubscriptionEvent({ ...event, contextValue: { ...ctx, kept: new Map() } }),
  ) as AsyncGenerator<ExecutionResult>;
}
