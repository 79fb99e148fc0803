import { useLingui } from "@lingui/react/macro";
import type { ClassSourceVideo } from "./edited-class.ts";

/** How sure it is where a view starts. */
export function Certainty({ alignment }: { alignment: NonNullable<ClassSourceVideo["alignment"]> }) {
  const { t } = useLingui();
  const { confidence, isSure } = alignment;
  const percent = Math.round((confidence ?? 0) * 100);
  const words = (): string => {
    if (confidence === null) return t`Set by hand.`;
    if (isSure) return t`Found by its sound. We’re ${percent}% sure.`;
    return percent > 0
      ? t`Check it. We’re only ${percent}% sure.`
      : t`Check it. Its sound gave no clear answer.`;
  };
  return <p className={isSure ? "t1 muted" : "t1 bad"}>{words()}</p>;
}
