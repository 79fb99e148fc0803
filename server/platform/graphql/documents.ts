import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { GraphQLError, NoSchemaIntrospectionCustomRule, parse, specifiedRules, validate } from "graphql";
import type { DocumentNode, GraphQLSchema, ValidationRule } from "graphql";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { costLimit, documentLimits, shapeLimits } from "./limits.ts";

/** Documents that were checked when the web was built: id (SHA-256 of the text) → text. */
export type TrustedDocuments = ReadonlyMap<string, { readonly name: string; readonly body: string }>;

/** Reads the manifest that the web's build leaves beside its files; none is an empty list. */
export async function readTrustedDocuments(file: string): Promise<TrustedDocuments> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return new Map();
    throw error;
  }
  return new Map(Object.entries(z.record(z.string(), z.object({ name: z.string(), body: z.string() })).parse(JSON.parse(text))));
}

export interface DocumentRules {
  readonly schema: GraphQLSchema;
  readonly trusted: TrustedDocuments;
  /** Whether documents that aren't trusted are taken, under limits. */
  readonly open: boolean;
  readonly introspection: boolean;
}

/** Parsed and validated documents, kept by their text. */
export interface DocumentStore {
  /** The document, or why it is refused. */
  find(text: string): { document: DocumentNode } | { errors: readonly GraphQLError[] };
  /** The text of a trusted document, by its id. */
  textOf(id: string): string | null;
}

export function createDocumentStore(rules: DocumentRules): DocumentStore {
  const known = new LRUCache<string, { document: DocumentNode } | { errors: readonly GraphQLError[] }>({ max: 2000 });
  const openRules: ValidationRule[] = [...specifiedRules, shapeLimits, costLimit, ...(rules.introspection ? [] : [NoSchemaIntrospectionCustomRule])];
  const isTrusted = (text: string) => rules.trusted.has(createHash("sha256").update(text).digest("hex"));

  const check = (text: string): { document: DocumentNode } | { errors: readonly GraphQLError[] } => {
    const trusted = isTrusted(text);
    if (!trusted && !rules.open) {
      return { errors: [new GraphQLError("This server takes the documents of its own clients only.", { extensions: { code: "DOCUMENT_NOT_TRUSTED" } })] };
    }
    let document: DocumentNode;
    try {
      document = parse(text, trusted ? {} : { maxTokens: documentLimits.tokens });
    } catch (error) {
      return { errors: [error as GraphQLError] };
    }
    const errors = validate(rules.schema, document, trusted ? specifiedRules : openRules, { hideSuggestions: !rules.introspection, maxErrors: 5 });
    return errors.length > 0 ? { errors } : { document };
  };
  return {
    find: (text) => {
      let found = known.get(text);
      if (!found) known.set(text, (found = check(text)));
      return found;
    },
    textOf: (id) => rules.trusted.get(id)?.body ?? null,
  };
}
