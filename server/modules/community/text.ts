import { createHash } from "node:crypto";
import { marked } from "marked";
import type { Token, Tokens } from "marked";
import { rejectCardNumbers } from "../../platform/card-numbers.ts";
import { BadInput } from "../../platform/errors.ts";

/** What a text says besides its words. */
export interface Reading {
  /** As it is kept: without what PostgreSQL can't hold, without blank ends. */
  readonly text: string;
  /** Links that lead somewhere else, written out or not. */
  readonly links: number;
  /** Usernames after an @, as written, each once. */
  readonly names: readonly string[];
  /** The same for texts that differ by case, spaces and signs alone. */
  readonly fingerprint: string;
}

/** The most people that one text calls. */
const mostNames = 10;
// Letters before the @ make it an address, not a name.
const namePattern = /(?<![\p{L}\p{N}_.@/])@([a-z][a-z0-9_.]{2,29})/giu;

/** Reads what somebody wrote. @param longest in characters @throws BadInput, PanRejected */
export function readText(given: string, longest: number, field = "text"): Reading {
  const text = given
    .replaceAll("\u0000", "")
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/\n{4,}/g, "\n\n\n")
    .trim();
  if (text === "") throw new BadInput(field, "Write something first.");
  if (text.length > longest) throw new BadInput(field, `Say it in ${longest} characters or fewer.`);
  rejectCardNumbers(text, field);
  const names = [...text.matchAll(namePattern)].map(([, name = ""]) =>
    name.replace(/\.+$/, "").toLowerCase(),
  );
  return {
    text,
    links: countLinks(marked.lexer(text)),
    names: [...new Set(names)].slice(0, mostNames),
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
  const words = wordsOf(marked.lexer(markdown)).replaceAll(/\s+/g, " ").trim();
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
export function holdsWord(text: string, words: readonly string[]): boolean {
  const said = text.normalize("NFKC").toLowerCase();
  return words.some((word) => word !== "" && said.includes(word));
}
