import {
  Client,
  createRequest,
  fetchExchange,
  type AnyVariables,
  type GraphQLRequest,
  type Operation,
  type OperationResult,
  type TypedDocumentNode,
} from "@urql/core";
import { authExchange } from "@urql/exchange-auth";
import { cacheExchange } from "@urql/exchange-graphcache";
import { pipe, subscribe } from "wonka";
import { cacheSchema } from "virtual:cache-schema";
import type { BootResult } from "../../contract/boot.ts";
import { bootExchange } from "./boot-exchange.ts";
import { cacheKeys } from "./cache-keys.ts";
import { cacheUpdates, optimisticAnswers, setFragmentParser, type CachedFragment } from "./cache.ts";
import type { LoadedClient } from "./client.ts";
import { embeddedKeys } from "./embedded-types.ts";
import { fetchAgain } from "./fetch-again.ts";
import { fetchStream } from "./fetch-stream.ts";
import { followLive } from "./live.ts";
import { clearSeeAs, seeAsOfTab, ticketOf } from "./see-as.ts";
import type { Session } from "./session.ts";

export type ClientOptions = { session: Session; release: string; results: readonly BootResult[] };

setFragmentParser((text) => createRequest(text, {}).query as CachedFragment);

/** Parsed documents by their text, so that a text is parsed and hashed once. */
const documents = new Map<string, GraphQLRequest["query"]>();

/** A request for a document as the build writes it: its text. */
function requestFor<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): GraphQLRequest<Data, Variables> {
  const text = document as unknown as string;
  let query = documents.get(text);
  if (!query) {
    query = createRequest(text, {}).query;
    documents.set(text, query);
  }
  return createRequest<Data, Variables>(query as TypedDocumentNode<Data, Variables>, variables);
}

/** How often in a row a query is repeated because its answer was outdated. */
const maxRepeats = 3;

/**
 * Whether a mutation that was answered first made the query's answer outdated: the cache then has nothing to show, and
 * doesn't ask again by itself.
 */
const isOutdatedAnswer = ({ data, error, stale, hasNext }: OperationResult): boolean =>
  !data && !error && !stale && !hasNext;

/** Creates the client of one profile on urql. */
export function createLoadedClient(options: ClientOptions): LoadedClient {
  const client = createUrqlClient(options);
  // The server refuses streams of a member whom staff see: they stay open for longer than that.
  const hasStreams = seeAsOfTab() === null;
  return {
    query: async (document, variables, context) => {
      const request = requestFor(document, variables);
      let result = await client.executeQuery(request, context).toPromise();
      for (let repeats = 0; isOutdatedAnswer(result) && repeats < maxRepeats; repeats += 1)
        result = await client
          .executeQuery(request, { ...context, requestPolicy: "network-only" })
          .toPromise();
      return result;
    },
    mutation: (document, variables, context) =>
      client.executeMutation(requestFor(document, variables), context).toPromise(),
    watch: (document, variables, context, onResult) => {
      const request = requestFor(document, variables);
      let repeats = 0;
      return pipe(
        client.executeQuery(request, context),
        subscribe((result) => {
          if (!isOutdatedAnswer(result) || repeats === maxRepeats) {
            repeats = 0;
            return onResult(result);
          }
          repeats += 1;
          onResult({ fetching: true });
          client.reexecuteOperation(
            client.createRequestOperation("query", request, { ...context, requestPolicy: "network-only" }),
          );
        }),
      ).unsubscribe;
    },
    follow: (document, variables, options) => {
      if (!hasStreams) return () => {};
      return followLive(
        (onResult) =>
          pipe(
            client.executeSubscription(requestFor(document, variables), {
              url: "/graphql/stream",
              fetch: fetchStream,
            }),
            subscribe(onResult),
          ).unsubscribe,
        options,
      );
    },
  };
}

/** Cache first, an access token on each request, one retry with a new token after a rejection. */
function createUrqlClient(options: ClientOptions): Client {
  const { session } = options;
  const seen = seeAsOfTab();
  return new Client({
    url: "/graphql",
    fetch: fetchAgain,
    requestPolicy: "cache-first",
    preferGetMethod: false,
    fetchSubscriptions: true,
    fetchOptions: {
      credentials: "same-origin",
      headers: {
        "x-client-name": "web",
        "x-client-version": options.release,
        ...(seen && { "x-see-as": ticketOf(seen) }),
      },
    },
    exchanges: [
      cacheExchange({
        schema: cacheSchema as never,
        keys: import.meta.env.DEV ? { ...embeddedKeys(), ...cacheKeys } : cacheKeys,
        updates: cacheUpdates,
        optimistic: optimisticAnswers,
      }),
      bootExchange(options.results),
      authExchange(async (utilities) => ({
        addAuthToOperation(operation) {
          const token = session.current();
          return token
            ? utilities.appendHeaders(operation, { "x-auth-token": `Bearer ${token}` })
            : operation;
        },
        willAuthError: () => session.current() === null,
        didAuthError(error, operation) {
          const codes = error.graphQLErrors.map(({ extensions }) => extensions?.code);
          // web/app/outdated.ts handles the event. It is loaded after the page.
          if (codes.includes("CLIENT_OUTDATED")) dispatchEvent(new Event("outdated"));
          // A child's frame answers it by asking for an adult.
          if (codes.includes("FORBIDDEN")) dispatchEvent(new Event("forbidden"));
          // The bar above the page answers it.
          if (codes.includes("READ_ONLY")) dispatchEvent(new Event("read-only"));
          if (codes.includes("SEE_AS_ENDED")) {
            clearSeeAs();
            location.reload();
          }
          if (!codes.includes("UNAUTHENTICATED")) return false;
          const rejectedToken = sentToken(operation);
          if (rejectedToken) session.refuse(rejectedToken);
          return true;
        },
        async refreshAuth() {
          await session.token();
        },
      })),
      fetchExchange,
    ],
  });
}

/** The access token that an operation was sent with. `appendHeaders` has turned its fetch options into an object. */
function sentToken({ context }: Operation): string | null {
  const { headers } = context.fetchOptions as RequestInit;
  return new Headers(headers).get("x-auth-token")?.slice("Bearer ".length) ?? null;
}
