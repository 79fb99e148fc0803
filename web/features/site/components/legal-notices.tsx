import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import type { LegalPageKind } from "../../../../contract/legal-pages.ts";
import { ActDialog } from "../../studio/public/act-dialog.tsx";
import { graphql, type EnumValue } from "../../../graphql/graphql.ts";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { formatCalendarDay, formatMonthDayYear } from "../../../lib/formats.ts";
import { Button } from "../../../ui/button.tsx";
import { Segments } from "../../../ui/segments.tsx";
import { legalName } from "./legal-names.ts";

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
  const [audience, setAudience] = useState<Audience>("members");
  const [, send] = useMutation(Send);
  const notices = data?.legalNotices ?? [];
  const isForEveryone = notices.some((one) => one.audience === "members" && one.startedAt !== null);
  const chosen = notices.find((one) => one.audience === audience);
  const name = legalName(kind);
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
            <p className="strong">
              {whom === "members" ? t`Everyone with an account` : t`Members with a subscription`}
            </p>
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
      {data && !isForEveryone && (
        <>
          <p className="t1 muted">{t`Once members are told of a version, it can’t be taken back.`}</p>
          <div className="row">
            <Button onClick={() => setOpen(true)}>{t`Email members…`}</Button>
          </div>
        </>
      )}
      {isOpen && (
        <ActDialog
          title={t`Email members`}
          action={t`Send emails`}
          done={t`The emails are being sent.`}
          isReady={people > 0}
          explain={(fault) => fault.graphQLErrors[0]?.message ?? null}
          onAct={() => send({ kind, version, audience })}
          onDone={() => {
            reload({ requestPolicy: "network-only" });
            onSent();
          }}
          onClose={() => setOpen(false)}
        >
          <Segments
            label={t`Who gets it`}
            options={[
              { value: "members", label: t`All accounts` },
              { value: "subscribers", label: t`With a subscription` },
            ]}
            value={audience}
            onChoose={setAudience}
          />
          <p className="strong tn" role="status">
            {chosen?.isCapped
              ? t`More than ${number} people get this email.`
              : plural(people, {
                  0: "Everyone was told already.",
                  one: "# person gets this email.",
                  other: "# people get this email.",
                })}
          </p>
          <p>
            {validFrom > today
              ? t`It says that a new version applies from ${day}, and links to it: ${name}.`
              : t`It says that this version has applied since ${day}, and links to it: ${name}.`}
          </p>
          <p className="t1 muted">{t`No one gets a second email about this version.`}</p>
        </ActDialog>
      )}
    </section>
  );
}
