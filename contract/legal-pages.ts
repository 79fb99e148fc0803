import { dayIn } from "./formats/time-zones.ts";

/** The legal pages that a studio publishes, in the order of the footer. */
export const legalPageKinds = ["imprint", "privacy", "terms", "rules"] as const;
export type LegalPageKind = (typeof legalPageKinds)[number];

/** A version with the languages that it was published in. */
export interface LanguageVersions {
  /** Language of the original. */
  readonly locale: string;
  readonly translations: readonly string[];
}

/** The language in which someone sees a version: their own, else the studio's, else that of the original. */
export function legalLocale(version: LanguageVersions, reader: string, studio: string): string {
  const found = [reader, studio].find(
    (locale) => version.translations.includes(locale) || version.locale === locale,
  );
  return found ?? version.locale;
}

interface Version {
  readonly kind: LegalPageKind;
  readonly version: number;
  /** The first day, in the studio's time zone: YYYY-MM-DD. */
  readonly validFrom: string;
}
interface Publisher<Found extends Version> {
  readonly timeZone: string;
  readonly legalVersions: readonly Found[];
}

/** The version of a legal page that is in force at a moment: of those that have begun, the last one. Null if none has. */
export function legalVersionAt<Found extends Version>(
  studio: Publisher<Found>,
  kind: LegalPageKind,
  at: Date,
): Found | null {
  const today = dayIn(at, studio.timeZone);
  return (
    studio.legalVersions
      .filter((one) => one.kind === kind && one.validFrom <= today)
      .toSorted((a, b) => a.validFrom.localeCompare(b.validFrom) || a.version - b.version)
      .at(-1) ?? null
  );
}

/** The legal pages with a version in force, in the order of the footer. */
export const publishedPages = (studio: Publisher<Version>, at: Date): LegalPageKind[] =>
  legalPageKinds.filter((kind) => legalVersionAt(studio, kind, at) !== null);
