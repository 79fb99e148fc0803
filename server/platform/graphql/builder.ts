import SchemaBuilder from "@pothos/core";
import { GraphQLError, Kind } from "graphql";
import type { Ctx } from "../../ctx.ts";

/** The one schema builder. Modules add their types to it on import; `app/schema.ts` prints the result. */
export const builder = new SchemaBuilder<{
  Context: Ctx;
  DefaultFieldNullability: false;
  Scalars: { ID: { Input: string; Output: string }; DateTime: { Input: Date; Output: Date } };
}>({ defaultFieldNullability: false });

const isoPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/** Range of dates that a client may send. Dates computed from them stay valid in PostgreSQL and ISO 8601. */
const years = { from: 1900, to: 2199 } as const;

function parseDateTime(value: unknown): Date {
  const moment = typeof value === "string" && isoPattern.test(value) ? new Date(value) : null;
  const year = moment?.getUTCFullYear() ?? Number.NaN;
  if (moment && (year < years.from || year > years.to))
    throw new GraphQLError(`A DateTime must be between the years ${years.from} and ${years.to}.`, {
      extensions: { code: "BAD_INPUT" },
    });
  if (!moment || Number.isNaN(year)) {
    throw new GraphQLError("A DateTime must be ISO 8601 with a time zone, such as 2026-11-20T18:30:00Z.", {
      extensions: { code: "BAD_INPUT" },
    });
  }
  return moment;
}

builder.scalarType("DateTime", {
  description: "ISO 8601, UTC.",
  serialize: (value) =>
    (value instanceof Date ? value : new Date(value as string)).toISOString() as unknown as Date,
  parseValue: parseDateTime,
  parseLiteral: (node) => parseDateTime(node.kind === Kind.STRING ? node.value : null),
});

builder.queryType({});
builder.mutationType({});
// GraphQL's root type has another name, since `Subscription` is the paid subscription.
builder.subscriptionType({ name: "LiveSubscription" });
