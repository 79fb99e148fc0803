import "./prose.css";
import { lazy, Suspense } from "react";
import type { MarkdownProps } from "./markdown-body.tsx";

const MarkdownBody = lazy(async () => ({ default: (await import("./markdown-body.tsx")).MarkdownBody }));

/** User content. Until the Markdown renderer has loaded, the plain text is shown. */
export function Markdown(props: MarkdownProps) {
  return (
    <Suspense
      fallback={
        <div className="prose">
          <p className="as-typed" dir="auto">
            {props.text}
          </p>
        </div>
      }
    >
      <MarkdownBody {...props} />
    </Suspense>
  );
}
