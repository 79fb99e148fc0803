import { GraphQLError, Kind, getNamedType, isListType, isNonNullType, valueFromASTUntyped } from "graphql";
import type {
  DocumentNode,
  FieldNode,
  GraphQLOutputType,
  GraphQLSchema,
  SelectionNode,
  SelectionSetNode,
  ValidationRule,
} from "graphql";
import { usualPage } from "./paging.ts";

/** What a document of a client other than our own web may hold. */
export const documentLimits = { depth: 8, aliases: 5, directives: 5, tokens: 1000, cost: 2000 } as const;

const tooComplex = (message: string) =>
  new GraphQLError(message, { extensions: { code: "DOCUMENT_TOO_COMPLEX" } });

/** How deep fields may nest, how many aliases and directives a document may hold. Fragments count where they are spread. */
export const shapeLimits: ValidationRule = (context) => {
  let aliases = 0;
  let directives = 0;
  const fragmentDepths = new Map<string, number>();

  const depthOf = (selections: readonly { kind: string }[], open: ReadonlySet<string>): number => {
    let deepest = 0;
    for (const selection of selections as readonly SelectionNode[]) {
      if (selection.kind === Kind.FIELD)
        deepest = Math.max(
          deepest,
          1 + (selection.selectionSet ? depthOf(selection.selectionSet.selections, open) : 0),
        );
      else if (selection.kind === Kind.INLINE_FRAGMENT)
        deepest = Math.max(deepest, depthOf(selection.selectionSet.selections, open));
      else deepest = Math.max(deepest, fragmentDepth(selection.name.value, open));
    }
    return deepest;
  };
  const fragmentDepth = (name: string, open: ReadonlySet<string>): number => {
    const known = fragmentDepths.get(name);
    if (known !== undefined) return known;
    const fragment = context.getFragment(name);
    // A circle of fragments is another rule's to report.
    if (!fragment || open.has(name)) return 0;
    const depth = depthOf(fragment.selectionSet.selections, new Set([...open, name]));
    fragmentDepths.set(name, depth);
    return depth;
  };

  return {
    Field(node) {
      if (node.alias) aliases += 1;
    },
    Directive() {
      directives += 1;
    },
    OperationDefinition(node) {
      // Introspection is deeper by nature, and has a setting of its own.
      const selections = node.selectionSet.selections.filter(
        (found) => found.kind !== Kind.FIELD || !found.name.value.startsWith("__"),
      );
      if (depthOf(selections, new Set()) > documentLimits.depth) {
        context.reportError(tooComplex(`Fields may nest ${documentLimits.depth} deep at most.`));
      }
    },
    Document: {
      leave() {
        if (aliases > documentLimits.aliases)
          context.reportError(tooComplex(`A document may hold ${documentLimits.aliases} aliases at most.`));
        if (directives > documentLimits.directives)
          context.reportError(
            tooComplex(`A document may hold ${documentLimits.directives} directives at most.`),
          );
      },
    },
  };
};

/**
 * Counts what a valid operation may cost: every field 1, times the rows of each list that it stands in. A paged field counts the
 * rows it asks for (`first`, in `pagination` too), on itself where it is a list, else on the lists right below it; another
 * list counts ten.
 */
export function costOfOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Readonly<Record<string, unknown>>,
): number {
  const operations = document.definitions.filter((found) => found.kind === Kind.OPERATION_DEFINITION);
  const operation = operations.find((found) => !operationName || found.name?.value === operationName);
  const root = operation && schema.getRootType(operation.operation);
  if (!operation || !root) return 0;
  const fragments = new Map(
    document.definitions.flatMap((found) =>
      found.kind === Kind.FRAGMENT_DEFINITION ? [[found.name.value, found] as const] : [],
    ),
  );

  const costOf = (set: SelectionSetNode, typeName: string, pageRows: number | null): number => {
    const type = schema.getType(typeName);
    const fields =
      type && "getFields" in type ? (type.getFields() as Record<string, { type: GraphQLOutputType }>) : {};
    let cost = 0;
    for (const selection of set.selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        // The document is valid, so that fragments exist and make no circle.
        const fragment = fragments.get(selection.name.value)!;
        cost += costOf(fragment.selectionSet, fragment.typeCondition.name.value, pageRows);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        cost += costOf(selection.selectionSet, selection.typeCondition?.name.value ?? typeName, pageRows);
      } else {
        const field = fields[selection.name.value];
        if (!field || selection.name.value.startsWith("__")) continue;
        cost += 1;
        if (!selection.selectionSet) continue;
        const isList = isListType(isNonNullType(field.type) ? field.type.ofType : field.type);
        const asked = rowsAskedFor(selection, variables);
        const inner = costOf(selection.selectionSet, getNamedType(field.type).name, isList ? null : asked);
        cost += inner * (isList ? (asked ?? pageRows ?? 10) : 1);
      }
      if (cost > documentLimits.cost) return cost;
    }
    return cost;
  };
  return costOf(operation.selectionSet, root.name, null);
}

/** The rows that a field's arguments ask for; null when it isn't paged. */
function rowsAskedFor(node: FieldNode, variables: Readonly<Record<string, unknown>>): number | null {
  const type = node.arguments?.find(({ name }) => name.value === "pagination" || name.value === "first");
  if (!type) return null;
  const value = valueFromASTUntyped(type.value, { ...variables });
  const first =
    type.name.value === "first" ? value : (value as { first?: unknown } | null | undefined)?.first;
  return typeof first === "number" ? first : usualPage;
}

/** Why an operation is refused, or null. */
export function refusalOfCost(cost: number): GraphQLError | null {
  return cost > documentLimits.cost
    ? tooComplex(`This document costs more than ${documentLimits.cost}. Ask for fewer rows or fields.`)
    : null;
}
