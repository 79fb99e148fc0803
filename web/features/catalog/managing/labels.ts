import { useLingui } from "@lingui/react/macro";
import type { EnumValue } from "../../../graphql/graphql.ts";
import type { ClassState } from "./managed-class.ts";

/** Labels of the studio's list of classes. */
export function useManagedLabels() {
  const { t } = useLingui();
  const states: Record<ClassState, string> = {
    draft: t`Draft`,
    ready: t`Ready`,
    scheduled: t`Scheduled`,
    in_library: t`In the library`,
    leaving: t`Leaving`,
    archived: t`Archived`,
  };
  const absences: Record<EnumValue<"ClassAbsence">, string> = {
    video: t`No video`,
    poster: t`No poster`,
    parts: t`No parts`,
    counts: t`No counts`,
    captions: t`No captions`,
    songs: t`No songs`,
  };
  const sorts: Record<EnumValue<"ManagedClassSort">, string> = {
    newest: t`Newest`,
    title: t`Title`,
    danced: t`Most danced`,
    finished: t`Most finished`,
  };
  const refusals: Record<EnumValue<"ClassActRefusal">, string> = {
    video: t`No video`,
    processing: t`The video is being processed`,
    parts: t`No parts`,
    counts: t`Counts not confirmed`,
    published: t`Already in the library`,
    leaves_before: t`Leaves the library before that day`,
    never_published: t`Was never in the library`,
    too_many_categories: t`Already in 10 categories`,
    deleted: t`Deleted by someone else`,
  };
  return { states, absences, sorts, refusals };
}
