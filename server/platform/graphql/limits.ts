import {
  GraphQLError,
  Kind,
  getNamedType,
  isCompositeType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  valueFromASTUntyped,
  visit,
} from "graphql";
import type {
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  GraphQLCompositeType,
  GraphQLField,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionSetNode,
} from "graphql";
import { maxPageSize } from "./paging.ts";

/** Limits of documents from clients other than the web app. */
export const documentLimits = {
  depth: 8,
  aliases: 5,
  directives: 5,
  spreads: 50,
  repeats: 50,
  tokens: 1000,
  cost: 2000,
} as const;

/** Counts saturate here, so that sums and products stay exact integers. */
const saturation = 1_000_000_000;
const saturate = (count: number): number => Math.min(count, saturation);

/** Row count assumed for a list without a page size. */
const usualList = 10;
const pageArguments: ReadonlySet<string> = new Set(["first", "limit", "pagination"]);

const tooComplex = (message: string) =>
  new GraphQLError(message, { extensions: { code: "DOCUMENT_TOO_COMPLEX" } });

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

const fragmentsOf = (document: DocumentNode): Fragments =>
  new Map(
    document.definitions.flatMap((found) =>
      found.kind === Kind.FRAGMENT_DEFINITION ? [[found.name.value, found] as const] : [],
    ),
  );

const operationsOf = (document: DocumentNode): OperationDefinitionNode[] =>
  document.definitions.filter((found) => found.kind === Kind.OPERATION_DEFINITION);

/** Memoizes `measure` per fragment, however often it is spread. A fragment within itself counts as `cyclic`. */
function oncePerFragment<Size>(
  fragments: Fragments,
  cyclic: Size,
  measure: (fragment: FragmentDefinitionNode) => Size,
): (name: string) => Size {
  const measured = new Map<string, Size>();
  return (name) => {
    const known = measured.get(name);
    if (known !== undefined) return known;
    const fragment = fragments.get(name);
    // Validation reports unknown fragments and cycles.
    measured.set(name, cyclic);
    const size = fragment ? measure(fragment) : cyclic;
    measured.set(name, size);
    return size;
  };
}

/** Size of a document with all fragment spreads expanded. */
export interface DocumentShape {
  readonly depth: number;
  readonly aliases: number;
  readonly directives: number;
  readonly spreads: number;
  /** Fields repeated in the same selection set: validation compares each with each. */
  readonly repeats: number;
  /** Fields and spreads of all operations. */
  readonly selections: number;
  /** Visited nodes; never more than the document has. */
  readonly visits: number;
}

/** Measures a parsed document, valid or not, in linear time. */
export function shapeOf(document: DocumentNode): DocumentShape {
  let aliases = 0;
  let directives = 0;
  let spreads = 0;
  let repeats = 0;
  let visits = 0;
  visit(document, {
    Field: (node) => void (aliases += node.alias ? 1 : 0),
    Directive: () => void (directives += 1),
    FragmentSpread: () => void (spreads += 1),
  });

  const empty = { depth: 0, selections: 0 };
  const measure = (set: SelectionSetNode, names = new Set<string>()): typeof empty => {
    let depth = 0;
    let selections = 0;
    for (const selection of set.selections) {
      visits += 1;
      let inner = empty;
      if (selection.kind === Kind.FRAGMENT_SPREAD) inner = measureFragment(selection.name.value);
      else if (selection.kind === Kind.INLINE_FRAGMENT) inner = measure(selection.selectionSet, names);
      else if (selection.selectionSet) inner = measure(selection.selectionSet);
      const isField = selection.kind === Kind.FIELD;
      if (isField) {
        const name = (selection.alias ?? selection.name).value;
        repeats += names.has(name) ? 1 : 0;
        names.add(name);
      }
      // Introspection nests deeper and has a rule of its own.
      const isIntrospection = isField && selection.name.value.startsWith("__");
      depth = Math.max(depth, isField ? 1 + (isIntrospection ? 0 : inner.depth) : inner.depth);
      selections = saturate(
        selections + inner.selections + (selection.kind === Kind.INLINE_FRAGMENT ? 0 : 1),
      );
    }
    return { depth, selections };
  };
  const measureFragment = oncePerFragment(fragmentsOf(document), empty, ({ selectionSet }) =>
    measure(selectionSet),
  );

  let depth = 0;
  let selections = 0;
  for (const { selectionSet } of operationsOf(document)) {
    const measured = measure(selectionSet);
    depth = Math.max(depth, measured.depth);
    selections = saturate(selections + measured.selections);
  }
  return { depth, aliases, directives, spreads, repeats, selections, visits };
}

const counted = [
  ["aliases", "aliases"],
  ["directives", "directives"],
  ["spreads", "fragment spreads"],
  ["repeats", "repeated fields"],
] as const;

/** The error for a document whose shape is refused, or null. Runs before validation, some of whose rules are not linear. */
export function refusalOfShape(document: DocumentNode): GraphQLError | null {
  const shape = shapeOf(document);
  for (const [kind, name] of counted)
    if (shape[kind] > documentLimits[kind])
      return tooComplex(`A document can have at most ${documentLimits[kind]} ${name}.`);
  if (shape.depth > documentLimits.depth)
    return tooComplex(`Fields can nest at most ${documentLimits.depth} levels deep.`);
  return refusalOfCost(shape.selections);
}

/**
 * The cost of selections: `fixed`, plus `perRow` for each row of the enclosing page. A connection's page size applies to the lists
 * directly below it. So a fragment's cost is known before the page that it is spread in.
 */
interface Cost {
  readonly fixed: number;
  readonly perRow: number;
}

/** The cost of an operation, and the number of visited nodes. */
export interface OperationCost {
  readonly cost: number;
  readonly visits: number;
}

/**
 * Upper bound of a valid operation's cost, in time linear in the document's size. Each field and each spread costs 1, times the
 * rows of each list around it. A list uses the page size of its own arguments, else of the field directly above it, else ten.
 */
export function costOfOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Readonly<Record<string, unknown>>,
): OperationCost {
  const operation = operationsOf(document).find(
    (found) => !operationName || found.name?.value === operationName,
  );
  const root = operation && schema.getRootType(operation.operation);
  if (!operation || !root) return { cost: 0, visits: 0 };
  const given = withDefaults(operation, variables);
  let visits = 0;

  const costOfField = (node: FieldNode, parent: GraphQLCompositeType | undefined): Cost => {
    const field = parent && schema.getField(parent, node.name.value);
    if (!node.selectionSet) return { fixed: 1, perRow: 0 };
    if (!field) {
      const inner = costOfSet(node.selectionSet, undefined);
      return { fixed: saturate(1 + inner.fixed), perRow: inner.perRow };
    }
    const named = getNamedType(field.type);
    const inner = costOfSet(node.selectionSet, isCompositeType(named) ? named : undefined);
    const rows = pageSizeOf(node, field, given);
    const type = isNonNullType(field.type) ? field.type.ofType : field.type;
    if (!isListType(type))
      return { fixed: saturate(1 + inner.fixed + inner.perRow * (rows ?? usualList)), perRow: 0 };
    const each = saturate(inner.fixed + inner.perRow * usualList);
    // The schema has the same size for every query, so its lists don't multiply.
    if (isIntrospectionType(named)) return { fixed: saturate(1 + each), perRow: 0 };
    return rows === null ? { fixed: 1, perRow: each } : { fixed: saturate(1 + each * rows), perRow: 0 };
  };
  const costOfSet = (set: SelectionSetNode, parent: GraphQLCompositeType | undefined): Cost => {
    let fixed = 0;
    let perRow = 0;
    for (const selection of set.selections) {
      visits += 1;
      const cost =
        selection.kind === Kind.FIELD
          ? costOfField(selection, parent)
          : selection.kind === Kind.FRAGMENT_SPREAD
            ? costOfFragment(selection.name.value)
            : costOfSet(selection.selectionSet, typeNamed(selection.typeCondition?.name.value) ?? parent);
      fixed = saturate(fixed + cost.fixed + (selection.kind === Kind.FRAGMENT_SPREAD ? 1 : 0));
      perRow = saturate(perRow + cost.perRow);
    }
    return { fixed, perRow };
  };
  const typeNamed = (name: string | undefined): GraphQLCompositeType | undefined => {
    const type = name === undefined ? undefined : schema.getType(name);
    return isCompositeType(type) ? type : undefined;
  };
  const costOfFragment = oncePerFragment(
    fragmentsOf(document),
    { fixed: 0, perRow: 0 },
    ({ selectionSet, typeCondition }) => costOfSet(selectionSet, typeNamed(typeCondition.name.value)),
  );

  const { fixed, perRow } = costOfSet(operation.selectionSet, root);
  return { cost: saturate(fixed + perRow * usualList), visits };
}

/** The variables, with the operation's defaults for missing ones. */
function withDefaults(
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const given = { ...variables };
  for (const { variable, defaultValue } of operation.variableDefinitions ?? [])
    if (defaultValue && given[variable.name.value] === undefined)
      given[variable.name.value] = valueFromASTUntyped(defaultValue);
  return given;
}

/**
 * Row count of a paged field for its cost, 1 to 100; null for other fields. Without a size it counts like any list: clients of
 * the contract rely on that.
 */
function pageSizeOf(
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
  variables: Record<string, unknown>,
): number | null {
  const paging = field.args.find(({ name }) => pageArguments.has(name));
  if (!paging) return null;
  const argument = node.arguments?.find(({ name }) => name.value === paging.name);
  const value = argument && (valueFromASTUntyped(argument.value, variables) as unknown);
  const asked =
    paging.name === "pagination" ? (value as { first?: unknown } | null | undefined)?.first : value;
  if (typeof asked !== "number" || Number.isNaN(asked)) return usualList;
  return Math.min(maxPageSize, Math.max(1, Math.ceil(asked)));
}

/** The error for an operation whose cost is refused, or null. */
export function refusalOfCost(cost: number): GraphQLError | null {
  return cost > documentLimits.cost
    ? tooComplex(
        `This document exceeds the cost limit of ${documentLimits.cost}. Request fewer rows or fields.`,
      )
    : null;
}
