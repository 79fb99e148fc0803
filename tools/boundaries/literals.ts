/** Finds what may be written in one place only: the path of a page, and formats by locale. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";

export interface Literal {
  readonly line: number;
  readonly text: string;
}

/** Stands for an expression in a template. */
const hole = "\0";

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

/** Calls `visit` with each node below `node` that isn't an import. */
function walk(node: unknown, visit: (node: Node) => void): void {
  if (typeof node !== "object" || node === null) return;
  if (Array.isArray(node)) {
    for (const child of node) walk(child, visit);
    return;
  }
  const found = node as Node;
  if (found.type === "ImportDeclaration" || found.type === "ImportExpression") return;
  visit(found);
  for (const child of Object.values(found)) if (typeof child === "object") walk(child, visit);
}

/** Strings and templates of a file; in a template, a null character stands for each expression. */
export function literalsOf(root: string, file: string): Literal[] {
  const text = readFileSync(join(root, file), "utf8");
  const literals: Literal[] = [];
  walk(parseSync(file, text).program, (node) => {
    const written =
      node.type === "Literal" && typeof node["value"] === "string"
        ? node["value"]
        : node.type === "TemplateLiteral"
          ? (node["quasis"] as { value: { cooked: string | null } }[])
              .map(({ value }) => value.cooked ?? "")
              .join(hole)
          : null;
    if (written !== null)
      literals.push({ line: text.slice(0, node.start).split("\n").length, text: written });
  });
  return literals;
}

/** Lines of a file that format by locale: `Intl`, and `toLocaleString` and the like. */
export function localeUsesOf(root: string, file: string): number[] {
  const text = readFileSync(join(root, file), "utf8");
  const lines: number[] = [];
  if (!/\bIntl\b|\.toLocale/.test(text)) return lines;
  walk(parseSync(file, text).program, (node) => {
    if (node.type === "Identifier" && /^Intl$|^toLocale\w+$/.test(String(node["name"])))
      lines.push(text.slice(0, node.start).split("\n").length);
  });
  return lines;
}

/** A matcher of strings that are the path of one of the pages, or its start before a parameter. */
export function pageMatcher(patterns: readonly string[]): (text: string) => boolean {
  const shapes = patterns.flatMap((pattern) => {
    const [start = "", ...parameters] = pattern.split("$");
    const whole = pattern
      .split("/")
      .map((part) =>
        part.includes("$") ? `${RegExp.escape(part.split("$")[0] ?? "")}[^/?#"']+` : RegExp.escape(part),
      )
      .join("/");
    return parameters.length > 0 ? [whole, `${RegExp.escape(start)}$`] : [whole];
  });
  // An origin may stand before the path, a query or a fragment after it; or it is an attribute of HTML.
  const page = new RegExp(`(?:^(?:https?://[^/]+|${hole})?|["'])(?:${shapes.join("|")})(?:$|[?#"'${hole}])`);
  return (text) => page.test(text);
}
