/** Parses the imports of files. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { parseSync } from "oxc-parser";

export interface Import {
  readonly line: number;
  /** The imported file, as a path below the root. */
  readonly target: string;
  /** Erased at run time. */
  readonly isType: boolean;
  /** Loaded on demand, so that it closes no cycle. */
  readonly isDynamic: boolean;
}

/** The relative imports and re-exports of a file, dynamic ones included. */
export function importsOf(root: string, file: string): Import[] {
  const text = readFileSync(join(root, file), "utf8");
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module;
  const found: Import[] = [];
  const add = (start: number, request: string, isType: boolean, isDynamic = false): void => {
    if (!request.startsWith(".")) return;
    const target = normalize(join(dirname(file), request.replace(/\?.*$/, "")));
    found.push({ line: text.slice(0, start).split("\n").length, target, isType, isDynamic });
  };
  for (const { start, moduleRequest, entries } of staticImports)
    add(start, moduleRequest.value, entries.length > 0 && entries.every((entry) => entry.isType));
  for (const { start, entries } of staticExports) {
    for (const { moduleRequest, isType } of entries)
      if (moduleRequest) add(start, moduleRequest.value, isType);
  }
  for (const { moduleRequest } of dynamicImports) {
    const [, request = ""] =
      /^["'`](.*)["'`]$/s.exec(text.slice(moduleRequest.start, moduleRequest.end)) ?? [];
    add(moduleRequest.start, request, false, true);
  }
  return found;
}

/** Lines that import this package, or a package of its scope, at run time. */
export function linesImporting(root: string, file: string, packageName: RegExp): number[] {
  const text = readFileSync(join(root, file), "utf8");
  if (!packageName.test(text)) return [];
  return parseSync(file, text)
    .module.staticImports.filter(
      ({ moduleRequest, entries }) =>
        packageName.test(moduleRequest.value) &&
        !(entries.length > 0 && entries.every(({ isType }) => isType)),
    )
    .map(({ start }) => text.slice(0, start).split("\n").length);
}

/** Import cycles at run time: each cycle once, as a list of its files. */
export function findCycles(imports: ReadonlyMap<string, readonly Import[]>): string[][] {
  // Tarjan's algorithm: a strongly connected component is a cycle.
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string): number => {
    const own = order.size;
    order.set(file, own);
    let lowest = own;
    stack.push(file);
    for (const { target, isType, isDynamic } of imports.get(file) ?? []) {
      if (isType || isDynamic || !imports.has(target)) continue;
      if (!order.has(target)) lowest = Math.min(lowest, visit(target));
      else if (stack.includes(target)) lowest = Math.min(lowest, order.get(target) ?? own);
    }
    low.set(file, lowest);
    if (lowest === own) {
      const component = stack.splice(stack.indexOf(file));
      if (component.length > 1) cycles.push(component.sort());
    }
    return lowest;
  };
  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return cycles;
}

/** Whether an imported path exists. */
export const isThere = (root: string, target: string): boolean => existsSync(join(root, target));
