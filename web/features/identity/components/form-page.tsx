import { useLingui } from "@lingui/react/macro";
import { Suspense, type ComponentType } from "react";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { Skeleton, TextSkeleton } from "../../../ui/state.tsx";

/** A page that is a form. The form and its library are fetched beside the first paint, not before it. */
export function formPage(load: () => Promise<ComponentType>): ComponentType {
  const { Part: Form, preload } = lazyPart(load);
  preload();
  return function Page() {
    const { t } = useLingui();
    return (
      <Suspense
        fallback={
          <div className="page form-page">
            <Skeleton label={t`Loading`} className="stack">
              <TextSkeleton className="d1 w-1/2" />
              <TextSkeleton className="t3 w-3/4" />
              <TextSkeleton className="t3 w-full" />
            </Skeleton>
          </div>
        }
      >
        <Form />
      </Suspense>
    );
  };
}
