import { lazy, Suspense, type ComponentProps } from "react";
import type { CommentForm as Form } from "./comment-form.tsx";

const Lazy = lazy(async () => ({ default: (await import("./comment-form.tsx")).CommentForm }));

/** Lazy comment form; its space is reserved until the code has loaded. */
export function CommentForm(props: ComponentProps<typeof Form>) {
  return (
    <div className={props.replyToId ? "compose-place is-reply" : "compose-place"}>
      <Suspense>
        <Lazy {...props} />
      </Suspense>
    </div>
  );
}
