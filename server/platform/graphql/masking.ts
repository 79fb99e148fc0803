import { GraphQLError } from "graphql";
import { requestedLocale } from "../../../contract/locales.ts";
import type { Locale } from "../../../contract/locales.ts";
import { isDatabaseUnavailable } from "../db.ts";
import { DomainError, OutcomeUnknown, Unavailable } from "../errors.ts";
import { msg, translate } from "../i18n/messages.ts";
import type { Log } from "../log.ts";

/** Unwraps GraphQL errors to the error that caused them. */
function originOf(error: unknown): unknown {
  let found = error;
  while (found instanceof GraphQLError && found.originalError) found = found.originalError;
  return found;
}

/** The DomainError behind an error, or null. An unreachable database counts as `Unavailable`: the client may retry. */
export function domainErrorOf(error: unknown): DomainError | null {
  const origin = originOf(error);
  if (origin instanceof DomainError) return origin;
  return isDatabaseUnavailable(origin) ? new Unavailable(undefined, origin) : null;
}

/** Whether an error is unexpected: neither a DomainError nor a GraphQL error. */
export const isFault = (error: unknown): boolean =>
  domainErrorOf(error) === null && !(originOf(error) instanceof GraphQLError);

/** The id and the language of an HTTP request. */
export const callOf = (request: {
  readonly id: string;
  readonly headers: Parameters<typeof requestedLocale>[0];
}): { readonly requestId: string; readonly locale: Locale } => ({
  requestId: request.id,
  locale: requestedLocale(request.headers),
});

/**
 * Masks an error for the client. Expected ones keep code and details. GraphQL's own keep their message. Any other becomes INTERNAL
 * with the request id and is logged in full.
 */
export function toClientError(
  error: unknown,
  { requestId, locale }: { readonly requestId: string; readonly locale: Locale },
  log: Log,
): GraphQLError {
  const wrapped = error instanceof GraphQLError ? error : null;
  const place = wrapped ? { nodes: wrapped.nodes, path: wrapped.path } : {};
  const origin = originOf(error);
  const domain = domainErrorOf(error);
  if (domain) {
    if (domain instanceof Unavailable)
      log.warn({ err: domain, requestId }, "The database did not answer in time");
    if (domain instanceof OutcomeUnknown)
      log.warn({ err: domain, requestId }, "A change goes on without its client");
    return new GraphQLError(translate(domain.text, locale), {
      ...place,
      extensions: { code: domain.code, ...domain.details },
    });
  }
  if (origin instanceof GraphQLError) {
    const code = origin.extensions?.["code"] ?? (origin.path ? "INTERNAL" : "BAD_INPUT");
    return new GraphQLError(origin.message, {
      nodes: origin.nodes,
      source: origin.source,
      positions: origin.positions,
      path: wrapped?.path,
      extensions: { ...origin.extensions, code },
    });
  }
  log.error({ err: origin, requestId }, "A resolver failed");
  return new GraphQLError(translate(msg("Something went wrong on our end. Try again."), locale), {
    ...place,
    extensions: { code: "INTERNAL", requestId },
  });
}
