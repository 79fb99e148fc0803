import type { GraphQLField } from "graphql";
import { randomUUID } from "node:crypto";
import { documentOf } from "../../testing/documents.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";
import type { Operation, Outcome } from "./rules.ts";

export type RootType = "Query" | "Mutation" | "LiveSubscription";

/** A response, parsed and as raw text. */
export interface Answer {
  readonly outcome: Outcome | `refused: ${string}`;
  readonly text: string;
}

/** Builds a call of a field with arguments that pass validation and reach the authorization decision. */
export function callOf(
  root: RootType,
  field: GraphQLField<unknown, unknown>,
  operation: Operation | undefined,
  given: object,
): { query: string; variables: Record<string, unknown> } {
  const variables: Record<string, unknown> = {
    ...documentOf(root === "LiveSubscription" ? "Query" : root, field).variables,
    ...given,
  };
  for (const name of Object.keys(variables))
    if (!field.args.some((argument) => argument.name === name))
      throw new Error(`${root}.${field.name} has no argument ${name}: correct its authorization rule.`);
  const args = field.args.filter(({ name }) => name in variables);
  const declared = args.map(({ name, type }) => `$${name}: ${String(type)}`).join(", ");
  const passed = args.map(({ name }) => `${name}: $${name}`).join(", ");
  const selection = operation?.select ? `{ ${operation.select} }` : documentOf("Query", field).selection;
  const keyword = root === "LiveSubscription" ? "subscription" : root.toLowerCase();
  return {
    variables,
    query: `${keyword} ${declared ? `(${declared})` : ""} { ${field.name}${passed ? `(${passed})` : ""} ${selection} }`,
  };
}

/** The same arguments with a valid id that doesn't exist. */
export function withMissing(operation: Operation, variables: object): object {
  const { target } = operation;
  if (!target) return variables;
  const value = (variables as Record<string, unknown>)[target];
  return { ...variables, [target]: Array.isArray(value) ? [randomUUID()] : randomUUID() };
}

/** Sends the call with a person's token. */
export async function ask(
  server: TestServer,
  root: RootType,
  call: { query: string; variables: object },
  as: TestPerson | { readonly token: string } | null,
): Promise<Answer> {
  const options =
    as && "cookie" in as ? { as } : as ? { headers: { "x-auth-token": `Bearer ${as.token}` } } : {};
  let answer: { data: object | null; errors: readonly { extensions: { code: string } }[] };
  if (root === "LiveSubscription") {
    const stream = await server.subscribe(call.query, call.variables, options);
    // An invalid token is refused before the stream opens.
    answer = (await stream.next()) ?? {
      data: null,
      errors: stream.status === 401 ? [{ extensions: { code: "UNAUTHENTICATED" } }] : [],
    };
    stream.close();
  } else {
    const { data, errors } = await server.graphql(call.query, call.variables, options);
    answer = { data, errors };
  }
  return { outcome: outcomeOf(answer), text: JSON.stringify(answer) };
}

function outcomeOf({
  data,
  errors,
}: {
  data: object | null;
  errors: readonly { extensions: { code: string } }[];
}): Answer["outcome"] {
  if (errors.length > 0) return errors[0]!.extensions.code as Outcome;
  return Object.values(data ?? {})[0] == null ? "null" : "allowed";
}
