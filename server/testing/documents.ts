import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
} from "graphql";
import type { GraphQLField, GraphQLInputType, GraphQLOutputType } from "graphql";
import { randomUUID } from "node:crypto";

/** A valid value of the type that refers to no existing object. */
function valueOf(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return valueOf(type.ofType);
  if (isListType(type)) return [];
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (isInputObjectType(type))
    return Object.fromEntries(
      Object.values(type.getFields())
        .filter((field) => isNonNullType(field.type))
        .map((field) => [field.name, valueOf(field.type)]),
    );
  if (isScalarType(type))
    return (
      { Int: 1, Float: 1, Boolean: true, DateTime: "2026-01-01T00:00:00Z", ID: randomUUID() }[type.name] ??
      "nothing"
    );
  throw new Error(`No value for ${String(type)}`);
}

/** The smallest selection set that a type allows. */
function selectionOf(type: GraphQLOutputType): string {
  return isObjectType(getNamedType(type)) ? "{ __typename }" : "";
}

/** The smallest call of a field. */
export function documentOf(kind: "Query" | "Mutation", field: GraphQLField<unknown, unknown>) {
  const given = field.args.filter((argument) => isNonNullType(argument.type));
  const variables = Object.fromEntries(given.map((argument) => [argument.name, valueOf(argument.type)]));
  const declared = given.map((argument) => `$${argument.name}: ${String(argument.type)}`).join(", ");
  const passed = given.map((argument) => `${argument.name}: $${argument.name}`).join(", ");
  const selection = selectionOf(field.type);
  return {
    variables,
    selection,
    query: `${kind.toLowerCase()} ${declared ? `(${declared})` : ""} { ${field.name}${passed ? `(${passed})` : ""} ${selection} }`,
  };
}
