import "../identity.css";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { countryName } from "../../../../contract/formats/names.ts";
import { useSession } from "../../../graphql/provider.tsx";
import { SessionError } from "../../../graphql/session-error.ts";
import { formatMoment } from "../../../lib/formats.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { here } from "../../../lib/reader.ts";
import { Link } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState, Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { useRequest } from "../components/use-request.ts";
import { useMailedKey } from "../components/use-email-token.ts";

/** The server's data about a security email. */
type Report = {
  kind: "passkey_added" | "new_device" | "email_change_requested" | "email_changed";
  device: string | null;
  country: string | null;
  happenedAt: string;
};
type Outcome = { resetKey: string | null };

/**
 * Target of "This wasn't me" links: shows what was reported and what will happen. Only the button acts, since
 * scanners open links.
 */
export function Page() {
  const { t } = useLingui();
  usePageTitle(t`This wasn’t me`);
  const token = useMailedKey();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  if (!token) return <LinkOver />;
  if (outcome) return <Secured {...outcome} />;
  return <Asked token={token} onSecured={setOutcome} />;
}

function Asked({ token, onSecured }: { token: string; onSecured: (outcome: Outcome) => void }) {
  const { t } = useLingui();
  const session = useSession();
  const [report, setReport] = useState<Report | "over" | "failed" | null>(null);
  useEffect(() => {
    if (report !== null) return;
    session.ask("/security-report", { token }).then(
      (found) => setReport(found as Report),
      (error: unknown) =>
        setReport(error instanceof SessionError && error.code === "KEY_SPENT" ? "over" : "failed"),
    );
  }, [session, token, report]);
  const { request, busy, fault } = useRequest();
  const secure = async (): Promise<void> => {
    onSecured((await session.ask("/security-report/confirm", { token })) as Outcome);
  };
  if (report === "over") return <LinkOver />;
  if (report === "failed")
    return (
      <div className="page form-page">
        <EmptyState
          page
          title={t`Couldn’t load this page`}
          action={<Button onClick={() => setReport(null)}>{t`Try again`}</Button>}
        >
          {t`Your account hasn’t changed.`}
        </EmptyState>
      </div>
    );
  if (!report)
    return (
      <div className="page form-page">
        <Skeleton label={t`Loading`} className="stack">
          <TextSkeleton className="t3 w-4/5" />
          <TextSkeleton className="t3 w-1/2" />
        </Skeleton>
      </div>
    );
  return (
    <div className="page form-page">
      <h1 className="d1 d1-page">{t`Wasn’t this you?`}</h1>
      <WhatHappened report={report} />
      <div className="stack gap-2">
        <h2 className="strong">{t`When you secure your account`}</h2>
        <ul className="not-me-steps muted">
          <li>{t`Every device is signed out, including this one.`}</li>
          <li>{t`Your password is removed. You choose a new one right after.`}</li>
          <li>{t`A change of email since is undone.`}</li>
          <li>{t`Passkeys, two-step verification, recovery codes, and accounts linked since are removed.`}</li>
        </ul>
      </div>
      <div className="stack">
        <p role="alert" className="hint hint-bad">
          {fault}
        </p>
        <Button tone="go" size="l" wide busy={busy} onClick={() => void request(secure)}>
          {t`Secure account`}
        </Button>
      </div>
      <p className="t1 muted">{t`If it was you, close this page. Nothing changes.`}</p>
    </div>
  );
}

function WhatHappened({ report: { kind, device, country, happenedAt } }: { report: Report }) {
  const { t } = useLingui();
  const reportText = {
    passkey_added: t`A passkey was added to your account.`,
    new_device: t`Your account was signed in to in a new browser.`,
    email_change_requested: t`A change of your account’s email was requested.`,
    email_changed: t`Your account’s email was changed.`,
  }[kind];
  const details = [
    formatMoment(new Date(happenedAt), "zonedDateTime"),
    device,
    country && countryName(country, here()),
  ];
  return (
    <div className="stack gap-1">
      <p className="pretty">{reportText}</p>
      <p className="facts t1 muted">
        {details.filter(Boolean).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
    </div>
  );
}

function Secured({ resetKey }: Outcome) {
  const { t } = useLingui();
  return (
    <div className="page form-page" role="status">
      <h1 className="d1 d1-page">{t`Your account is secured`}</h1>
      <p className="muted pretty">
        {resetKey
          ? t`Every device is signed out, and the old password no longer works.`
          : t`Every device is signed out. Sign in with your account’s present email.`}
      </p>
      <p>
        {resetKey ? (
          // A full page load: the session of this browser was revoked.
          <a className="btn btn-go btn-l" href={`${paths.reset()}#${resetKey}`}>
            {t`Reset password`}
          </a>
        ) : (
          <a className="btn btn-go btn-l" href={paths.forgot()}>
            {t`Get a link to sign in`}
          </a>
        )}
      </p>
    </div>
  );
}

function LinkOver() {
  const { t } = useLingui();
  return (
    <div className="page form-page">
      <EmptyState
        page
        title={t`This link no longer works`}
        action={
          <Link className="btn btn-go" to={paths.forgot()}>
            {t`Reset password`}
          </Link>
        }
      >
        {t`It works once, for 7 days. A new password signs out every device.`}
      </EmptyState>
    </div>
  );
}
