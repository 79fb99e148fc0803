import { Markdown } from "../components/markdown.tsx";

/** A text of the studio as Markdown: with headings and links, without HTML. */
export function Document({ text }: { text: string }) {
  return <Markdown text={text} isDocument />;
}
