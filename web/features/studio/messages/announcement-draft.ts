import { locales, type Locale } from "../../../../contract/locales.ts";
import type { VariablesOf } from "../../../graphql/graphql.ts";
import { filterOf, namesOf, type FilterName } from "../people/filters.ts";
import type { EditedAnnouncement } from "./announcement-fragment.ts";
import type { SaveAnnouncement } from "./save-announcement.ts";

export const limits = { subject: 120, body: 10_000, cards: 3 } as const;

export type DraftCard = EditedAnnouncement["cards"][number];
export type DraftTexts = Record<Locale, { subject: string; body: string }>;

/** What the form of an announcement holds. */
export type AnnouncementDraft = {
  texts: DraftTexts;
  cards: DraftCard[];
  audience: Record<FilterName, string | null>;
};

/** Texts in every language; empty where nothing is written. */
export const textsOf = (texts: readonly { locale: string; subject: string; body: string }[]): DraftTexts =>
  Object.fromEntries(
    locales.map((locale) => {
      const { subject = "", body = "" } = texts.find((one) => one.locale === locale) ?? {};
      return [locale, { subject, body }];
    }),
  ) as DraftTexts;

const noFilter = {
  stage: null,
  planId: null,
  countryCode: null,
  currencyCode: null,
  joinedFrom: null,
  joinedUntil: null,
  danced: null,
  coupon: null,
  style: null,
};

/** The input of the form; empty for a new announcement. */
export const draftOf = (announcement: EditedAnnouncement | null): AnnouncementDraft => ({
  texts: textsOf(announcement?.texts ?? []),
  cards: [...(announcement?.cards ?? [])],
  audience: namesOf(announcement?.audience ?? noFilter),
});

/** What the server saves. */
export const inputOf = ({
  texts,
  cards,
  audience,
}: AnnouncementDraft): Omit<VariablesOf<typeof SaveAnnouncement>, "id" | "version"> => ({
  texts: locales.map((locale) => ({ locale, ...texts[locale] })),
  cards: cards.map(({ kind, id }) => ({ kind, id })),
  audience: filterOf((name) => audience[name] || null),
});
