/**
 * Collects every graphql(`…`) call of the web app, validates it against the printed schema, and computes the exact text that the
 * client sends. The server trusts that text by its SHA-256.
 */
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { createRequest, formatDocument, stringifyDocument } from "@urql/core";
import {
  buildSchema,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isObjectType,
  parse,
  specifiedRules,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
} from "graphql";

/** A call of `graphql` with a template literal, and with the list of fragments that it masks. The text is group 1. */
export const graphqlCall = /\bgraphql\(\s*`([^`]*)`\s*(?:,\s*\[[^\]]*\]\s*,?\s*)?\)/g;

/** One operation of the web app. `body` is the text whose SHA-256 the server lists. */
export type TrustedDocument = { name: string; body: string; file: string };

/** All operations of the web app, by name and by hash, with the part of the schema that they use. */
export type Documents = {
  byName: ReadonlyMap<string, TrustedDocument>;
  byHash: Readonly<Record<string, { name: string; body: string }>>;
  schema: GraphQLSchema;
  used: DocumentNode[];
};

/** Names the file, and the rule of the schema that it breaks. */
class DocumentError extends Error {
  override name = "DocumentError";
}

type Found = { file: string; document: DocumentNode };

/**
 * Collects and validates the documents under `webRoot` against `schemaPath`.
 * @throws DocumentError when a document has a syntax error, an unknown field or fragment, or a name used twice
 */
export function collectDocuments(webRoot: string, schemaPath: string): Documents {
  const schema = buildSchema(readFileSync(schemaPath, "utf8"));
  const fragments = new Map<string, FragmentDefinitionNode & { file: string }>();
  const operations: Found[] = [];

  for (const path of globSync(join(webRoot, "**/*.{ts,tsx}"))) {
    if (/\.(test|d)\.tsx?$/.test(path)) continue;
    const file = relative(webRoot, path);
    for (const call of readFileSync(path, "utf8").matchAll(graphqlCall)) {
      const document = parseIn(file, call[1] ?? "");
      for (const definition of document.definitions) {
        if (definition.kind !== "FragmentDefinition") continue;
        const name = definition.name.value;
        const earlier = fragments.get(name);
        if (earlier) throw new DocumentError(`${file}: the fragment ${name} is also in ${earlier.file}`);
        fragments.set(name, { ...definition, file });
      }
      if (document.definitions.some((definition) => definition.kind === "OperationDefinition"))
        operations.push({ file, document });
    }
  }

  const byName = new Map<string, TrustedDocument>();
  const byHash: Record<string, { name: string; body: string }> = {};
  const used: DocumentNode[] = [];
  const spread = new Set<string>();
  for (const { file, document } of operations) {
    const whole = withFragments(file, document, fragments, spread);
    const errors = validate(schema, whole, specifiedRules);
    if (errors.length > 0)
      throw new DocumentError(`${file}: ${errors.map((error) => error.message).join("; ")}`);
    const name = operationName(file, whole);
    const earlier = byName.get(name);
    if (earlier) throw new DocumentError(`${file}: the operation ${name} is also in ${earlier.file}`);
    const body = textAsSent(whole);
    byName.set(name, { name, body, file });
    byHash[createHash("sha256").update(body).digest("hex")] = { name, body };
    used.push(parse(body));
  }
  for (const [name, { file }] of fragments) {
    if (!spread.has(name)) throw new DocumentError(`${file}: no operation spreads the fragment ${name}`);
  }
  return { byName, byHash, schema, used };
}

type TypeReference = { kind: string; name?: string; ofType?: TypeReference };
type CacheSchema = {
  __schema: {
    queryType: { name: string; kind: string };
    mutationType: { name: string; kind: string } | null;
    subscriptionType: { name: string; kind: string } | null;
    types: {
      name: string;
      possibleTypes?: { name: string }[];
      fields: { name: string; type: TypeReference }[];
    }[];
  };
};

/**
 * The part of the introspection that the client's cache needs in production, as one text: nullable fields, and the members of
 * abstract types. Loaded with every page. One line per type: its name (`Name=One|Other` if abstract), then its nullable fields,
 * `field*` for a list with nullable items.
 */
export function nullablesOf({ __schema: { types } }: CacheSchema): string {
  return types
    .map(({ name, possibleTypes, fields }) => {
      const nullable = fields.flatMap((field) => {
        const inner = field.type.kind === "NON_NULL" ? field.type.ofType : field.type;
        if (inner?.kind === "LIST" && inner.ofType?.kind !== "NON_NULL") return [`${field.name}*`];
        return field.type.kind === "NON_NULL" ? [] : [field.name];
      });
      const own = possibleTypes ? `${name}=${possibleTypes.map((type) => type.name).join("|")}` : name;
      return [own, ...nullable].join(" ");
    })
    .join("\n");
}

/** The introspection for the client's cache: only the types and fields that the documents select. */
export function cacheSchema({ schema, used }: Pick<Documents, "schema" | "used">): CacheSchema {
  const fields = new Map<string, Set<string>>();
  const typeInfo = new TypeInfo(schema);
  for (const document of used) {
    visit(
      document,
      visitWithTypeInfo(typeInfo, {
        Field() {
          const parent = typeInfo.getParentType();
          const field = typeInfo.getFieldDef();
          if (!parent || !field || field.name.startsWith("__")) return;
          const types = isAbstractType(parent) ? [parent, ...schema.getPossibleTypes(parent)] : [parent];
          for (const type of types) {
            const names = fields.get(type.name) ?? new Set();
            fields.set(type.name, names.add(field.name));
          }
          const returned = getNamedType(field.type);
          if (!fields.has(returned.name) && (isObjectType(returned) || isAbstractType(returned)))
            fields.set(returned.name, new Set());
        },
      }),
    );
  }
  const types = [...fields].map(([name, names]) => {
    const type = schema.getType(name);
    const possibleTypes = isAbstractType(type)
      ? schema.getPossibleTypes(type).map((possible) => ({ kind: "OBJECT", name: possible.name }))
      : undefined;
    const kind = isInterfaceType(type) ? "INTERFACE" : isAbstractType(type) ? "UNION" : "OBJECT";
    const own = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
    return {
      kind,
      name,
      interfaces: [],
      ...(possibleTypes ? { possibleTypes } : {}),
      fields: [...names].map((field) => ({
        name: field,
        args: [],
        type: typeReference(String(own[field]?.type), schema),
      })),
    };
  });
  const queryType = schema.getQueryType();
  const mutationType = schema.getMutationType();
  const subscriptionType = schema.getSubscriptionType();
  return {
    __schema: {
      queryType: { name: queryType?.name ?? "Query", kind: "OBJECT" },
      mutationType:
        mutationType && fields.has(mutationType.name) ? { name: mutationType.name, kind: "OBJECT" } : null,
      subscriptionType:
        subscriptionType && fields.has(subscriptionType.name)
          ? { name: subscriptionType.name, kind: "OBJECT" }
          : null,
      types,
    },
  };
}

function typeReference(printed: string, schema: GraphQLSchema): TypeReference {
  if (printed.endsWith("!")) return { kind: "NON_NULL", ofType: typeReference(printed.slice(0, -1), schema) };
  if (printed.startsWith("[")) return { kind: "LIST", ofType: typeReference(printed.slice(1, -1), schema) };
  const type = schema.getType(printed);
  if (isInterfaceType(type)) return { kind: "INTERFACE", name: printed };
  if (isAbstractType(type)) return { kind: "UNION", name: printed };
  return isObjectType(type) ? { kind: "OBJECT", name: printed } : { kind: "SCALAR", name: "Any" };
}

function parseIn(file: string, text: string): DocumentNode {
  try {
    return parse(text);
  } catch (error) {
    throw new DocumentError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function withFragments(
  file: string,
  document: DocumentNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  spread: Set<string>,
): DocumentNode {
  const needed = new Map<string, FragmentDefinitionNode>();
  const scan = (node: DocumentNode | FragmentDefinitionNode): void => {
    visit(node, {
      FragmentSpread({ name: { value } }) {
        if (needed.has(value)) return;
        const fragment = fragments.get(value);
        if (!fragment) throw new DocumentError(`${file}: there is no fragment ${value}`);
        needed.set(value, fragment);
        spread.add(value);
        scan(fragment);
      },
      Directive({ name: { value } }) {
        // gql.tada's own marker, which the server doesn't know.
        if (value === "_unmask") throw new DocumentError(`${file}: @_unmask would be sent to the server`);
      },
    });
  };
  scan(document);
  return { ...document, definitions: [...document.definitions, ...needed.values()] };
}

function operationName(file: string, document: DocumentNode): string {
  const operations = document.definitions.filter((definition) => definition.kind === "OperationDefinition");
  const name = operations[0]?.name?.value;
  if (operations.length !== 1 || !name)
    throw new DocumentError(`${file}: a document holds one operation, and it has a name`);
  return name;
}

/** The client adds __typename, then prints: the hash must be of that text, not of the source text. */
function textAsSent(document: DocumentNode): string {
  const formatted = formatDocument(createRequest(stringifyDocument(document as never), {}).query as never);
  const once = stringifyDocument(formatted as never);
  const again = stringifyDocument(formatDocument(createRequest(once, {}).query));
  if (again !== once)
    throw new DocumentError("the printed text of a document changes when it is printed again");
  return once;
}
