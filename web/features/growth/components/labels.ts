import { useLingui } from "@lingui/react/macro";

/** What led somebody here, or that nothing is known. */
export function useSourceName(): (source: string | null) => string {
  const { t } = useLingui();
  return (source) => source ?? t`Direct or unknown`;
}

/** What people can answer to how they heard of the studio. */
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
