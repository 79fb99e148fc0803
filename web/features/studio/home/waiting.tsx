import "../pages/lists.css";
import { useLingui } from "@lingui/react/macro";
import { ChevronRight } from "lucide-react";
import { lazy, Suspense } from "react";
import { formatList } from "../../../../contract/formats/names.ts";
import { type EnumValue, type FragmentOf, readFragment } from "../../../graphql/graphql.ts";
import { formatAgo, formatMonthDayYear } from "../../../lib/formats.ts";
import { here } from "../../../lib/reader.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Icon } from "../../../ui/icon.tsx";
import { stepNames } from "../../site/public/step-names.ts";
import { BackupsFragment } from "../backups/backups-fragment.ts";
import { areaTexts } from "../shell/area-texts.ts";
import type { Area } from "../shell/use-areas.ts";
import { WaitingFragment } from "./waiting-fragment.ts";

// Lazy, so that the page stays light: only admins see it.
const BackupRow = lazy(async () => ({ default: (await import("../backups/backup-row.tsx")).BackupRow }));

type Row = {
  key: string;
  to: string;
  search?: Record<string, string>;
  name: string;
  words: string;
  tag: string;
};

/** What waits for the viewer: each kind with a word and the way to it. */
export function Waiting({
  areas,
  home,
}: {
  areas: readonly Area[];
  home: FragmentOf<typeof WaitingFragment>;
}) {
  const { t } = useLingui();
  const found = readFragment(WaitingFragment, home);
  const backups = readFragment(BackupsFragment, found.backups);
  const isBackupWaiting = backups !== null && (backups.failure !== null || backups.isLate);
  const rows = [...useAreaRows(areas, found.missingSteps ?? []), ...useRevenueRows(found.revenueTasks ?? [])];
  return (
    <section className="stack gap-3" aria-labelledby="studio-waiting">
      <h2 className="t4" id="studio-waiting">{t`Waiting for you`}</h2>
      {rows.length === 0 && !isBackupWaiting ? (
        <p className="muted">{t`Nothing is waiting.`}</p>
      ) : (
        <ul className="studio-areas">
          {rows.map(({ key, to, search, name, words, tag }) => (
            <li key={key}>
              <Link to={to} search={search ?? {}}>
                <span className="strong">{name}</span>
                <span className="t1 muted">{words}</span>
                <span className="tag tn">{tag}</span>
                <Icon of={ChevronRight} size="s" />
              </Link>
            </li>
          ))}
          {isBackupWaiting && (
            <Suspense>
              <BackupRow backups={backups} />
            </Suspense>
          )}
        </ul>
      )}
      {backups?.newestAt && !isBackupWaiting && (
        <p className="t1 muted">
          <Link className="link" to={paths.studioExport()}>{t`Newest backup`}</Link>{" "}
          {formatAgo(new Date(backups.newestAt), new Date())}
        </p>
      )}
    </section>
  );
}

/** Rows of whole pages: what is missing for the opening, reports, failed jobs. */
function useAreaRows(
  areas: readonly Area[],
  missing: readonly EnumValue<"OpeningStepKey">[],
): readonly Row[] {
  const { t } = useLingui();
  const texts = areaTexts();
  const names = stepNames();
  return areas.flatMap(({ key, waiting: count }) => {
    // The revenue page has a row for each kind.
    if (!count || key === "money") return [];
    const row = { key, to: texts[key].to, name: texts[key].name, words: texts[key].words };
    if (key === "opening")
      return {
        ...row,
        words: formatList(
          missing.map((step) => names[step]),
          here(),
        ),
        tag: t`${count} to do`,
      };
    return { ...row, tag: key === "failedJobs" ? t`${count} failed` : t`${count} waiting` };
  });
}

function useRevenueRows(
  tasks: readonly { kind: EnumValue<"RevenueTaskKind">; count: number; dueAt: string | null }[],
): readonly Row[] {
  const { t } = useLingui();
  return tasks.map(({ kind, count, dueAt }) => {
    const texts: Record<EnumValue<"RevenueTaskKind">, { name: string; words: string }> = {
      dispute: {
        name: t`Disputes`,
        words: dueAt
          ? t`Send evidence by ${formatMonthDayYear(new Date(dueAt))}.`
          : t`Send evidence to the provider.`,
      },
      failed_refund: { name: t`Failed refunds`, words: t`The money hasn’t arrived. Try again.` },
      contract_request: {
        name: t`Cancellations and withdrawals`,
        words: t`Sent without sign-in. They need your answer.`,
      },
      difference: { name: t`Differences`, words: t`Our books and the provider’s don’t match.` },
      failed_webhook: { name: t`Failed webhooks`, words: t`Payment events that weren’t processed.` },
    };
    return {
      key: kind,
      to: paths.money(),
      search: { view: "todo" },
      ...texts[kind],
      tag: t`${count} open`,
    };
  });
}
