import { lazy, Suspense, type ComponentProps } from "react";
import type { CommentForm as Form } from "./comment-form.tsx";

const Lazy = lazy(async () => ({ default: (await import("./comment-form.tsx")).CommentForm }));

/** Where one says something; its place is kept until its code has come. */
export function CommentForm(props: ComponentProps<typeof Form>) {
  return (
    <div className={props.replyToId ? "compose-place is-reply" : "compose-place"}>
      <Suspense>
        <Lazy {...props} />
      </Suspense>
    </div>
  );
}
