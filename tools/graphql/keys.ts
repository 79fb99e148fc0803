/** Checks that every selection contains the key fields of the client's cache. Without them, one result overwrites another's data. */
import type { KeyingConfig } from "@urql/exchange-graphcache";
import {
  getNamedType,
  isAbstractType,
  isCompositeType,
  isLeafType,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  type SelectionSetNode,
} from "graphql";

/**
 * Sentences about selections of `document` (an operation with its fragments) that lack the fields of `keys` for their type. The
 * same for types without an id that `keys` doesn't know. Empty: no faults.
 */
export function findMissingKeys(schema: GraphQLSchema, document: DocumentNode, keys: KeyingConfig): string[] {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions)
    if (definition.kind === "FragmentDefinition") fragments.set(definition.name.value, definition);
  const found = new Set<string>();

  const read = (type: GraphQLObjectType, sets: readonly SelectionSetNode[], path: string): void => {
    const asked = new Map<string, { name: string; sets: SelectionSetNode[] }>();
    const collect = ({ selections }: SelectionSetNode): void => {
      for (const selection of selections) {
        if (selection.kind === "Field") {
          const as = selection.alias?.value ?? selection.name.value;
          const field = asked.get(as) ?? { name: selection.name.value, sets: [] };
          if (selection.selectionSet) field.sets.push(selection.selectionSet);
          asked.set(as, field);
          continue;
        }
        const fragment =
          selection.kind === "FragmentSpread" ? fragments.get(selection.name.value) : selection;
        if (!fragment) continue;
        const on = fragment.typeCondition ? schema.getType(fragment.typeCondition.name.value) : type;
        if (on === type || (isAbstractType(on) && schema.isSubType(on, type))) collect(fragment.selectionSet);
      }
    };
    for (const set of sets) collect(set);
    if (path) {
      const missing = missingKey(
        type,
        new Set([...asked].flatMap(([as, { name }]) => (as === name ? [as] : []))),
        keys,
      );
      if (missing) found.add(`${path}: ${missing}`);
    }
    for (const [as, { name, sets: below }] of asked) {
      const returned = getNamedType(type.getFields()[name]?.type);
      if (!isCompositeType(returned)) continue;
      const possible = isAbstractType(returned) ? schema.getPossibleTypes(returned) : [returned];
      for (const one of possible) read(one, below, path ? `${path}.${as}` : as);
    }
  };

  for (const definition of document.definitions) {
    if (definition.kind !== "OperationDefinition") continue;
    const root = schema.getRootType(definition.operation);
    if (root) read(root, [definition.selectionSet], "");
  }
  return [...found];
}

function missingKey(type: GraphQLObjectType, asked: ReadonlySet<string>, keys: KeyingConfig): string | null {
  const key = keys[type.name];
  const has = (names: Iterable<string>): Record<string, string> =>
    Object.fromEntries([...names].map((name) => [name, name]));
  const fields = type.getFields();
  if (!key) {
    if (!fields["id"])
      return `${type.name} has no id: say in web/graphql/cache-keys.ts what it is known by, or in embedded-types.ts that it is part of its parent`;
    return asked.has("id") ? null : `ask for ${type.name}'s id`;
  }
  const leaves = Object.values(fields).filter((field) => isLeafType(getNamedType(field.type)));
  const whole = key({ __typename: type.name, ...has(leaves.map(({ name }) => name)) } as never);
  if (whole === null) return null; // embedded in its parent
  if (key({ __typename: type.name, ...has(asked) } as never) === whole) return null;
  return `ask for what ${type.name} is known by (${whole})`;
}
