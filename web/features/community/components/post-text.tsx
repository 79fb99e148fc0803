import { Markdown } from "./markdown.tsx";

/** What a post says, on its own page. */
export function PostText({ text, onMoment }: { text: string; onMoment: ((ms: number) => void) | undefined }) {
  return (
    <div className="t3 post-text">
      <Markdown text={text} onMoment={onMoment} />
    </div>
  );
}
