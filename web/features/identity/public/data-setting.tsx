import "../identity.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useEffect } from "react";
import { useClient, useMutation, useQuery, type CombinedError } from "../../../graphql/hooks.ts";
import { hasCode, isCombinedError } from "../../../graphql/codes.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import { Setting } from "../../../ui/setting.tsx";
import { useConfirmation } from "./use-confirmation.tsx";

// Lazy: few have bought in an app store.
const BilledElsewhere = lazy(async () => ({
  default: (await import("../../billing/public/billed-elsewhere.tsx")).BilledElsewhere,
}));

const DataQuery = graphql(`
  query AccountData {
    account {
      id
      deletedAt
      dataExport {
        id
        url
        expiresAt
        sizeInBytes
      }
    }
  }
`);
const RequestDataExport = graphql(`
  mutation RequestDataExport {
    requestDataExport {
      id
      dataExport {
        id
        url
        expiresAt
        sizeInBytes
      }
    }
  }
`);
const DeleteAccount = graphql(`
  mutation DeleteAccount {
    deleteAccount {
      id
      deletedAt
    }
  }
`);
const CancelAccountDeletion = graphql(`
  mutation CancelAccountDeletion {
    cancelAccountDeletion {
      id
      deletedAt
    }
  }
`);

/** Polling interval of a pending data export, in milliseconds. */
const pollIntervalMs = 3_000;

/** Data export and account deletion. Renders nothing for guests, who have no account. */
export function DataSetting() {
  const { t } = useLingui();
  const [{ data }, again] = useQuery({ query: DataQuery, requestPolicy: "cache-and-network" });
  const [{ fetching: asking }, requestExport] = useMutation(RequestDataExport);
  const [{ fetching: leaving }, deleteAccount] = useMutation(DeleteAccount);
  const [{ fetching: staying }, cancelAccountDeletion] = useMutation(CancelAccountDeletion);
  const { confirmed, sheet } = useConfirmation();
  const client = useClient();
  const account = data?.account;
  const copy = account?.dataExport;
  const isMade = Boolean(copy && !copy.url);
  useEffect(() => {
    if (!isMade) return;
    const timer = setInterval(() => again({ requestPolicy: "network-only" }), pollIntervalMs);
    return () => clearInterval(timer);
  }, [isMade, again]);
  if (!account) return null;
  const run = async (work: () => Promise<{ error?: CombinedError | undefined }>, doneText: string) => {
    try {
      await confirmed(async () => {
        const { error } = await work();
        if (error) throw error;
      });
      showToast(doneText);
    } catch (error) {
      if (isCombinedError(error) && hasCode(error, "LAST_ADMIN"))
        showToast(t`You’re the only admin. Make someone else an admin first.`);
      else if (!(error instanceof Error) || !error.message.includes("CANCELED"))
        showToast(t`Couldn’t save. Try again.`);
    }
  };
  const fetchCopy = async () => {
    // A download link is valid for ten minutes; the one on the page may have expired.
    const fresh = await client.query(DataQuery, {}, { requestPolicy: "network-only" });
    const url = fresh.data?.account.dataExport?.url;
    if (url) location.assign(url);
    else showToast(t`Couldn’t download. Try again.`);
  };
  return (
    <>
      <Setting title={t`Download your data`}>
        <p className="muted pretty">
          {copy?.url && copy.expiresAt
            ? t`Ready to download until ${formatMonthDayYear(new Date(copy.expiresAt))} (${Math.max(1, Math.round((copy.sizeInBytes ?? 0) / 1024))} KB ZIP).`
            : isMade
              ? t`Preparing your data. We’ll email you when it’s ready.`
              : t`Everything we have about you and your family, as a ZIP file.`}
        </p>
        <p role="status" className="row wrap">
          {copy?.url ? (
            <Button size="s" onClick={() => void fetchCopy()}>
              {t`Download`}
            </Button>
          ) : (
            !isMade && (
              <Button
                size="s"
                busy={asking}
                onClick={() => void run(() => requestExport({}), t`Preparing your data…`)}
              >
                {t`Request a copy`}
              </Button>
            )
          )}
        </p>
      </Setting>
      <Setting title={t`Delete account`}>
        {account.deletedAt ? (
          <>
            <p className="pretty strong">{t`Your account will be deleted on ${formatMonthDayYear(new Date(account.deletedAt))}.`}</p>
            <p className="muted pretty">{t`You can cancel this until then.`}</p>
            <p>
              <Button
                size="s"
                busy={staying}
                onClick={() => void run(() => cancelAccountDeletion({}), t`Deletion canceled.`)}
              >
                {t`Keep my account`}
              </Button>
            </p>
          </>
        ) : (
          <>
            <p className="muted pretty">{t`We delete your progress, badges, posts, and family profiles after 14 days. You can cancel until then. We keep invoices as required by law.`}</p>
            <Suspense>
              <BilledElsewhere />
            </Suspense>
            <p>
              <Button
                size="s"
                tone="bad"
                busy={leaving}
                onClick={() =>
                  void run(
                    () => deleteAccount({}),
                    t`Your account will be deleted in 14 days. You can cancel until then.`,
                  )
                }
              >
                {t`Delete my account`}
              </Button>
            </p>
          </>
        )}
      </Setting>
      {sheet}
    </>
  );
}
