import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ExecutionResult, GraphQLSchema } from "graphql";
import { parseRequestParams } from "graphql-http";
import { createHandler } from "graphql-http/lib/use/fastify";
import { getOperationAST, GraphQLError } from "graphql";
import type { Ctx } from "../../ctx.ts";
import { DomainError, OutcomeUnknown, RateLimited, Unauthenticated, Unavailable } from "../errors.ts";
import { outdatedClient } from "../http/client.ts";
import type { ClientRules } from "../http/client.ts";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { logRefusal } from "../security-events.ts";
import { createDocumentStore } from "./documents.ts";
import type { OtherBuilds, TrustedDocuments } from "./documents.ts";
import { elsewhere } from "./elsewhere.ts";
import { executeCompiled } from "./execution.ts";
import { queriedFields } from "./queried-fields.ts";
import { refuseChanges } from "./read-only.ts";
import { registerStream } from "./stream.ts";
import { callOf, domainErrorOf, isFault, toClientError } from "./masking.ts";
import { msg } from "../i18n/messages.ts";
import { traced } from "../tracing/tracing.ts";

/** Maximum size of a request body, in bytes. */
const maxBodyBytes = 100 * 1024;
/** How long an operation may take, in milliseconds. */
export const maxOperationMs = 10_000;

const responseType = "application/graphql-response+json; charset=utf-8";
const jsonType = "application/json; charset=utf-8";

export interface GraphqlOptions {
  readonly schema: GraphQLSchema;
  readonly trusted: TrustedDocuments;
  /** Null: only pages of this server's build are answered. */
  readonly otherBuilds: OtherBuilds | null;
  readonly open: boolean;
  readonly introspection: boolean;
  readonly log: Log;
  /** Null: operations aren't measured. */
  readonly metrics: Metrics | null;
  readonly clients: ClientRules;
  /** How long an operation may take, in milliseconds. A change that takes longer goes on without its client. */
  readonly maxOperationMs: number;
  /** Rejects with `Unauthenticated` if the request has an invalid token. */
  ctxOf(request: FastifyRequest): Promise<Ctx>;
  /** The ctx that a query's resolvers get, by the names of its root fields. */
  readonly ctxOfQuery?: (ctx: Ctx, fields: readonly string[]) => Ctx;
  /** Whether the viewer's session is still valid: a token outlives its account by some seconds. */
  isSignedIn(ctx: Ctx): Promise<boolean>;
}

/** Executes operations: for the endpoint, and for pages that embed their first result. */
export interface GraphqlEngine {
  /** Executes a trusted document by operation name. @throws when there is no such document */
  executeTrusted(name: string, variables: Record<string, unknown>, ctx: Ctx): Promise<ExecutionResult>;
  /** Registers /graphql, and /graphql/stream for subscriptions. */
  register(server: FastifyInstance): Promise<void>;
}

const isChange = ({ document, operationName }: Parameters<typeof executeCompiled>[0]): boolean =>
  getOperationAST(document, operationName)?.operation === "mutation";

const requestOf = Symbol("request");
type Context = Record<PropertyKey, unknown>;

/** GraphQL over HTTP: the reference handler with our document store, executor and error masking. */
export function createGraphqlEngine(options: GraphqlOptions): GraphqlEngine {
  const documents = createDocumentStore(options);
  const idsByName = new Map([...options.trusted].map(([, document]) => [document.name, document.body]));

  const measured = async (
    args: Parameters<typeof executeCompiled>[0],
    ctx: Ctx,
  ): Promise<ExecutionResult> => {
    const startedAt = performance.now();
    // Names of other clients' operations are any text, and would fill the memory.
    const name = idsByName.has(args.operationName ?? "") ? args.operationName! : "other";
    const result = await traced(`GraphQL ${name}`, { "graphql.operation.name": name }, () => run(args, ctx));
    options.metrics?.recordOperation(
      name,
      result.errors ? "failed" : "succeeded",
      performance.now() - startedAt,
    );
    return result;
  };

  const routed = (args: Parameters<typeof executeCompiled>[0], ctx: Ctx) => {
    if (!options.ctxOfQuery) return args;
    const fields = queriedFields(args.document, args.operationName);
    return fields ? { ...args, contextValue: options.ctxOfQuery(ctx, fields) } : args;
  };

  const run = async (args: Parameters<typeof executeCompiled>[0], ctx: Ctx): Promise<ExecutionResult> => {
    let timer: NodeJS.Timeout | undefined;
    const timeUp = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(
        () =>
          reject(
            isChange(args)
              ? new OutcomeUnknown()
              : new Unavailable(msg("The request timed out. Try again in a moment.")),
          ),
        options.maxOperationMs,
      );
    });
    try {
      const result = await Promise.race([executeCompiled(routed(args, ctx)), timeUp]);
      if (!result.errors) return result;
      // Missing rows of an account that was just deleted are no fault: its token is no longer valid.
      if (ctx.viewer && result.errors.some(isFault) && !(await options.isSignedIn(ctx)))
        throw new Unauthenticated();
      for (const error of result.errors)
        logRefusal(ctx.log, domainErrorOf(error), {
          accountId: ctx.viewer?.accountId ?? null,
          operation: String(error.path?.[0] ?? ""),
        });
      return {
        ...result,
        errors: result.errors.map((error) => toClientError(error, ctx, ctx.log)),
      };
    } catch (error) {
      return { errors: [toClientError(error, ctx, ctx.log)] };
    } finally {
      clearTimeout(timer);
    }
  };

  const accepts = (request: FastifyRequest) =>
    String(request.headers.accept ?? "").includes("application/graphql-response+json");
  const answer = (
    request: FastifyRequest,
    status: number,
    body: unknown,
    headers: Record<string, string> = {},
  ) =>
    [
      JSON.stringify(body),
      {
        status,
        statusText: "",
        headers: { "content-type": accepts(request) ? responseType : jsonType, ...headers },
      },
    ] as const;

  /**
   * Sends an error response without data. The new media type gets the error's status, the old one 200 for well-formed requests.
   * Adds Retry-After where a retry may succeed.
   */
  const refuse = (request: FastifyRequest, error: GraphQLError, body: unknown) => {
    const domain =
      domainErrorOf(error) ?? (error.extensions["code"] === "UNAVAILABLE" ? new Unavailable() : null);
    if (domain instanceof Unavailable || domain instanceof RateLimited)
      return answer(request, domain.status, body, {
        "retry-after": String(domain.details["retryAfterSeconds"] ?? 2),
      });
    return answer(request, accepts(request) ? (domain?.status ?? 400) : 200, body);
  };

  /** The response to what was thrown before the operation ran. The library would print the error, and answer 500 without a body. */
  const refuseFor = (request: FastifyRequest, error: unknown) => {
    const shown = toClientError(error, callOf(request), options.log);
    return refuse(
      request,
      error instanceof DomainError ? new GraphQLError("", { originalError: error }) : shown,
      { errors: [shown] },
    );
  };

  const handler = createHandler({
    schema: options.schema,
    parseRequestParams: async (request) => {
      const raw = request.raw as FastifyRequest;
      const body = raw.body as { documentId?: unknown; query?: unknown } | undefined;
      if (
        request.method !== "POST" ||
        !body ||
        body.query !== undefined ||
        typeof body.documentId !== "string"
      )
        return parseRequestParams(request);
      // An unknown document id reaches the check below as a text that isn't trusted.
      try {
        const query = (await documents.textOf(body.documentId)) ?? "query Unknown { __typename }";
        return await parseRequestParams({
          ...request,
          body: { ...body, query },
        } as unknown as typeof request);
      } catch (error) {
        if (error instanceof DomainError) return refuseFor(raw, error);
        throw error;
      }
    },
    onSubscribe: async (request, params) => {
      const raw = request.raw as FastifyRequest;
      try {
        const found = await documents.find({
          text: params.query,
          operationName: params.operationName,
          variables: params.variables,
        });
        const because = "errors" in found ? found.because : null;
        if (because === "elsewhere") {
          const { status, error, headers } = elsewhere(callOf(raw).locale);
          return answer(raw, status, { errors: [error] }, headers);
        }
        const outdated = outdatedClient(raw.headers, options.clients, because === "unknown");
        if (outdated)
          return refuse(raw, new GraphQLError("", { originalError: outdated }), {
            errors: [toClientError(outdated, callOf(raw), options.log)],
          });
        if ("errors" in found)
          return answer(raw, accepts(raw) ? 400 : 200, {
            errors: found.errors.map((error) => toClientError(error, callOf(raw), options.log)),
          });
        const ctx = await options.ctxOf(raw);
        // Access tokens outlive their session by some seconds. That may delay a read, but never allows a change.
        const operation = getOperationAST(found.document, params.operationName)?.operation;
        if (operation && ctx.viewer?.seenBy) refuseChanges(found.document, operation);
        if (operation === "mutation" && ctx.viewer && !(await options.isSignedIn(ctx)))
          throw new Unauthenticated();
        (raw as FastifyRequest & { [requestOf]?: Ctx })[requestOf] = ctx;
        return {
          schema: options.schema,
          document: found.document,
          operationName: params.operationName,
          variableValues: params.variables,
          contextValue: ctx as unknown as Context,
        };
      } catch (error) {
        return refuseFor(raw, error);
      }
    },
    execute: ((args: Parameters<typeof executeCompiled>[0]) =>
      measured(args, args.contextValue as Ctx)) as never,
    onOperation: (request, _args, result) => {
      const raw = request.raw as FastifyRequest;
      const [first] = result.errors ?? [];
      if (!first || "data" in result) {
        const unavailable = result.errors?.find((error) => error.extensions["code"] === "UNAVAILABLE");
        return answer(raw, unavailable ? 503 : 200, result, unavailable ? { "retry-after": "2" } : {});
      }
      return refuse(raw, first, result);
    },
    // Only request errors of the handler itself arrive here; errors of operations are formatted above.
    formatError: (error) =>
      error instanceof GraphQLError
        ? error
        : new GraphQLError(error.message, { extensions: { code: "BAD_INPUT" } }),
  });

  return {
    executeTrusted: async (name, variables, ctx) => {
      const text = idsByName.get(name);
      if (!text) throw new Error(`Unknown trusted document: ${name}.`);
      const found = await documents.find({ text });
      if ("errors" in found)
        throw new Error(`The trusted document ${name} doesn't match the schema: ${found.errors[0]?.message}`);
      const bad = await documents.find({ text, variables });
      if ("errors" in bad) return { errors: bad.errors.map((error) => toClientError(error, ctx, ctx.log)) };
      return measured(
        {
          schema: options.schema,
          document: found.document,
          operationName: name,
          variableValues: variables,
          contextValue: ctx,
        },
        ctx,
      );
    },
    register: async (server) => {
      await server.register(async (scope) => {
        scope.setErrorHandler(
          (
            error: Error & { statusCode?: number; code?: string },
            request: FastifyRequest,
            reply: FastifyReply,
          ) => {
            // The client of a stream left before its first event: no one is there to answer, and nothing failed.
            if (error.code === "ERR_STREAM_PREMATURE_CLOSE" && reply.raw.destroyed) return reply.hijack();
            const domain = error instanceof DomainError ? error : null;
            const status = domain?.status ?? error.statusCode ?? 500;
            const shown =
              !domain && status < 500
                ? new GraphQLError(
                    status === 413
                      ? `Request too large. The limit is ${maxBodyBytes / 1024} KB.`
                      : "The request must be valid JSON.",
                    { extensions: { code: "BAD_INPUT" } },
                  )
                : toClientError(error, callOf(request), options.log);
            if (domain) reply.header("retry-after", String(domain.details["retryAfterSeconds"] ?? 2));
            return reply
              .code(status)
              .type(jsonType)
              .send(JSON.stringify({ errors: [shown] }));
          },
        );
        scope.route({
          method: ["GET", "POST", "PUT", "PATCH", "DELETE"],
          url: "/graphql",
          bodyLimit: maxBodyBytes,
          config: { checksOwnBody: true },
          // Returning the reply lets hooks take time before it is sent.
          handler: async (request, reply) => {
            await handler.call(server as never, request as never, reply as never);
            return reply;
          },
        });
        await registerStream(scope, { ...options, documents });
      });
    },
  };
}
