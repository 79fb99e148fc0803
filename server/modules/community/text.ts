import { createHash } from "node:crypto";
import { marked } from "marked";
import type { Token, Tokens } from "marked";
import { maxNesting, nestsTooDeep } from "../../../contract/markdown.ts";
import { rejectCardNumbers } from "../../platform/card-numbers.ts";
import { BadInput } from "../../platform/errors.ts";
import { readText as readPlain } from "../../platform/text.ts";
import { msg } from "../../platform/i18n/messages.ts";

/** Metadata of a text. */
export interface Reading {
  /** As stored: trimmed. */
  readonly text: string;
  /** External links, explicit or auto-linked. */
  readonly links: number;
  /** Mentioned usernames, as written, without duplicates. */
  readonly names: readonly string[];
  /** Equal for texts that differ only in case, whitespace and punctuation. */
  readonly fingerprint: string;
}

/** Maximum people that one text may mention. */
const maxNames = 10;
// Characters before the @ make it an email address, not a mention.
const namePattern = /(?<![\p{L}\p{N}_.@/])@([a-z][a-z0-9_.]{2,29})/giu;

/** Maximum nesting of Markdown; a list takes two levels. */
const maxLevels = 64;

/** Validates a text and extracts its metadata. @param maxLength in characters @throws BadInput, PanRejected */
export function readText(given: string, maxLength: number, field = "text"): Reading {
  const text = readPlain(given.replaceAll(/\r\n?/g, "\n").replaceAll(/\n{4,}/g, "\n\n\n"), field, maxLength);
  if (text === "") throw new BadInput(field, msg("Enter some text."));
  rejectCardNumbers(text, field);
  if (nestsTooDeep(text) || levelsOf(marked.lexer(text)) > maxLevels)
    throw new BadInput(
      field,
      msg("Quotes and lists can nest up to {maxNesting} levels deep.", { maxNesting }),
    );
  return readingOf(text);
}

/** Metadata of a stored text. */
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
  const normalized = text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return createHash("sha256").update(normalized).digest("hex").slice(0, 32);
}

/** Markdown tokens of a text; empty if it nests too deep. */
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

/**
 * A text without markup, for previews, emails and lists.
 * @param maxLength in characters; a longer text ends in an ellipsis
 */
export function plainText(markdown: string, maxLength: number): string {
  const words = wordsOf(tokensOf(markdown)).replaceAll(/\s+/g, " ").trim();
  if (words.length <= maxLength) return words;
  const cut = words.slice(0, maxLength - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), maxLength / 2)).trimEnd()}…`;
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

/** Whether a text contains one of the words, also within a longer word; case-insensitive. */
export function containsWord(text: string, words: readonly string[]): boolean {
  const normalized = text.normalize("NFKC").toLowerCase();
  return words.some((word) => word !== "" && normalized.includes(word));
}
