import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import type { LegalPageKind } from "../../../../contract/legal-pages.ts";
import { ActDialog } from "../../studio/public/act-dialog.tsx";
import { graphql, type EnumValue } from "../../../graphql/graphql.ts";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { formatCalendarDay, formatMonthDayYear } from "../../../lib/formats.ts";
import { usePatientPolling } from "../../../lib/use-patient-polling.ts";
import { Button } from "../../../ui/button.tsx";
import { Segments } from "../../../ui/segments.tsx";
import { legalAudiences } from "../public/legal-audiences.ts";

type Audience = EnumValue<"LegalNoticeAudience">;

const NoticesQuery = graphql(`
  query LegalNotices($kind: LegalPageKind!, $version: Int!) {
    legalNotices(kind: $kind, version: $version) {
      audience
      people
      isCapped
      startedAt
      sentAt
      notified
    }
  }
`);
const Send = graphql(`
  mutation SendLegalNotice($kind: LegalPageKind!, $version: Int!, $audience: LegalNoticeAudience!) {
    sendLegalNotice(kind: $kind, version: $version, audience: $audience) {
      audience
      startedAt
    }
  }
`);

type LegalNoticesProps = {
  kind: LegalPageKind;
  /** The version in force, or one to come. */
  version: { version: number; validFrom: string };
  /** In the studio's time zone. */
  today: string;
  onSent: () => void;
};

/** Who was told of a version by email, and the dialog that tells more people. */
export function LegalNotices({ kind, version: { version, validFrom }, today, onSent }: LegalNoticesProps) {
  const { t, i18n } = useLingui();
  const id = useId();
  const [{ data, error }, reload] = useQuery({
    query: NoticesQuery,
    variables: { kind, version },
    requestPolicy: "cache-and-network",
  });
  const [isOpen, setOpen] = useState(false);
  const audiences = legalAudiences();
  const [audience, setAudience] = useState<Audience>("members");
  const [, send] = useMutation(Send);
  const notices = data?.legalNotices ?? [];
  const isForEveryone = notices.some((one) => one.audience === "members" && one.startedAt !== null);
  // Everyone includes those with a subscription.
  const open = isForEveryone ? [] : notices.filter(({ startedAt }) => startedAt === null);
  const chosen = open.find((one) => one.audience === audience) ?? open[0];
  const isSending = notices.some(({ startedAt, sentAt }) => startedAt !== null && sentAt === null);
  usePatientPolling(isSending, () => reload({ requestPolicy: "network-only" }));
  const day = formatCalendarDay(new Date(validFrom), "date");
  const people = chosen?.people ?? 0;
  const number = i18n.number(people);
  return (
    <section className="stack" aria-labelledby={id}>
      <h3 className="t3 strong" id={id}>{t`Notice of version ${version}`}</h3>
      {error && !data && <p role="alert">{t`Couldn’t load the notices. Reload the page.`}</p>}
      {notices.map(({ audience: whom, startedAt, sentAt, notified }) => {
        if (startedAt === null) return null;
        const on = formatMonthDayYear(new Date(startedAt));
        return (
          <div key={whom} className="t1">
            <p className="strong">{audiences[whom]}</p>
            <p className="tn">
              {sentAt === null
                ? plural(notified, {
                    one: `Sending since ${on}. # person emailed so far.`,
                    other: `Sending since ${on}. # people emailed so far.`,
                  })
                : plural(notified, {
                    one: `# person emailed on ${on}.`,
                    other: `# people emailed on ${on}.`,
                  })}
            </p>
          </div>
        );
      })}
      {open.length > 0 && (
        <>
          <p className="t1 muted">{t`You can’t undo a version after members are emailed.`}</p>
          <div className="row">
            <Button onClick={() => setOpen(true)}>{t`Email members…`}</Button>
          </div>
        </>
      )}
      {isOpen && chosen && (
        <ActDialog
          title={t`Email members`}
          action={t`Send emails`}
          done={t`The emails are being sent.`}
          isReady={people > 0}
          explain={(fault) => fault.graphQLErrors[0]?.message ?? null}
          onAct={() => send({ kind, version, audience: chosen.audience })}
          onDone={() => {
            reload({ requestPolicy: "network-only" });
            onSent();
          }}
          onClose={() => setOpen(false)}
        >
          <Segments
            label={t`Who gets it`}
            options={open.map(({ audience: whom }) => ({ value: whom, label: audiences[whom] }))}
            value={chosen.audience}
            onChoose={setAudience}
          />
          <p className="strong tn" role="status">
            {chosen.isCapped
              ? t`More than ${number} people get this email.`
              : plural(people, {
                  0: "Everyone was told already.",
                  one: "# person gets this email.",
                  other: "# people get this email.",
                })}
          </p>
          <p>
            {validFrom > today
              ? t`The email says that a new version applies from ${day}, with a link.`
              : t`The email says that this version has applied since ${day}, with a link.`}
          </p>
          <p className="t1 muted">{t`No one gets a second email about this version.`}</p>
        </ActDialog>
      )}
    </section>
  );
}
