/**
 * Reads the output of the build's `nullablesOf`: an introspection that holds only which fields of each type
 * are nullable.
 */
export function readNullables(text: string): object {
  const types = text.split("\n").map((line) => {
    const [head = "", ...fields] = line.split(" ");
    const [name, possible] = head.split("=");
    return {
      name,
      kind: possible ? "UNION" : "OBJECT",
      interfaces: [],
      ...(possible
        ? { possibleTypes: possible.split("|").map((one) => ({ kind: "OBJECT", name: one })) }
        : {}),
      fields: fields.map((field) => ({
        name: field.replace("*", ""),
        args: [],
        type: field.endsWith("*") ? { kind: "LIST", ofType: { kind: "SCALAR" } } : { kind: "SCALAR" },
      })),
    };
  });
  const has = (name: string): { name: string; kind: string } | null =>
    types.some((type) => type.name === name) ? { name, kind: "OBJECT" } : null;
  return {
    __schema: {
      queryType: has("Query"),
      mutationType: has("Mutation"),
      subscriptionType: has("LiveSubscription"),
      types,
    },
  };
}
