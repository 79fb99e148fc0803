import "../components/community.css";
import "./moderation.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useChoice } from "../../../lib/use-choice.ts";
import { Select } from "../../../ui/select.tsx";
import { showToast } from "../../../ui/toast.ts";
import { StudioPage } from "../../studio/public/studio-page.tsx";
import { CaseDetail, CaseDetailFragment } from "./case-detail.tsx";
import { CaseRow, CaseRowFragment } from "./case-row.tsx";
import { useReasonNames, type Reason } from "../public/use-reason-names.ts";

const SuspendedAccounts = lazy(async () => ({
  default: (await import("../../identity/public/suspended-accounts.tsx")).SuspendedAccounts,
}));

const CasesQuery = graphql(
  `
    query ModerationCases($queue: ModerationQueue!, $reason: ReportReason, $after: String) {
      moderationCounts {
        reported
        pending
        appeals
        passed
        done
      }
      moderationCases(queue: $queue, reason: $reason, pagination: { first: 50, after: $after }) {
        nextCursor
        items {
          id
          contentType
          ...CaseRow
          ...CaseDetail
        }
      }
    }
  `,
  [CaseRowFragment, CaseDetailFragment],
);
const DecideCase = graphql(`
  mutation DecideCase($id: ID!, $decision: ModerationDecision!, $reason: ReportReason, $note: String) {
    decideCase(id: $id, decision: $decision, reason: $reason, note: $note) {
      id
      status
      decision
    }
  }
`);
const UndoCase = graphql(`
  mutation UndoCase($id: ID!) {
    undoCase(id: $id) {
      id
      status
      decision
    }
  }
`);
const PassCase = graphql(`
  mutation PassCase($id: ID!) {
    passCase(id: $id) {
      id
      isPassed
    }
  }
`);

const queues = ["reported", "pending", "appeals", "passed", "done"] as const;
type Queue = (typeof queues)[number];
type Choice = "keep" | "remove" | "limit" | "pass";

/** The moderation queue: one list, one case at a time, decided by one key. */
export function Page() {
  const { t } = useLingui();
  const reasonNames = useReasonNames();
  const [queue, setQueue] = useChoice("queue", queues, "reported");
  const [reason, setReason] = useChoice<Reason | "">("reason", Object.keys(reasonNames) as Reason[], "");
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [decidedIds, setDecidedIds] = useState<ReadonlySet<string>>(new Set());
  const [lastId, setLastId] = useState<string | null>(null);
  const query = useQuery({
    query: CasesQuery,
    variables: { queue, reason: reason || null, after: null },
    requestPolicy: "network-only",
  });
  const [{ data }, again] = query;
  const [, decide] = useMutation(DecideCase);
  const [, undo] = useMutation(UndoCase);
  const [, pass] = useMutation(PassCase);
  const items = (data?.moderationCases.items ?? []).filter(({ id }) => !decidedIds.has(id));
  const found = items.find(({ id }) => id === chosenId) ?? items[0];
  const queueNames: Record<Queue, string> = {
    reported: t`Reported`,
    pending: t`Pending review`,
    appeals: t`Appeals`,
    passed: t`For an admin`,
    done: t`Done this week`,
  };
  const refresh = () => again({ requestPolicy: "network-only" });
  const step = (by: number) => {
    const at = items.findIndex(({ id }) => id === found?.id);
    setChosenId(items[Math.min(items.length - 1, Math.max(0, at + by))]?.id ?? null);
  };
  const takeBack = async (id: string | null) => {
    if (!id) return;
    const answer = await undo({ id });
    if (answer.error) return showToast(t`Too late to undo.`);
    setDecidedIds(new Set([...decidedIds].filter((one) => one !== id)));
    setChosenId(id);
    setLastId(null);
    refresh();
  };
  const choose = async (id: string, choice: Choice, why: Reason | null, note: string) => {
    const at = items.findIndex((item) => item.id === id);
    setDecidedIds(new Set([...decidedIds, id]));
    setChosenId(items[at + 1]?.id ?? items[at - 1]?.id ?? null);
    const answer =
      choice === "pass"
        ? await pass({ id })
        : await decide({
            id,
            decision: choice,
            reason: choice === "remove" ? why : null,
            note: note || null,
          });
    if (answer.error) {
      setDecidedIds(new Set([...decidedIds].filter((one) => one !== id)));
      setChosenId(id);
      return showToast(
        answer.error.graphQLErrors[0]?.message ?? t`We couldn’t connect. Nothing was decided.`,
      );
    }
    if (choice === "pass") showToast(t`Escalated to an admin.`);
    else {
      setLastId(id);
      showToast(
        {
          keep: t`Kept.`,
          remove: t`Removed. Undo within 30 seconds. After that, we notify the author.`,
          limit: t`Limited to crew.`,
        }[choice],
        { label: t`Undo`, run: () => void takeBack(id) },
      );
    }
    refresh();
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isTyping =
      event.target instanceof HTMLElement && event.target.closest("input, textarea, select, dialog");
    if (isTyping || event.metaKey || event.ctrlKey || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === "j") step(1);
    else if (key === "k" && event.shiftKey) step(-1);
    else if (key === "z") void takeBack(lastId);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
  const counts = data?.moderationCounts;
  return (
    <StudioPage
      title={t`Moderation`}
      query={query}
      controls={
        <Select
          label={t`Reason`}
          labelHidden
          value={reason}
          onChoose={setReason}
          options={[
            { value: "" as const, label: t`All reasons` },
            ...Object.entries(reasonNames).map(([value, label]) => ({ value: value as Reason, label })),
          ]}
        />
      }
    >
      {data && (
        <>
          <div className="queue">
            <nav className="queue-nav" aria-label={t`Queues`}>
              {queues.map((one) => (
                <button
                  key={one}
                  type="button"
                  aria-current={queue === one ? "true" : undefined}
                  onClick={() => {
                    setQueue(one);
                    setChosenId(null);
                    setDecidedIds(new Set());
                  }}
                >
                  {queueNames[one]} <span className="tn">{counts?.[one] ?? ""}</span>
                </button>
              ))}
            </nav>
            <section className="queue-list" aria-label={queueNames[queue]}>
              {items.length === 0 ? (
                <p className="muted queue-empty">
                  {queue === "done" ? t`No decisions this week.` : t`Queue empty. Go dance.`}
                </p>
              ) : (
                <ul>
                  {items.map((item) => (
                    <li key={item.id}>
                      <CaseRow
                        found={item}
                        isChosen={item.id === found?.id}
                        onChoose={() => setChosenId(item.id)}
                      />
                    </li>
                  ))}
                </ul>
              )}
            </section>
            <section className="queue-detail" aria-label={t`What it is`}>
              {found && (
                <CaseDetail
                  key={found.id}
                  found={found}
                  isDone={queue === "done"}
                  onChoose={(choice, why, note) => void choose(found.id, choice, why, note)}
                />
              )}
              <p className="t1 muted queue-keys">
                {t`Your decisions are logged.`} <kbd>J</kbd> {t`next`}, <kbd>Z</kbd> {t`undo`}
              </p>
            </section>
          </div>
          <Suspense>
            <SuspendedAccounts />
          </Suspense>
        </>
      )}
    </StudioPage>
  );
}
