import { useLingui } from "@lingui/react/macro";
import type { Select } from "../../../ui/select.tsx";

export const spans = ["7", "30", "90", "365"] as const;
export type Span = (typeof spans)[number];

type Options<Value extends string> = Parameters<typeof Select<Value>>[0]["options"];

/** The periods that can be looked at. */
export function useSpanOptions(): Options<Span> {
  const { t } = useLingui();
  return spans.map((value) => ({ value, label: t`Last ${value} days` }));
}

/** A part of a whole as people say it; nothing of nothing is a dash. */
export function percentOf(part: number, whole: number): string {
  return whole === 0 ? "–" : percent(part / whole);
}

/** A share from 0 to 1, or a difference of two: 12.5 %. */
export function percent(share: number): string {
  return new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 1 }).format(share);
}

/** What led somebody here, or that nothing is known. */
export function useSourceName(): (source: string | null) => string {
  const { t } = useLingui();
  return (source) => source ?? t`Direct or unknown`;
}

/** What people can answer to how they heard of the studio. */
export function useSaidName(): (slug: string) => string {
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
