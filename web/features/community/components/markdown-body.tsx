import { Lexer, type Token, type Tokens } from "marked";
import { Fragment, type ReactNode } from "react";
import { nestsTooDeep } from "../../../../contract/markdown.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { piecesOf } from "./moments.ts";

export type MarkdownProps = {
  text: string;
  /** Jumps to a moment of the video that the text is about, in milliseconds; without it moments are words. */
  onMoment?: ((ms: number) => void) | undefined;
};

/**
 * What people write: Markdown as React elements, of which there are only these. HTML in it is shown as the text that it is; links lead to http and
 * https alone; pictures become links. What nests too deep to be read is shown as it was written.
 */
export function MarkdownBody({ text, onMoment }: MarkdownProps) {
  // The parser would run out of stack.
  if (nestsTooDeep(text)) return <p className="prose">{text}</p>;
  return <div className="prose">{blocks(new Lexer({ gfm: true, breaks: true }).lex(text), onMoment)}</div>;
}

type Jump = MarkdownProps["onMoment"];

function blocks(tokens: readonly Token[], jump: Jump): ReactNode {
  return tokens.map((token, index) => <Fragment key={index}>{block(token, jump)}</Fragment>);
}

function block(token: Token, jump: Jump): ReactNode {
  switch (token.type) {
    case "space":
    case "def":
      return null;
    case "heading":
    case "paragraph":
      // A heading of somebody's own would stand among those of the page.
      return (
        <p className={token.type === "heading" ? "strong" : undefined}>
          {inlines((token as Tokens.Paragraph).tokens, jump)}
        </p>
      );
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
      const rows = items.map((item, index) => <li key={index}>{blocks(item.tokens, jump)}</li>);
      return ordered ? <ol start={start === "" ? 1 : start}>{rows}</ol> : <ul>{rows}</ul>;
    }
    case "hr":
      return <hr />;
    default:
      return <p>{plain(token.raw, jump)}</p>;
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
      return <SafeLink href={href}>{words(tokens) || href}</SafeLink>;
    }
    case "image": {
      const { href, text } = token as Tokens.Image;
      return <SafeLink href={href}>{text || href}</SafeLink>;
    }
    default:
      return plain(token.raw, jump);
  }
}

/** The words of a link: no link stands within another. */
function words(tokens: readonly Token[] | undefined): string {
  return (tokens ?? [])
    .map((token) =>
      "tokens" in token && token.tokens ? words(token.tokens) : "text" in token ? token.text : token.raw,
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

function plain(text: string, jump: Jump): ReactNode {
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
