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

/** Documents of other servers' web builds, by the SHA-256 of their text. */
export interface OtherBuilds {
  bodyOf(id: string): Promise<string | null>;
  /** Whether a running server has it in its build. */
  isOffered(id: string): Promise<boolean>;
}

export interface DocumentRules {
  readonly schema: GraphQLSchema;
  readonly trusted: TrustedDocuments;
  readonly otherBuilds: OtherBuilds | null;
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

/** Why a document is refused. */
export interface Refused {
  readonly errors: readonly GraphQLError[];
  readonly because: /** This server doesn't know it or can't execute it. */
    | "unknown"
    /** This server can't execute it, but another one that runs now can. */
    | "elsewhere"
    /** Its variables or literals. */
    | "input";
}
type Found = { readonly document: DocumentNode } | Refused;

/** Cache of parsed and validated documents, by text. */
export interface DocumentStore {
  /** The document, or the error for which it or its variables are refused. */
  find(request: DocumentRequest): Promise<Found>;
  /** The text of a trusted document of any build, by its id. */
  textOf(id: string): Promise<string | null>;
}

/** Maximum number and total length, in characters, of other clients' cached documents. Parsed, they take 150 times that. */
const openCache = { max: 500, maxSize: 500_000 } as const;
/** Documents of other builds. A build has some hundreds. */
const maxOfOtherBuilds = 1_000;
/** How long a refusal of one of them holds, milliseconds: the servers that run change. */
const refusedMs = 10_000;

export function createDocumentStore(rules: DocumentRules): DocumentStore {
  // A separate map, so that no unknown document evicts the web's.
  const trusted = new Map<string, Found>();
  const ofOtherBuilds = new LRUCache<string, Found>({ max: maxOfOtherBuilds });
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
      return { errors: [error as GraphQLError], because: "unknown" };
    }
    // Before validation, whose time grows with repetition in the document.
    const refusal = isTrusted ? null : refusalOfShape(document);
    if (refusal) return { errors: [refusal], because: "unknown" };
    const fault = faultOfLiterals(document);
    if (fault) return { errors: [fault], because: "input" };
    const errors = validate(rules.schema, document, isTrusted ? specifiedRules : openRules, {
      hideSuggestions: !rules.introspection,
      maxErrors: 5,
    });
    return errors.length > 0 ? { errors, because: "unknown" } : { document };
  };
  /** A document of any build. Cached by text, as a hash for each request would take longer than the rest. */
  const findTrusted = async (text: string): Promise<Found | null> => {
    const known = trusted.get(text) ?? ofOtherBuilds.get(text);
    if (known) return known;
    const id = createHash("sha256").update(text).digest("hex");
    if (rules.trusted.has(id)) {
      const found = check(text, true);
      trusted.set(text, found);
      return found;
    }
    // Another client's.
    if (open.has(text)) return null;
    if (!rules.otherBuilds || (await rules.otherBuilds.bodyOf(id)) === null) return null;
    const found = check(text, true);
    if (!("errors" in found)) {
      ofOtherBuilds.set(text, found);
      return found;
    }
    const isElsewhere = await rules.otherBuilds.isOffered(id);
    const result: Found = { errors: found.errors, because: isElsewhere ? "elsewhere" : "unknown" };
    ofOtherBuilds.set(text, result, { ttl: refusedMs });
    return result;
  };
  return {
    find: async ({ text, operationName, variables }) => {
      const fault = faultOfTexts(variables);
      if (fault) return { errors: [fault], because: "input" };
      const ofBuild = await findTrusted(text);
      if (ofBuild) return ofBuild;
      if (!rules.open)
        return {
          errors: [
            new GraphQLError("This server accepts only documents of its own clients.", {
              extensions: { code: "DOCUMENT_NOT_TRUSTED" },
            }),
          ],
          because: "unknown",
        };
      let found = open.get(text);
      if (!found) open.set(text, (found = check(text, false)));
      if ("errors" in found) return found;
      const { cost } = costOfOperation(rules.schema, found.document, operationName, variables ?? {});
      const refusal = refusalOfCost(cost);
      return refusal ? { errors: [refusal], because: "input" } : found;
    },
    textOf: async (id) => rules.trusted.get(id)?.body ?? (await rules.otherBuilds?.bodyOf(id)) ?? null,
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
