import { execute } from "graphql";
import type { DocumentNode, ExecutionResult, GraphQLSchema } from "graphql";
import { compileQuery, isCompiledQuery } from "graphql-jit";
import type { CompiledQuery } from "graphql-jit";

/** The subset of the arguments of graphql-js's `execute` that is used here. */
export interface ExecutionRequest {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly rootValue?: unknown;
  readonly contextValue?: unknown;
  readonly variableValues?: Readonly<Record<string, unknown>> | null | undefined;
}

const compiled = new WeakMap<DocumentNode, Map<string, CompiledQuery | null>>();

function compiledOf(request: ExecutionRequest): CompiledQuery | null {
  let byName = compiled.get(request.document);
  if (!byName) compiled.set(request.document, (byName = new Map()));
  const name = request.operationName ?? "";
  let found = byName.get(name);
  if (found === undefined) {
    const result = compileQuery(request.schema, request.document, request.operationName ?? undefined);
    found = isCompiledQuery(result) ? result : null;
    byName.set(name, found);
  }
  return found;
}

/** Executes a validated document with code that graphql-jit compiled. Falls back to graphql-js where compiling fails. */
export async function executeCompiled(request: ExecutionRequest): Promise<ExecutionResult> {
  const query = compiledOf(request);
  if (query) return query.query(request.rootValue, request.contextValue, { ...request.variableValues });
  return execute(request as Parameters<typeof execute>[0]) as Promise<ExecutionResult>;
}
