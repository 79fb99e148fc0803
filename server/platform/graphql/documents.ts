import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import {
  BREAK,
  GraphQLError,
  Kind,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
  visit,
} from "graphql";
import type { DocumentNode, GraphQLSchema } from "graphql";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { BadInput } from "../errors.ts";
import { checkTexts } from "../text.ts";
import { costOfOperation, documentLimits, refusalOfCost, refusalOfShape } from "./limits.ts";

/** Documents that were validated in the web build: id (SHA-256 of the text) → text. */
export type TrustedDocuments = ReadonlyMap<string, { readonly name: string; readonly body: string }>;

/** Reads the manifest that the web build writes next to its files. A missing file is an empty list. */
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
  /** Whether documents that aren't trusted are accepted, within limits. */
  readonly open: boolean;
  readonly introspection: boolean;
}

/** A GraphQL request: document id or text, operation name and variables. */
export interface DocumentRequest {
  readonly text: string;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
}

type Found = { readonly document: DocumentNode } | { readonly errors: readonly GraphQLError[] };

/** Cache of parsed and validated documents, by text. */
export interface DocumentStore {
  /** The document, or the error for which it or its variables are refused. */
  find(request: DocumentRequest): Found;
  /** The text of a trusted document, by its id. */
  textOf(id: string): string | null;
}

/** Maximum number and total length, in characters, of other clients' cached documents. Parsed, they take 150 times that. */
const openCache = { max: 500, maxSize: 500_000 } as const;

export function createDocumentStore(rules: DocumentRules): DocumentStore {
  // A separate map, so that no unknown document evicts the web's.
  const trusted = new Map<string, Found>();
  const open = new LRUCache<string, Found>({
    ...openCache,
    sizeCalculation: (_found, text) => text.length + 1,
  });
  const openRules = [...specifiedRules, ...(rules.introspection ? [] : [NoSchemaIntrospectionCustomRule])];

  const check = (text: string, isTrusted: boolean): Found => {
    let document: DocumentNode;
    try {
      document = parse(text, isTrusted ? {} : { maxTokens: documentLimits.tokens });
    } catch (error) {
      return { errors: [error as GraphQLError] };
    }
    // Before validation, whose time grows with repetition in the document.
    const refusal = isTrusted ? null : refusalOfShape(document);
    if (refusal) return { errors: [refusal] };
    const fault = faultOfLiterals(document);
    if (fault) return { errors: [fault] };
    const errors = validate(rules.schema, document, isTrusted ? specifiedRules : openRules, {
      hideSuggestions: !rules.introspection,
      maxErrors: 5,
    });
    return errors.length > 0 ? { errors } : { document };
  };
  const findTrusted = (text: string): Found | null => {
    const known = trusted.get(text);
    if (known) return known;
    if (!rules.trusted.has(createHash("sha256").update(text).digest("hex"))) return null;
    const found = check(text, true);
    trusted.set(text, found);
    return found;
  };
  return {
    find: ({ text, operationName, variables }) => {
      const fault = faultOfTexts(variables);
      if (fault) return { errors: [fault] };
      const own = findTrusted(text);
      if (own) return own;
      if (!rules.open)
        return {
          errors: [
            new GraphQLError("This server accepts only documents of its own clients.", {
              extensions: { code: "DOCUMENT_NOT_TRUSTED" },
            }),
          ],
        };
      let found = open.get(text);
      if (!found) open.set(text, (found = check(text, false)));
      if ("errors" in found) return found;
      const { cost } = costOfOperation(rules.schema, found.document, operationName, variables ?? {});
      const refusal = refusalOfCost(cost);
      return refusal ? { errors: [refusal] } : found;
    },
    textOf: (id) => rules.trusted.get(id)?.body ?? null,
  };
}

/** The error for variables with a text that is not allowed, or null. */
function faultOfTexts(given: unknown, field = ""): GraphQLError | null {
  try {
    checkTexts(given, field);
    return null;
  } catch (error) {
    if (error instanceof BadInput) return new GraphQLError(error.message, { originalError: error });
    throw error;
  }
}

/** The same for string literals in the document. */
function faultOfLiterals(document: DocumentNode): GraphQLError | null {
  let fault: GraphQLError | null = null;
  visit(document, {
    StringValue: ({ value }, _key, parent, _path, ancestors) => {
      const names = [...ancestors, parent].flatMap((node) =>
        node && "kind" in node && (node.kind === Kind.ARGUMENT || node.kind === Kind.OBJECT_FIELD)
          ? [node.name.value]
          : [],
      );
      fault ??= faultOfTexts(value, names.join("."));
      return fault ? BREAK : undefined;
    },
  });
  return fault;
}
