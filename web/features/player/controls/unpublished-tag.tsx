import type { EnumValue } from "../../../graphql/graphql.ts";
import { useUnpublishedLabel } from "../../catalog/public/unpublished-label.ts";

/** Beside the title: the class isn't in the library, and only staff play it. */
export function UnpublishedTag({ state }: { state: EnumValue<"ClassState"> }) {
  return <span className="tag">{useUnpublishedLabel()(state)}</span>;
}
