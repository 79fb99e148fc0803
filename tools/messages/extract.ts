/** Collects the messages of the source code: Lingui's macros in web/, calls of `msg` in server/. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { generateMessageId } from "@lingui/message-utils/generateMessageId";
import { parseSync, Visitor } from "oxc-parser";
import type { Argument } from "oxc-parser";
import { transformMacros, usesMacro, type FoundMessage } from "./transform.ts";
import type { SourceMessage } from "./catalogs.ts";

const root = join(import.meta.dirname, "../..");
const isTest = /\.(test|stories)\.tsx?$|^web\/gallery\/|^server\/testing\//;

/** Files whose texts people read, in order of their paths, with their code. */
export const messageFiles = (): { file: string; code: string }[] =>
  globSync("{web,server}/**/*.{ts,tsx}", { cwd: root })
    .filter((file) => !isTest.test(file))
    .sort()
    .map((file) => ({ file, code: readFileSync(join(root, file), "utf8") }));

/** All messages, by their first file and their order in it. */
export async function extractMessages(): Promise<SourceMessage[]> {
  const found = new Map<string, { message: FoundMessage; comments: Set<string>; files: Set<string> }>();
  const add = (file: string, message: FoundMessage): void => {
    const known = found.get(message.id);
    const { comments, files } = known ?? { comments: new Set<string>(), files: new Set<string>() };
    if (message.comment) comments.add(message.comment);
    files.add(file);
    if (!known) found.set(message.id, { message, comments, files });
  };
  for (const { file, code } of messageFiles()) {
    if (usesMacro.test(code)) await ofMacros(code, file, add);
    if (file.startsWith("server/") && code.includes("msg(")) ofCalls(code, file, add);
  }
  return [...found.values()].map(({ message: { id, message, context }, comments, files }) => ({
    id,
    message,
    context,
    comments: [...comments],
    files: [...files],
  }));
}

type Add = (file: string, message: FoundMessage) => void;

async function ofMacros(code: string, file: string, add: Add): Promise<void> {
  const visit = (message: FoundMessage): undefined => void add(file, message);
  await transformMacros(code, join(root, file), visit, "all");
}

/** Messages of `msg("text", values, { context })`. A text that isn't a literal is refused, since it can't be found. */
function ofCalls(code: string, file: string, add: Add): void {
  new Visitor({
    CallExpression({ callee, arguments: [text, , options], start }) {
      if (callee.type !== "Identifier" || callee.name !== "msg") return;
      if (text?.type !== "Literal" || typeof text.value !== "string")
        throw new Error(
          `${file}:${code.slice(0, start).split("\n").length}: the text of msg(…) must be a literal`,
        );
      const context = contextOf(options);
      add(file, { id: generateMessageId(text.value, context), message: text.value, context });
    },
  }).visit(parseSync(file, code).program);
}

/** The literal of `{ context: "…" }`. */
function contextOf(options: Argument | undefined): string | undefined {
  if (options?.type !== "ObjectExpression") return undefined;
  for (const property of options.properties)
    if (
      property.type === "Property" &&
      property.key.type === "Identifier" &&
      property.key.name === "context" &&
      property.value.type === "Literal" &&
      typeof property.value.value === "string"
    )
      return property.value.value;
  return undefined;
}
