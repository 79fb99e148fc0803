/** Compares names, comments, test names and documents with docs/glossary.md. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { allowed, refusedIdentifiers, refusedWords } from "./terms.ts";

export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly use: string;
}

type Node = { readonly type: string; readonly start: number } & Record<string, unknown>;

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

/** Calls `visit` for each node of a syntax tree. */
function walk(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) for (const each of node) walk(each, visit);
  else if (node !== null && typeof node === "object") {
    if (typeof (node as Node).type === "string") visit(node as Node);
    for (const [key, value] of Object.entries(node)) if (key !== "parent") walk(value, visit);
  }
}

/** Names that clients of the contract send and read: they stay as they are. */
function contractNames(root: string): ReadonlySet<string> {
  return new Set(readFileSync(join(root, "contract/fixed.graphql"), "utf8").match(/\b\w+\b/g));
}

/** Text that developers read: the title of a test, or the description of a GraphQL type or field. */
function proseOf(node: Node): { start: number; text: string } | null {
  if (node.type === "Property") {
    const [key, value] = [node["key"] as Node, node["value"] as Node];
    return key["name"] === "description" && typeof value["value"] === "string"
      ? { start: value.start, text: value["value"] }
      : null;
  }
  if (node.type !== "CallExpression") return null;
  const callee = node["callee"] as Node;
  if (callee.type !== "Identifier" || !["test", "describe", "it"].includes(String(callee["name"])))
    return null;
  const [title] = node["arguments"] as Node[];
  if (title?.type === "Literal" && typeof title["value"] === "string")
    return { start: title.start, text: title["value"] };
  return null;
}

/** Findings in one TypeScript file. */
export function checkCode(file: string, text: string, exempt: ReadonlySet<string>): Finding[] {
  const { program, comments } = parseSync(file, text);
  const findings: Finding[] = [];
  const seen = new Set<string>();
  const refuse = (offset: number, found: string, use: string): void => {
    const line = lineAt(text, offset);
    const key = `${line} ${found}`;
    if (!seen.has(key)) findings.push({ file, line, text: found, use });
    seen.add(key);
  };
  const readProse = (offset: number, prose: string): void => {
    for (const { pattern, use } of refusedWords) {
      const found = pattern.exec(prose);
      if (found) refuse(offset + found.index, found[0], use);
    }
  };
  walk(program, (node) => {
    if (node.type === "Identifier" || node.type === "PrivateIdentifier") {
      const name = String(node["name"]);
      if (exempt.has(name)) return;
      const term = refusedIdentifiers.find(({ pattern }) => pattern.test(name));
      if (term) refuse(node.start, name, term.use);
    }
    const prose = proseOf(node);
    if (prose) readProse(prose.start + 1, prose.text);
  });
  for (const comment of comments) readProse(comment.start + 2, comment.value);
  return findings;
}

/** Findings in one document or SQL file. */
export function checkProse(file: string, text: string): Finding[] {
  return text.split("\n").flatMap((line, at) =>
    refusedWords.flatMap(({ pattern, use }) => {
      const found = pattern.exec(line);
      return found ? [{ file, line: at + 1, text: found[0], use }] : [];
    }),
  );
}

/**
 * All findings below `root`.
 * @returns findings, exceptions that nothing needs, and the number of files that were read
 * @throws if no file was found, so that a check that sees nothing never passes
 */
export function checkGlossary(root: string): { files: number; findings: Finding[]; unneeded: string[] } {
  const ignored =
    /(^|\/)(node_modules|dist|test-results|data)\/|^tools\/glossary\/|^docs\/glossary\.md$|^web\/graphql\/introspection/;
  const list = (pattern: string): string[] =>
    globSync(pattern, { cwd: root, exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path) }).filter(
      (file) => !ignored.test(file),
    );
  const code = list("{server,web,contract,demo,e2e,bench,tools}/**/*.{ts,tsx,mjs}");
  // Older migrations have run on databases and are never edited.
  const prose = [
    ...list("{docs,demo,ops,.changeset}/**/*.md"),
    ...list("*.md"),
    ...list("server/migrations/2*.sql"),
  ];
  if (code.length === 0 || prose.length === 0) throw new Error("There is no file to check.");
  const fixed = contractNames(root);
  const read = (file: string) => readFileSync(join(root, file), "utf8");
  const found = [
    ...code.flatMap((file) => checkCode(file, read(file), fixed)),
    ...prose.flatMap((file) => checkProse(file, read(file))),
  ];
  const exceptionsFor = ({ file, text }: Finding) =>
    allowed.filter(({ name, files }) => name === text && files.test(file));
  const needed = new Set(found.flatMap(exceptionsFor));
  return {
    files: code.length + prose.length,
    findings: found.filter((finding) => exceptionsFor(finding).length === 0),
    unneeded: allowed
      .filter((exception) => !needed.has(exception))
      .map(({ name, files }) => `${name} in ${files}`),
  };
}
