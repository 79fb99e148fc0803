import { GraphQLError, Kind, getNamedType, isListType, isNonNullType } from "graphql";
import type { ASTVisitor, GraphQLOutputType, ValidationContext, ValidationRule } from "graphql";
import { largestPage, usualPage } from "./paging.ts";

/** What a document of a client other than our own web may hold. */
export const documentLimits = { depth: 8, aliases: 5, directives: 5, tokens: 1000, cost: 2000 } as const;

const tooComplex = (message: string) => new GraphQLError(message, { extensions: { code: "DOCUMENT_TOO_COMPLEX" } });

/** How deep fields may nest, how many aliases and directives a document may hold. Fragments count where they are spread. */
export const shapeLimits: ValidationRule = (context) => {
  let aliases = 0;
  let directives = 0;
  const fragmentDepths = new Map<string, number>();

  const depthOf = (selections: readonly { kind: string }[], open: ReadonlySet<string>): number => {
    let deepest = 0;
    for (const selection of selections as readonly import("graphql").SelectionNode[]) {
      if (selection.kind === Kind.FIELD) deepest = Math.max(deepest, 1 + (selection.selectionSet ? depthOf(selection.selectionSet.selections, open) : 0));
      else if (selection.kind === Kind.INLINE_FRAGMENT) deepest = Math.max(deepest, depthOf(selection.selectionSet.selections, open));
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
      const selections = node.selectionSet.selections.filter((found) => found.kind !== Kind.FIELD || !found.name.value.startsWith("__"));
      if (depthOf(selections, new Set()) > documentLimits.depth) {
        context.reportError(tooComplex(`Fields may nest ${documentLimits.depth} deep at most.`));
      }
    },
    Document: {
      leave() {
        if (aliases > documentLimits.aliases) context.reportError(tooComplex(`A document may hold ${documentLimits.aliases} aliases at most.`));
        if (directives > documentLimits.directives) context.reportError(tooComplex(`A document may hold ${documentLimits.directives} directives at most.`));
      },
    },
  };
};

/**
 * What a document may cost: every field 1, times the rows of each list that it stands in. A paged field counts the rows
 * it asks for (`first`, in `pagination` too), or a whole page when a variable says; another list counts ten.
 */
export const costLimit: ValidationRule = (context) => {
  const multipliers: number[] = [1];
  let cost = 0;
  // Fragments are counted where they stand, once: their spreads multiply by what surrounds them.
  const fragmentCosts = new Map<string, number>();
  const costOfFragment = (name: string, open: ReadonlySet<string>): number => {
    const known = fragmentCosts.get(name);
    if (known !== undefined) return known;
    const fragment = context.getFragment(name);
    if (!fragment || open.has(name)) return 0;
    const found = costOfSelections(context, fragment.selectionSet, fragment.typeCondition.name.value, (inner) => costOfFragment(inner, new Set([...open, name])));
    fragmentCosts.set(name, found);
    return found;
  };
  const visitor: ASTVisitor = {
    OperationDefinition(node) {
      const root = context.getSchema().getRootType(node.operation);
      if (!root) return false;
      cost += multipliers[0]! * costOfSelections(context, node.selectionSet, root.name, (name) => costOfFragment(name, new Set()));
      if (cost > documentLimits.cost) {
        context.reportError(tooComplex(`This document costs ${cost}; ${documentLimits.cost} is the most. Ask for fewer rows or fields.`));
      }
      return false;
    },
  };
  return visitor;
};

function costOfSelections(
  context: ValidationContext,
  set: import("graphql").SelectionSetNode,
  typeName: string,
  costOfFragment: (name: string) => number,
): number {
  const type = context.getSchema().getType(typeName);
  const fields = type && "getFields" in type ? (type.getFields() as Record<string, { type: GraphQLOutputType }>) : {};
  let cost = 0;
  for (const selection of set.selections) {
    if (selection.kind === Kind.FRAGMENT_SPREAD) cost += costOfFragment(selection.name.value);
    else if (selection.kind === Kind.INLINE_FRAGMENT) {
      cost += costOfSelections(context, selection.selectionSet, selection.typeCondition?.name.value ?? typeName, costOfFragment);
    } else {
      const field = fields[selection.name.value];
      if (!field || selection.name.value.startsWith("__")) continue;
      const inner = selection.selectionSet ? costOfSelections(context, selection.selectionSet, getNamedType(field.type).name, costOfFragment) : 0;
      cost += 1 + inner * rowsOf(selection, field.type);
    }
  }
  return cost;
}

function rowsOf(node: import("graphql").FieldNode, type: GraphQLOutputType): number {
  const bare = isNonNullType(type) ? type.ofType : type;
  for (const argument of node.arguments ?? []) {
    const value = argument.value;
    if (argument.name.value === "pagination") {
      if (value.kind === Kind.VARIABLE) return largestPage;
      const first = value.kind === Kind.OBJECT ? value.fields.find((field) => field.name.value === "first")?.value : undefined;
      return first?.kind === Kind.INT ? Number(first.value) : first ? largestPage : usualPage;
    }
    if (argument.name.value === "first") return value.kind === Kind.INT ? Number(value.value) : largestPage;
  }
  return isListType(bare) ? 10 : 1;
}
