import { getOperationAST, Kind } from "graphql";
import type { DocumentNode, SelectionSetNode } from "graphql";

const found = new WeakMap<DocumentNode, Map<string, readonly string[] | null>>();

/** Names of the root fields of a query, those of its fragments included; null for other operations. */
export function queriedFields(
  document: DocumentNode,
  operationName: string | null | undefined,
): readonly string[] | null {
  let byName = found.get(document);
  if (!byName) found.set(document, (byName = new Map()));
  const name = operationName ?? "";
  let fields = byName.get(name);
  if (fields === undefined) {
    const operation = getOperationAST(document, operationName);
    fields = operation?.operation === "query" ? fieldsOf(document, operation.selectionSet) : null;
    byName.set(name, fields);
  }
  return fields;
}

function fieldsOf(document: DocumentNode, { selections }: SelectionSetNode): string[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection.name.value];
    if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsOf(document, selection.selectionSet);
    const fragment = document.definitions.find(
      (one) => one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === selection.name.value,
    );
    return fragment?.kind === Kind.FRAGMENT_DEFINITION ? fieldsOf(document, fragment.selectionSet) : [];
  });
}
