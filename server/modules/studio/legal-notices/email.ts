import { formatDate } from "../../../../contract/formats/dates.ts";
import type { LegalPageKind } from "../../../../contract/legal-pages.ts";
import { paths } from "../../../../contract/urls.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import type { Message } from "../../../platform/i18n/messages.ts";
import { defineEmail } from "../../../platform/mail/template.ts";

const textsOf = (
  kind: LegalPageKind,
  day: string,
): { readonly subject: Message; readonly heading: Message; readonly label: Message } =>
  ({
    imprint: {
      subject: msg("New imprint from {day}", { day }),
      heading: msg("A new imprint"),
      label: msg("Read the imprint"),
    },
    privacy: {
      subject: msg("New privacy policy from {day}", { day }),
      heading: msg("A new privacy policy"),
      label: msg("Read the privacy policy"),
    },
    terms: {
      subject: msg("New terms from {day}", { day }),
      heading: msg("New terms"),
      label: msg("Read the terms"),
    },
    rules: {
      subject: msg("New house rules from {day}", { day }),
      heading: msg("New house rules"),
      label: msg("Read the house rules"),
    },
  })[kind];

export interface LegalNoticeProps {
  readonly kind: LegalPageKind;
  readonly version: number;
  /** The first day, in the studio's time zone: YYYY-MM-DD. */
  readonly validFrom: string;
  /** Whether that day has come. */
  readonly isInForce: boolean;
}
const demo: LegalNoticeProps = { kind: "terms", version: 2, validFrom: "2027-01-05", isInForce: false };

/** Tells of a version of a legal page, and from which day it holds. */
export const legalNoticeEmail = defineEmail<LegalNoticeProps>({
  name: "studio.legal_notice",
  previews: {
    usual: demo,
    in_force: { ...demo, kind: "rules", isInForce: true },
    privacy: { ...demo, kind: "privacy" },
    imprint: { ...demo, kind: "imprint", isInForce: true },
  },
  write: ({ kind, version, validFrom, isInForce }, { locale, studioName }) => {
    const day = formatDate(new Date(validFrom), "date", { locale, timeZone: "UTC" });
    const { subject, heading, label } = textsOf(kind, day);
    const since = isInForce
      ? msg("This version has applied since {day}.", { day })
      : msg("This version applies from {day}. Until then, nothing changes.", { day });
    return {
      subject,
      preheader: since,
      heading,
      paragraphs: [since, msg("Please read the new text.")],
      facts: [
        { label: msg("Version"), value: String(version) },
        { label: msg("In force from"), value: day },
      ],
      action: { label, path: `${paths.legalPage(kind)}?version=${version}` },
      footnote: msg(
        "You get this email because you have an account with {studioName}. You can’t opt out of legal notices.",
        { studioName },
      ),
    };
  },
});
