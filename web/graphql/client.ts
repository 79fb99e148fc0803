import { Client, fetchExchange, type Operation } from "@urql/core";
import { authExchange } from "@urql/exchange-auth";
import { cacheExchange } from "@urql/exchange-graphcache";
import { cacheSchema } from "virtual:cache-schema";
import type { BootResult } from "../../contract/boot.ts";
import { bootExchange } from "./boot-exchange.ts";
import { cacheKeys, cacheUpdates, optimisticAnswers } from "./cache.ts";
import { embeddedKeys } from "./embedded-types.ts";
import type { Session } from "./session.ts";

/**
 * Creates a client for one profile: cache first, an access token on each request, one retry with a new token
 * after a rejection.
 */
export function createClient(options: {
  session: Session;
  release: string;
  results: readonly BootResult[];
  url?: string;
}): Client {
  const { session } = options;
  return new Client({
    url: options.url ?? "/graphql",
    requestPolicy: "cache-first",
    preferGetMethod: false,
    fetchSubscriptions: true,
    fetchOptions: {
      credentials: "same-origin",
      headers: { "x-client-name": "web", "x-client-version": options.release },
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
