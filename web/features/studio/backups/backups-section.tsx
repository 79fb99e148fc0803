import { useLingui } from "@lingui/react/macro";
import { useEffect } from "react";
import { graphql, readFragment } from "../../../graphql/graphql.ts";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { formatAgo, formatMoment } from "../../../lib/formats.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import { BackupsFragment } from "./backups-fragment.ts";
import { failureTexts, type Backups } from "./failure-texts.ts";

const BackupsQuery = graphql(
  `
    query StudioBackups {
      studioBackups {
        ...Backups
      }
    }
  `,
  [BackupsFragment],
);
const BackUpNow = graphql(
  `
    mutation BackUpNow {
      backUpNow {
        ...Backups
      }
    }
  `,
  [BackupsFragment],
);

/** While a backup runs, in milliseconds. */
const pollIntervalMs = 5_000;

/** How old the newest backup is, why one failed, and a button that makes one. For admins. */
export function BackupsSection() {
  const { t } = useLingui();
  const [{ data }, again] = useQuery({ query: BackupsQuery, requestPolicy: "cache-and-network" });
  const [{ fetching }, backUpNow] = useMutation(BackUpNow);
  const backups = data ? readFragment(BackupsFragment, data.studioBackups) : null;
  const isRunning = backups?.isRunning ?? false;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => again({ requestPolicy: "network-only" }), pollIntervalMs);
    return () => clearInterval(timer);
  }, [isRunning, again]);
  if (!backups) return null;
  const start = async (): Promise<void> => {
    const { error } = await backUpNow({});
    if (error) showToast(t`We couldn’t connect. Try again.`);
    again({ requestPolicy: "network-only" });
  };
  return (
    <section className="stack gap-3" aria-labelledby="backups">
      <h2 className="t4" id="backups">{t`Backups`}</h2>
      <p role="status">{isRunning ? t`A backup is being made.` : <Newest {...backups} />}</p>
      <p className="t1 muted pretty">
        <Schedule {...backups} />{" "}
        {t`Not in a backup: the server’s secrets, such as AUTH_SECRET and MEDIA_SECRET. Keep them in a password manager.`}
      </p>
      {backups.nightlyHour !== null && (
        <p>
          <Button busy={fetching || isRunning} onClick={() => void start()}>{t`Back up now`}</Button>
        </p>
      )}
    </section>
  );
}

function Newest({ newestAt, failure, failedAt }: Backups) {
  const { t } = useLingui();
  const newest = newestAt ? t`Newest: ${formatAgo(new Date(newestAt), new Date())}.` : t`No backup yet.`;
  if (!failure || !failedAt) return newest;
  const failed = t`The last attempt failed: ${formatMoment(new Date(failedAt), "dateTime")}.`;
  return [newest, failed, failureTexts()[failure]].join(" ");
}

function Schedule({ nightlyHour, keep, isRestored }: Backups) {
  const { t } = useLingui();
  if (nightlyHour === null) return t`This server makes no nightly backups. Its operator can set BACKUP_TO.`;
  const hour = `${String(nightlyHour).padStart(2, "0")}:00`;
  const how = t`Every night from ${hour} in the studio’s time zone. The newest ${keep ?? 0} are kept.`;
  const tested = t`Each one is restored as a test.`;
  return isRestored ? `${how} ${tested}` : how;
}
