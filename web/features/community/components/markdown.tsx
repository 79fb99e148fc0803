import { lazy, Suspense } from "react";
import type { MarkdownProps } from "./markdown-body.tsx";

const MarkdownBody = lazy(async () => ({ default: (await import("./markdown-body.tsx")).MarkdownBody }));

/** What people write. Until its marks can be read it stands as it was typed. */
export function Markdown(props: MarkdownProps) {
  return (
    <Suspense
      fallback={
        <div className="prose">
          <p className="as-typed">{props.text}</p>
        </div>
      }
    >
      <MarkdownBody {...props} />
    </Suspense>
  );
}
