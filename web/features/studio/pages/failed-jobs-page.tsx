import { useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { hasCode } from "../../../graphql/codes.ts";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { formatAgo, formatMonthDayYear } from "../../../lib/formats.ts";
import { PagedList, type ListPage } from "../../../layouts/paged-list.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import { FiguresTable } from "../public/figures-table.tsx";
import { StudioPage } from "../public/studio-page.tsx";

const FailedJobsFragment = graphql(`
  fragment FailedJobs on FailedJobPage {
    nextCursor
    items {
      id
      task
      error
      attempts
      failedAt
    }
  }
`);
const FailedJobsQuery = graphql(
  `
    query FailedJobs($after: String) {
      failedJobs(pagination: { first: 24, after: $after }) {
        ...FailedJobs
      }
    }
  `,
  [FailedJobsFragment],
);
const QueuedTasksQuery = graphql(`
  query QueuedTasks {
    queuedTasks {
      task
      ready
      running
      scheduled
      waitingSince
    }
  }
`);
const RetryFailedJob = graphql(`
  mutation RetryFailedJob($id: ID!) {
    retryFailedJob(id: $id)
  }
`);

/** Failed jobs, with a button to retry each, and what waits or runs. */
export function Page() {
  const { t } = useLingui();
  const query = useQuery({
    query: FailedJobsQuery,
    variables: { after: null },
    requestPolicy: "cache-and-network",
  });
  const page = query[0].data?.failedJobs;
  return (
    <StudioPage
      title={t`Failed jobs`}
      note={t`Jobs that failed after all retries. Fix the cause, then retry.`}
      query={query}
    >
      {page && (
        <PagedList list="dead letters">
          {({ after, further }) =>
            after === null ? (
              <FailedJobList page={page} further={further} />
            ) : (
              <Further after={after} further={further} />
            )
          }
        </PagedList>
      )}
      <QueuedTasks />
    </StudioPage>
  );
}

type FailedJobListProps = { page: FragmentOf<typeof FailedJobsFragment>; further: ListPage["further"] };

function FailedJobList({ page, further }: FailedJobListProps) {
  const { t } = useLingui();
  const id = useId();
  const [removedIds, setRemovedIds] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState<string | null>(null);
  const [, retry] = useMutation(RetryFailedJob);
  const { items, nextCursor } = readFragment(FailedJobsFragment, page);
  const tryAgain = async (jobId: string, task: string): Promise<void> => {
    setBusy(jobId);
    const { error } = await retry({ id: jobId });
    setBusy(null);
    // Another staff member was faster: the job is no longer failed either way.
    if (error && !hasCode(error, "NOT_FOUND")) {
      showToast(t`We couldn’t connect. Try again.`);
      return;
    }
    setRemovedIds((before) => new Set(before).add(jobId));
    showToast(t`Retrying ${task}`);
  };
  return (
    <>
      <FiguresTable
        id={id}
        title={t`Failed permanently`}
        empty={t`No failed jobs.`}
        columns={[
          { label: t`Work` },
          { label: t`Error` },
          { label: t`Tries`, isFigure: true },
          { label: t`Failed on` },
          { label: t`Retry` },
        ]}
        rows={items
          .filter((job) => !removedIds.has(job.id))
          .map(({ id: jobId, task, error, attempts, failedAt }) => ({
            key: jobId,
            cells: [
              task,
              <span key="error" className="figures-text">
                {error.split("\n")[0]}
              </span>,
              attempts,
              formatMonthDayYear(new Date(failedAt)),
              <Button
                key="again"
                size="s"
                busy={busy === jobId}
                aria-label={t`Try again: ${task}`}
                onClick={() => void tryAgain(jobId, task)}
              >
                {t`Try again`}
              </Button>,
            ],
          }))}
      />
      {further(nextCursor)}
    </>
  );
}

/** Jobs that wait for a worker, run, or run later, by their task. */
function QueuedTasks() {
  const { t } = useLingui();
  const [{ data }] = useQuery({ query: QueuedTasksQuery, requestPolicy: "cache-and-network" });
  if (!data) return null;
  return (
    <FiguresTable
      id="queued"
      title={t`In the queue`}
      note={t`Many waiting jobs mean that workers can’t keep up. Start another one.`}
      empty={t`No jobs are waiting.`}
      columns={[
        { label: t`Work` },
        { label: t`Waiting`, isFigure: true },
        { label: t`Running`, isFigure: true },
        { label: t`Later`, isFigure: true },
        { label: t`Oldest waiting` },
      ]}
      rows={data.queuedTasks.map(({ task, ready, running, scheduled, waitingSince }) => ({
        key: task,
        cells: [
          task,
          ready,
          running,
          scheduled,
          waitingSince ? formatAgo(new Date(waitingSince), new Date()) : "–",
        ],
      }))}
    />
  );
}

function Further({ after, further }: { after: string; further: ListPage["further"] }) {
  const { t } = useLingui();
  const query = useQuery({ query: FailedJobsQuery, variables: { after } });
  const [{ data, error }] = query;
  if (data) return <FailedJobList page={data.failedJobs} further={further} />;
  return error ? (
    <QueryError query={query} title={t`Couldn’t load more`}>
      {t`We couldn’t connect. Nothing changed.`}
    </QueryError>
  ) : null;
}
