import type { FieldNode, FragmentDefinitionNode, GraphQLResolveInfo, SelectionSetNode } from "graphql";

type Info = Pick<GraphQLResolveInfo, "fieldNodes" | "fragments" | "variableValues">;

function isLeftOut(node: FieldNode["directives"], info: Info): boolean {
  return (node ?? []).some((directive) => {
    const argument = directive.arguments?.find((found) => found.name.value === "if")?.value;
    const value =
      argument?.kind === "BooleanValue"
        ? argument.value
        : argument?.kind === "Variable"
          ? Boolean(variable(info, argument.name.value))
          : null;
    return (
      (directive.name.value === "skip" && value === true) ||
      (directive.name.value === "include" && value === false)
    );
  });
}

function variable(info: Info, name: string): unknown {
  const values = info.variableValues as unknown as { coerced?: Record<string, unknown> } & Record<
    string,
    unknown
  >;
  return values.coerced ? values.coerced[name] : values[name];
}

function collect(set: SelectionSetNode | undefined, path: string, info: Info, into: Set<string>): void {
  for (const node of set?.selections ?? []) {
    if (isLeftOut(node.directives, info)) continue;
    if (node.kind === "Field") {
      const here = path ? `${path}.${node.name.value}` : node.name.value;
      into.add(here);
      collect(node.selectionSet, here, info, into);
    } else if (node.kind === "InlineFragment") {
      collect(node.selectionSet, path, info, into);
    } else {
      const fragment: FragmentDefinitionNode | undefined = info.fragments[node.name.value];
      collect(fragment?.selectionSet, path, info, into);
    }
  }
}

/**
 * The fields that the client selected below this one, as dotted paths (`items.instructor.name`). Fragments are expanded, `@skip`
 * and `@include` applied. A root field's statement joins only the tables of these paths.
 */
export function selectedPaths(info: Info): ReadonlySet<string> {
  const paths = new Set<string>();
  for (const node of info.fieldNodes) collect(node.selectionSet, "", info, paths);
  return paths;
}
