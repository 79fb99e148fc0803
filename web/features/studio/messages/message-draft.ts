import { locales, type Locale } from "../../../../contract/locales.ts";
import { filterOf, namesOf, type FilterName } from "../people/filters.ts";
import type { EditedAnnouncement } from "./announcement-fragment.ts";
import type { EditedStep } from "./series/series-fragment.ts";

export const limits = { subject: 120, body: 10_000, cards: 3 } as const;

export type DraftCard = EditedAnnouncement["cards"][number];
export type DraftTexts = Record<Locale, { subject: string; body: string }>;

/** What the form of a message holds. */
export type MessageDraft = {
  texts: DraftTexts;
  cards: DraftCard[];
  /** Of an announcement; a step has none. */
  audience: Record<FilterName, string | null>;
  /** Of a step, as typed; an announcement has none. */
  delay: string;
};

/** Texts in every language; empty where nothing is written. */
const textsOf = (texts: readonly { locale: string; subject: string; body: string }[]): DraftTexts =>
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

/** The input of an announcement's form; empty for a new one. */
export const draftOf = (announcement: EditedAnnouncement | null): MessageDraft => ({
  texts: textsOf(announcement?.texts ?? []),
  cards: [...(announcement?.cards ?? [])],
  audience: namesOf(announcement?.audience ?? noFilter),
  delay: "",
});

/** The input of a step's form; empty for a new one. */
export const draftOfStep = (step: EditedStep | null): MessageDraft => ({
  texts: textsOf(step?.texts ?? []),
  cards: [...(step?.cards ?? [])],
  audience: namesOf(noFilter),
  delay: String(step?.delay ?? ""),
});

/** Texts and cards as the server saves them. */
export const contentOf = ({ texts, cards }: MessageDraft) => ({
  texts: locales.map((locale) => ({ locale, ...texts[locale] })),
  cards: cards.map(({ kind, id }) => ({ kind, id })),
});

/** An audience as the server saves it. */
export const audienceOf = ({ audience }: MessageDraft) => filterOf((name) => audience[name] || null);

/** Whether two drafts are saved as the same message. */
export const isSameMessage = (one: MessageDraft, other: MessageDraft): boolean => {
  const saved = (draft: MessageDraft) =>
    JSON.stringify([contentOf(draft), audienceOf(draft), draft.delay.trim()]);
  return saved(one) === saved(other);
};
