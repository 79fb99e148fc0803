import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { GraphQLError, NoSchemaIntrospectionCustomRule, parse, specifiedRules, validate } from "graphql";
import type { DocumentNode, GraphQLSchema, ValidationRule } from "graphql";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { costOfOperation, documentLimits, refusalOfCost, shapeLimits } from "./limits.ts";

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
  return new Map(
    Object.entries(
      z.record(z.string(), z.object({ name: z.string(), body: z.string() })).parse(JSON.parse(text)),
    ),
  );
}

export interface DocumentRules {
  readonly schema: GraphQLSchema;
  readonly trusted: TrustedDocuments;
  /** Whether documents that aren't trusted are taken, under limits. */
  readonly open: boolean;
  readonly introspection: boolean;
}

/** What a client asks to have executed. */
export interface DocumentRequest {
  readonly text: string;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
}

type Found = { readonly document: DocumentNode } | { readonly errors: readonly GraphQLError[] };

/** Parsed and validated documents, kept by their text. */
export interface DocumentStore {
  /** The document, or why it is refused. */
  find(request: DocumentRequest): Found;
  /** The text of a trusted document, by its id. */
  textOf(id: string): string | null;
}

export function createDocumentStore(rules: DocumentRules): DocumentStore {
  const known = new LRUCache<string, Found & { readonly trusted: boolean }>({ max: 2000 });
  const openRules: ValidationRule[] = [
    ...specifiedRules,
    shapeLimits,
    ...(rules.introspection ? [] : [NoSchemaIntrospectionCustomRule]),
  ];
  const isTrusted = (text: string) => rules.trusted.has(createHash("sha256").update(text).digest("hex"));

  const check = (text: string, trusted: boolean): Found => {
    if (!trusted && !rules.open) {
      return {
        errors: [
          new GraphQLError("This server takes the documents of its own clients only.", {
            extensions: { code: "DOCUMENT_NOT_TRUSTED" },
          }),
        ],
      };
    }
    let document: DocumentNode;
    try {
      document = parse(text, trusted ? {} : { maxTokens: documentLimits.tokens });
    } catch (error) {
      return { errors: [error as GraphQLError] };
    }
    const errors = validate(rules.schema, document, trusted ? specifiedRules : openRules, {
      hideSuggestions: !rules.introspection,
      maxErrors: 5,
    });
    return errors.length > 0 ? { errors } : { document };
  };
  return {
    find: ({ text, operationName, variables }) => {
      let found = known.get(text);
      if (!found) {
        const trusted = isTrusted(text);
        known.set(text, (found = { ...check(text, trusted), trusted }));
      }
      if ("errors" in found || found.trusted) return found;
      const refusal = refusalOfCost(
        costOfOperation(rules.schema, found.document, operationName, variables ?? {}),
      );
      return refusal ? { errors: [refusal] } : found;
    },
    textOf: (id) => rules.trusted.get(id)?.body ?? null,
  };
}
