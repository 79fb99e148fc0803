/** Names a result of the boot data by its operation and variables, in whatever order they were written. */
export function bootKey(operationName: string, variables: unknown): string {
  const given = Object.entries(variables ?? {}).filter(([, value]) => value !== undefined);
  return operationName + JSON.stringify(given.sort(([a], [b]) => (a < b ? -1 : 1)));
}
