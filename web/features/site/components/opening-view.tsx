import "../site.css";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Check, Circle } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useConfirmation } from "../../identity/public/use-confirmation.tsx";
import { CsvButton } from "../../studio/public/csv-button.tsx";
import { StudioPage } from "../../studio/public/studio-page.tsx";
import { codeOf } from "../../../graphql/codes.ts";
import { graphql, readFragment } from "../../../graphql/graphql.ts";
import { useMutation, useQuery, type CombinedError } from "../../../graphql/hooks.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { usePatientPolling } from "../../../lib/use-patient-polling.ts";
import { Link } from "../../../lib/router/index.ts";
import { studio } from "../../../lib/studio.ts";
import { stepNames } from "../public/step-names.ts";
import { PaymentKeys } from "./payment-keys.tsx";
import { SenderRecords } from "./sender-records.tsx";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { showToast } from "../../../ui/toast.ts";

const OpeningFragment = graphql(`
  fragment Opening on Opening {
    isOpen
    backedUpAt
    mailingListCount
    steps {
      key
      isReady
      isRequired
    }
  }
`);
const OpeningQuery = graphql(
  `
    query Opening {
      opening {
        ...Opening
      }
    }
  `,
  [OpeningFragment],
);
const WebhookArrived = graphql(`
  query WebhookArrived {
    webhookArrived
  }
`);
const ConfirmStep = graphql(
  `
    mutation ConfirmOpeningStep($step: OpeningStepKey!) {
      confirmOpeningStep(step: $step) {
        ...Opening
      }
    }
  `,
  [OpeningFragment],
);
const SendTestEmail = graphql(
  `
    mutation SendTestEmail {
      sendTestEmail {
        ...Opening
      }
    }
  `,
  [OpeningFragment],
);
const OpenStudio = graphql(
  `
    mutation OpenStudio {
      openStudio {
        ...Opening
      }
    }
  `,
  [OpeningFragment],
);

/** What is ready for the opening, with the way to what is missing, and the button that opens. */
export function OpeningView() {
  const { t } = useLingui();
  const query = useQuery({ query: OpeningQuery, requestPolicy: "network-only" });
  const [{ data }, again] = query;
  const opening = data && readFragment(OpeningFragment, data.opening);
  // Of all steps, only this one becomes ready from outside.
  const waitsForWebhook = opening?.steps.some(({ key, isReady }) => key === "webhook" && !isReady) ?? false;
  const [{ data: webhook }, askWebhook] = useQuery({ query: WebhookArrived, pause: true });
  usePatientPolling(waitsForWebhook && !webhook?.webhookArrived, () =>
    askWebhook({ requestPolicy: "network-only" }),
  );
  const hasArrived = (key: string): boolean => key === "webhook" && webhook?.webhookArrived === true;
  const [, confirmStep] = useMutation(ConfirmStep);
  const [, sendTestEmail] = useMutation(SendTestEmail);
  const [, openStudio] = useMutation(OpenStudio);
  const { confirmedCall, sheet } = useConfirmation();
  const backedUpAt = opening?.backedUpAt ? formatMonthDayYear(new Date(opening.backedUpAt)) : null;
  const [busy, setBusy] = useState<string | null>(null);
  const run = async (
    name: string,
    call: () => Promise<{ error?: CombinedError | undefined }>,
    done: string,
  ): Promise<void> => {
    if (busy) return;
    setBusy(name);
    const result = await confirmedCall(call);
    setBusy(null);
    if (!result) return;
    const failures: Record<string, string> = {
      TEST_EMAIL_FAILED: t`The mail server didn’t accept the message. Check SMTP_URL and MAIL_FROM.`,
      OPENING_INCOMPLETE: t`Finish the required steps first. Payment keys have to work.`,
      BAD_INPUT: t`Confirm your own email first.`,
      RATE_LIMITED: t`Too many messages. Wait an hour.`,
    };
    showToast(result.error ? (failures[codeOf(result.error)] ?? t`Couldn’t save. Try again.`) : done);
    again({ requestPolicy: "network-only" });
  };
  const names = stepNames();
  const ways: Record<string, { words: string; act: ReactNode }> = {
    seller: {
      words: t`Legal name, address, and country, for invoices.`,
      act: <Link className="link" to={paths.studioSettings()}>{t`Settings`}</Link>,
    },
    legal: {
      words: t`Imprint, privacy policy, and terms are published.`,
      act: <Link className="link" to={paths.studioLegal()}>{t`Legal pages`}</Link>,
    },
    email: {
      words: t`SMTP_URL is set, and the mail server took a test message.`,
      act: (
        <Button
          size="s"
          busy={busy === "email"}
          onClick={() => void run("email", () => sendTestEmail({}), t`Test message sent to you`)}
        >
          {t`Send test message`}
        </Button>
      ),
    },
    payments: {
      words: t`A provider is configured on the server.`,
      act: null,
    },
    webhook: {
      words: t`The provider’s first webhook arrived. Optional before the first payment.`,
      act: null,
    },
    prices: {
      words: t`You looked at every price that will be charged.`,
      act: (
        <>
          <Link className="link" to={paths.plansAndPrices()}>{t`Plans and prices`}</Link>
          <Button
            size="s"
            busy={busy === "prices"}
            onClick={() => void run("prices", () => confirmStep({ step: "prices" }), t`Prices confirmed`)}
          >
            {t`Confirm prices`}
          </Button>
        </>
      ),
    },
    taxes: {
      words: t`You checked the tax rates where you sell.`,
      act: (
        <>
          <Link className="link" to={paths.money()} search={{ view: "payments" }}>{t`Tax rates`}</Link>
          <Button
            size="s"
            busy={busy === "taxes"}
            onClick={() => void run("taxes", () => confirmStep({ step: "taxes" }), t`Taxes confirmed`)}
          >
            {t`Confirm taxes`}
          </Button>
        </>
      ),
    },
    class: {
      words: t`One class is published.`,
      act: <Link className="link" to={paths.instructorClasses()}>{t`Classes`}</Link>,
    },
    backup: {
      words: backedUpAt
        ? t`Last one ${backedUpAt}. It should be younger than 7 days. Optional.`
        : t`None yet. Set BACKUP_TO on the server, or run npm run backup every night. Optional.`,
      act: <Link className="link" to={paths.studioExport()}>{t`Backups`}</Link>,
    },
  };
  const waiting = opening?.mailingListCount ?? 0;
  const steps = (opening?.steps ?? []).map((step) =>
    hasArrived(step.key) ? { ...step, isReady: true } : step,
  );
  const ready = steps.filter(({ isReady }) => isReady).length;
  const total = steps.length;
  const missing = steps.filter(({ isReady, isRequired }) => isRequired && !isReady).length;
  const open = async (): Promise<void> => {
    await run("open", () => openStudio({}), t`Your studio is open`);
    // The page's links to the plans appear with the next page load.
    studio.isOpen = true;
  };
  return (
    <StudioPage
      title={t`Opening`}
      note={
        opening?.isOpen
          ? t`Your studio is open. Plans are for sale.`
          : t`Until you open, nothing can be bought and plans are hidden.`
      }
      query={query}
    >
      {opening && (
        <>
          {sheet}
          <p className="strong" role="status">
            {t`${ready} of ${total} ready`}
          </p>
          <ul className="site-steps">
            {steps.map(({ key, isReady }) => {
              const way = ways[key];
              return (
                way && (
                  <li key={key}>
                    <Icon of={isReady ? Check : Circle} size="s" />
                    <div>
                      <h2 className="strong">{names[key]}</h2>
                      <p className="t1 muted pretty">{way.words}</p>
                      {key === "email" && <SenderRecords />}
                      {key === "payments" && isReady && <PaymentKeys />}
                    </div>
                    <span className="row wrap">
                      <span className="t1 muted">{isReady ? t`Ready` : t`To do`}</span>
                      {(!isReady || key === "email") && way.act}
                    </span>
                  </li>
                )
              );
            })}
          </ul>
          <section className="stack gap-2">
            <h2 className="strong">{t`Mailing list`}</h2>
            <p className="t1 muted pretty">
              {plural(waiting, {
                0: "No one waits for the opening yet.",
                one: "# person confirmed an address for the email about the opening.",
                other: "# people confirmed an address for the email about the opening.",
              })}{" "}
              {!opening.isOpen && (
                <Link className="link" to={paths.comingSoon()}>{t`What visitors see`}</Link>
              )}
            </p>
            {waiting > 0 && (
              <div>
                <CsvButton path="mailing-list.csv">{t`Mailing list as CSV`}</CsvButton>
              </div>
            )}
          </section>
          {!opening.isOpen && (
            <div>
              <Button
                tone={missing > 0 ? "quiet" : "go"}
                busy={busy === "open"}
                disabledReason={missing > 0 ? t`Finish the required steps first.` : null}
                onClick={() => void open()}
              >
                {t`Open studio`}
              </Button>
            </div>
          )}
        </>
      )}
    </StudioPage>
  );
}
