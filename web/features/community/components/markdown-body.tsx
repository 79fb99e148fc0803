import { Lexer, type Token, type Tokens } from "marked";
import { Fragment, type ReactNode } from "react";
import { isOwnPath, nestsTooDeep } from "../../../../contract/markdown.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { piecesOf } from "./moments.ts";

export type MarkdownProps = {
  text: string;
  /** Seeks the video to a timestamp in milliseconds; without it timestamps are plain text. */
  onMoment?: ((ms: number) => void) | undefined;
  /** A page of its own by the studio: with headings and email links, without usernames. */
  isDocument?: boolean;
};

/**
 * Renders user content: Markdown as an allowlist of React elements. HTML is shown as text; links are http and
 * https only; images become links.
 * Content that nests too deeply is shown as plain text.
 */
export function MarkdownBody({ text, onMoment, isDocument = false }: MarkdownProps) {
  // The parser would overflow the stack.
  if (nestsTooDeep(text))
    return (
      <p className="prose" dir="auto">
        {text}
      </p>
    );
  const jump = isDocument ? "document" : onMoment;
  return <div className="prose">{blocks(new Lexer({ gfm: true, breaks: true }).lex(text), jump)}</div>;
}

/** What a timestamp does; "document" where timestamps and usernames are plain text. */
type Jump = MarkdownProps["onMoment"] | "document";

function blocks(tokens: readonly Token[], jump: Jump): ReactNode {
  return tokens.map((token, index) => <Fragment key={index}>{block(token, jump)}</Fragment>);
}

function block(token: Token, jump: Jump): ReactNode {
  switch (token.type) {
    case "space":
    case "def":
      return null;
    case "heading": {
      const { depth, tokens } = token as Tokens.Heading;
      // A heading element in user content would disturb the page's outline.
      if (jump !== "document")
        return (
          <p className="strong" dir="auto">
            {inlines(tokens, jump)}
          </p>
        );
      return depth > 2 ? (
        <h3 className="strong" dir="auto">
          {inlines(tokens, jump)}
        </h3>
      ) : (
        <h2 className="t4" dir="auto">
          {inlines(tokens, jump)}
        </h2>
      );
    }
    case "paragraph":
      return <p dir="auto">{inlines((token as Tokens.Paragraph).tokens, jump)}</p>;
    case "text":
      return "tokens" in token && token.tokens ? inlines(token.tokens, jump) : plain(token.raw, jump);
    case "blockquote":
      return <blockquote>{blocks((token as Tokens.Blockquote).tokens, jump)}</blockquote>;
    case "code":
      return (
        <pre>
          <code>{(token as Tokens.Code).text}</code>
        </pre>
      );
    case "list": {
      const { ordered, start, items } = token as Tokens.List;
      const rows = items.map((item, index) => (
        <li key={index} dir="auto">
          {blocks(item.tokens, jump)}
        </li>
      ));
      return ordered ? <ol start={start === "" ? 1 : start}>{rows}</ol> : <ul>{rows}</ul>;
    }
    case "hr":
      return <hr />;
    default:
      return <p dir="auto">{plain(token.raw, jump)}</p>;
  }
}

function inlines(tokens: readonly Token[] | undefined, jump: Jump): ReactNode {
  return tokens?.map((token, index) => <Fragment key={index}>{inline(token, jump)}</Fragment>);
}

function inline(token: Token, jump: Jump): ReactNode {
  switch (token.type) {
    case "strong":
      return <strong>{inlines((token as Tokens.Strong).tokens, jump)}</strong>;
    case "em":
      return <em>{inlines((token as Tokens.Em).tokens, jump)}</em>;
    case "del":
      return <del>{inlines((token as Tokens.Del).tokens, jump)}</del>;
    case "codespan":
      return <code>{(token as Tokens.Codespan).text}</code>;
    case "br":
      return <br />;
    case "escape":
      return (token as Tokens.Escape).text;
    case "text":
      return "tokens" in token && token.tokens
        ? inlines(token.tokens, jump)
        : plain((token as Tokens.Text).text, jump);
    case "link": {
      const { href, tokens } = token as Tokens.Link;
      const words = plainText(tokens) || href;
      if (jump === "document") return <DocumentLink href={href}>{words}</DocumentLink>;
      return <SafeLink href={href}>{words}</SafeLink>;
    }
    case "image": {
      const { href, text } = token as Tokens.Image;
      return <SafeLink href={href}>{text || href}</SafeLink>;
    }
    default:
      return plain(token.raw, jump);
  }
}

/** Plain text of a link: links can't be nested. */
function plainText(tokens: readonly Token[] | undefined): string {
  return (tokens ?? [])
    .map((token) =>
      "tokens" in token && token.tokens ? plainText(token.tokens) : "text" in token ? token.text : token.raw,
    )
    .join("");
}

function SafeLink({ href, children }: { href: string; children: ReactNode }) {
  const url = URL.parse(href);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "") return <>{children}</>;
  return (
    <a className="link" href={url.href} rel="ugc nofollow noopener noreferrer" target="_blank">
      {children}
    </a>
  );
}

/** A link of the studio's own page: also to its other pages and to an email address, and in the same tab. */
function DocumentLink({ href, children }: { href: string; children: ReactNode }) {
  const url = URL.parse(href);
  const isSafe = url ? /^(https?|mailto):$/.test(url.protocol) && url.username === "" : isOwnPath(href);
  if (!isSafe) return <>{children}</>;
  return (
    <a className="link" href={url?.href ?? href}>
      {children}
    </a>
  );
}

function plain(text: string, jump: Jump): ReactNode {
  if (jump === "document") return text;
  return piecesOf(text).map((piece, index) => {
    if (piece.kind === "name")
      return (
        <Link key={index} className="link" to={paths.profile(piece.username)}>
          {piece.text}
        </Link>
      );
    if (piece.kind === "moment" && jump)
      return (
        <button key={index} type="button" className="ts" onClick={() => jump(piece.ms)}>
          {piece.text}
        </button>
      );
    return piece.text;
  });
}
