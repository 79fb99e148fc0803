import { makeResult, type Exchange, type Operation } from "@urql/core";
import { filter, map, merge, pipe, share } from "wonka";
import type { BootResult } from "../../contract/boot.ts";
import { bootKey } from "./boot-key.ts";

/** Answers a query from the boot data, once. Later queries with the same name and variables go to the server. */
export function bootExchange(results: readonly BootResult[]): Exchange {
  const waiting = new Map(
    results.map((result) => [bootKey(result.operationName, result.variables), result.data]),
  );
  const take = (operation: Operation): unknown => {
    if (operation.kind !== "query") return undefined;
    const name = bootKey(operationName(operation), operation.variables);
    const data = waiting.get(name);
    waiting.delete(name);
    return data;
  };
  return ({ forward }) =>
    (operations) => {
      const decided = pipe(
        operations,
        map((operation) => ({ operation, data: take(operation) })),
        share,
      );
      const answered = pipe(
        decided,
        filter(({ data }) => data !== undefined),
        map(({ operation, data }) => makeResult(operation, { data: data as never, hasNext: false })),
      );
      const forwarded = pipe(
        decided,
        filter(({ data }) => data === undefined),
        map(({ operation }) => operation),
        forward,
      );
      return merge([answered, forwarded]);
    };
}

function operationName(operation: Operation): string {
  for (const definition of operation.query.definitions) {
    if (definition.kind === "OperationDefinition") return definition.name?.value ?? "";
  }
  return "";
}
