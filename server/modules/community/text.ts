import { createHash } from "node:crypto";
import { marked } from "marked";
import type { Token, Tokens } from "marked";
import { maxNesting, nestsTooDeep } from "../../../contract/markdown.ts";
import { rejectCardNumbers } from "../../platform/card-numbers.ts";
import { BadInput } from "../../platform/errors.ts";
import { readText as readPlain } from "../../platform/text.ts";

/** What a text says besides its words. */
export interface Reading {
  /** As it is kept: without blank ends. */
  readonly text: string;
  /** Links that lead somewhere else, written out or not. */
  readonly links: number;
  /** Usernames after an @, as written, each once. */
  readonly names: readonly string[];
  /** The same for texts that differ by case, spaces and signs alone. */
  readonly fingerprint: string;
}

/** The most people that one text calls. */
const maxNames = 10;
// Letters before the @ make it an address, not a name.
const namePattern = /(?<![\p{L}\p{N}_.@/])@([a-z][a-z0-9_.]{2,29})/giu;

/** Levels of a text's marks, at most; a list is two. */
const maxLevels = 64;

/** Reads what somebody wrote. @param longest in characters @throws BadInput, PanRejected */
export function readText(given: string, longest: number, field = "text"): Reading {
  const text = readPlain(given.replaceAll(/\r\n?/g, "\n").replaceAll(/\n{4,}/g, "\n\n\n"), field, longest);
  if (text === "") throw new BadInput(field, "Write something first.");
  rejectCardNumbers(text, field);
  if (nestsTooDeep(text) || levelsOf(marked.lexer(text)) > maxLevels)
    throw new BadInput(field, `Quotes and lists may nest ${maxNesting} deep. Use fewer.`);
  return readingOf(text);
}

/** What a text that is kept says. */
export function readingOf(text: string): Reading {
  const names = [...text.matchAll(namePattern)].map(([, name = ""]) =>
    name.replace(/\.+$/, "").toLowerCase(),
  );
  return {
    text,
    links: countLinks(tokensOf(text)),
    names: [...new Set(names)].slice(0, maxNames),
    fingerprint: fingerprintOf(text),
  };
}

function fingerprintOf(text: string): string {
  const said = text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return createHash("sha256").update(said).digest("hex").slice(0, 32);
}

/** A text's marks; one that nests too deep to be read has none. */
function tokensOf(text: string): readonly Token[] {
  return nestsTooDeep(text) ? [{ type: "text", raw: text, text }] : marked.lexer(text);
}

const levelsOf = (tokens: readonly Token[]): number =>
  tokens.reduce((deepest, token) => Math.max(deepest, 1 + levelsOf(childrenOf(token))), 0);

function childrenOf(token: Token): readonly Token[] {
  if (token.type === "list") return (token as Tokens.List).items;
  if (token.type === "table") {
    const { header, rows } = token as Tokens.Table;
    return [...header, ...rows.flat()].flatMap((cell) => cell.tokens);
  }
  return "tokens" in token && token.tokens ? token.tokens : [];
}

function countLinks(tokens: readonly Token[]): number {
  let links = 0;
  for (const token of tokens) {
    if (token.type === "link" || token.type === "image") links += 1;
    links += countLinks(childrenOf(token));
  }
  return links;
}

/** A text without its marks, for previews, mails and lists. @param longest in characters; a longer one ends in an ellipsis */
export function plainText(markdown: string, longest: number): string {
  const words = wordsOf(tokensOf(markdown)).replaceAll(/\s+/g, " ").trim();
  if (words.length <= longest) return words;
  const cut = words.slice(0, longest - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), longest / 2)).trimEnd()}…`;
}

function wordsOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      const children = childrenOf(token);
      const isBlock = [
        "paragraph",
        "heading",
        "list",
        "list_item",
        "blockquote",
        "space",
        "br",
        "code",
      ].includes(token.type);
      const words =
        children.length > 0 ? wordsOf(children) : "text" in token ? String(token.text) : token.raw;
      return isBlock ? `${words} ` : words;
    })
    .join("");
}

/** Whether a text holds one of the words, alone or in a longer one; case doesn't matter. */
export function containsWord(text: string, words: readonly string[]): boolean {
  const said = text.normalize("NFKC").toLowerCase();
  return words.some((word) => word !== "" && said.includes(word));
}
