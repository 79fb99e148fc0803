import { useLingui } from "@lingui/react/macro";
import type { EnumValue } from "../../../graphql/graphql.ts";

/** What staff are told of a class that isn't in the library. */
export function useUnpublishedLabel() {
  const { t } = useLingui();
  return (state: EnumValue<"ClassState">): string =>
    state === "scheduled" ? t`Scheduled` : state === "archived" ? t`Archived` : t`Draft`;
}
