import { GraphQLError } from "graphql";
import type { Locale } from "../../../contract/locales.ts";
import { Unavailable } from "../errors.ts";
import { translate } from "../i18n/messages.ts";

/** Until a client should try again, seconds: a balancer then leads it to another server. */
const retryAfterSeconds = 1;

/** The answer to a document that only another running server can execute. Nothing was executed, so that changes may be repeated, too. */
export function elsewhere(locale: Locale): {
  readonly status: number;
  readonly error: GraphQLError;
  readonly headers: Record<string, string>;
} {
  const { status, code, text, details } = new Unavailable(undefined, undefined, retryAfterSeconds);
  return {
    status,
    error: new GraphQLError(translate(text, locale), { extensions: { code, ...details } }),
    headers: {
      "retry-after": String(retryAfterSeconds),
      "x-unprocessed": "1",
      "access-control-expose-headers": "retry-after, x-unprocessed",
    },
  };
}
