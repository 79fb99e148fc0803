import { useLingui } from "@lingui/react/macro";

/** Label of a traffic source, or of an unknown one. */
export function useSourceName(): (source: string | null) => string {
  const { t } = useLingui();
  return (source) => source ?? t`Direct or unknown`;
}

/** Labels of the referral question's options. */
export function useSurveyAnswerLabel(): (slug: string) => string {
  const { t } = useLingui();
  const names: Record<string, string> = {
    friend: t`A friend or family`,
    instructor: t`An instructor or studio`,
    instagram: t`Instagram`,
    tiktok: t`TikTok`,
    youtube: t`YouTube`,
    facebook: t`Facebook`,
    search: t`A search`,
    article: t`An article or podcast`,
    other: t`Somewhere else`,
  };
  return (slug) => names[slug] ?? slug;
}
