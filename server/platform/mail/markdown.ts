import { Lexer, walkTokens } from "marked";
import type { Token, Tokens } from "marked";
import { isOwnPath, nestsTooDeep } from "../../../contract/markdown.ts";
import type { BodyBlock, BodySpan } from "./content.ts";

type Style = Omit<BodySpan, "text">;

/** The tokens of Markdown; null of one for which the parser would overflow the stack. */
const tokensOf = (markdown: string) =>
  nestsTooDeep(markdown) ? null : new Lexer({ gfm: true, breaks: true }).lex(markdown);

/** Markdown of staff as the blocks of an email. HTML is text, and an image is a link to it: emails load nothing. */
export function bodyOf(markdown: string): BodyBlock[] {
  const tokens = tokensOf(markdown);
  if (!tokens) return [{ kind: "paragraph", spans: [{ text: markdown }] }];
  return blocksOf(tokens).filter(({ spans }) => spans.some(({ text }) => text.trim() !== ""));
}

/** Whether Markdown has a table: neither emails nor pages show one. */
export function hasTable(markdown: string): boolean {
  const tokens = tokensOf(markdown);
  let isFound = false;
  if (tokens)
    walkTokens(tokens, ({ type }) => {
      isFound ||= type === "table";
    });
  return isFound;
}

/** The text of Markdown alone, on one line. */
export const plainOf = (markdown: string): string =>
  bodyOf(markdown)
    .map(({ spans }) => spans.map(({ text }) => text).join(""))
    .join(" ")
    .replaceAll(/\s+/g, " ")
    .trim();

const blocksOf = (tokens: readonly Token[]): BodyBlock[] => tokens.flatMap(blocksOfToken);

function blocksOfToken(token: Token): BodyBlock[] {
  switch (token.type) {
    case "space":
    case "def":
    case "hr":
      return [];
    case "heading":
      return [{ kind: "heading", spans: spansOf((token as Tokens.Heading).tokens) }];
    case "blockquote":
      return blocksOf((token as Tokens.Blockquote).tokens).map((block) => ({ ...block, kind: "quote" }));
    case "list": {
      const { ordered, start, items } = token as Tokens.List;
      return items.flatMap((item, place) =>
        blocksOf(item.tokens).map((block, within): BodyBlock => ({
          ...block,
          kind: "item",
          ...(within === 0 && { marker: ordered ? `${(start || 1) + place}.` : "•" }),
        })),
      );
    }
    default:
      return [
        {
          kind: "paragraph",
          spans: "tokens" in token && token.tokens ? spansOf(token.tokens) : [{ text: token.raw }],
        },
      ];
  }
}

const spansOf = (tokens: readonly Token[], style: Style = {}): BodySpan[] =>
  tokens.flatMap((token) => spansOfToken(token, style));

function spansOfToken(token: Token, style: Style): BodySpan[] {
  const inner = (more: Style) =>
    spansOf("tokens" in token ? (token.tokens ?? []) : [], { ...style, ...more });
  switch (token.type) {
    case "strong":
      return inner({ isStrong: true });
    case "em":
      return inner({ isEmphasized: true });
    case "del":
      return inner({});
    case "br":
      return [{ ...style, text: "\n" }];
    case "link":
    case "image": {
      const { href, text } = token as Tokens.Link | Tokens.Image;
      return [{ ...style, text: text || href, ...((isOwnPath(href) || isSafe(href)) && { href }) }];
    }
    case "text":
      return "tokens" in token && token.tokens
        ? inner({})
        : [{ ...style, text: (token as Tokens.Text).text }];
    case "escape":
    case "codespan":
      return [{ ...style, text: (token as Tokens.Escape).text }];
    default:
      return [{ ...style, text: token.raw }];
  }
}

const isSafe = (href: string): boolean => {
  const url = URL.parse(href);
  return url !== null && /^(https?|mailto):$/.test(url.protocol) && url.username === "";
};
