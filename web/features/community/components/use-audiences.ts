import { useLingui } from "@lingui/react/macro";

export type Audience = "everyone" | "members" | "crew" | "me";

/** Labels of a video's audiences. */
export function useAudiences(): { value: Audience; label: string }[] {
  const { t } = useLingui();
  return [
    { value: "everyone", label: t`Everyone` },
    { value: "members", label: t`Members` },
    { value: "crew", label: t`Crew (people who follow each other)` },
    { value: "me", label: t`Only you` },
  ];
}
