import { Markdown } from "./markdown.tsx";

/** Text of a post on its own page. */
export function PostText({ text, onMoment }: { text: string; onMoment: ((ms: number) => void) | undefined }) {
  return (
    <div className="t3 post-text">
      <Markdown text={text} onMoment={onMoment} />
    </div>
  );
}
