import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { Markdown } from "../components/markdown.tsx";
import { useReasonNames, type Reason } from "../public/use-reason-names.ts";

const HlsVideo = lazy(async () => ({ default: (await import("../components/hls-video.tsx")).HlsVideo }));

export const CaseDetailFragment = graphql(`
  fragment CaseDetail on ModerationCase {
    id
    contentType
    text
    path
    cause
    status
    decision
    reason
    note
    appeal
    contentCreatedAt
    removals
    cleared
    memberSince
    person {
      id
      username
    }
    decidedBy {
      id
      username
    }
    reports {
      reason
      details
      reportedAt
    }
    playback {
      hlsUrl
    }
  }
`);

type CaseDetailProps = {
  found: FragmentOf<typeof CaseDetailFragment>;
  isDone: boolean;
  onChoose: (choice: "keep" | "remove" | "limit" | "pass", why: Reason | null, note: string) => void;
};

/** A moderation case with the data for a decision. */
export function CaseDetail({ found, isDone, onChoose }: CaseDetailProps) {
  const { t, i18n } = useLingui();
  const reasons = useReasonNames();
  const one = readFragment(CaseDetailFragment, found);
  const [note, setNote] = useState("");
  const [why, setWhy] = useState<Reason>(one.reports[0]?.reason ?? "other");
  const name = one.person?.username ?? t`a dancer`;
  const date = (at: string) => i18n.date(at, { dateStyle: "medium" });
  const reportTexts = one.reports.map(({ reason, details }) =>
    details ? `${reasons[reason]}: ${details}` : reasons[reason],
  );
  const canLimit = one.contentType === "video_upload";
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isTyping =
      event.target instanceof HTMLElement && event.target.closest("input, textarea, select, dialog");
    if (isDone || isTyping || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
    const choice = ({ k: "keep", r: "remove", p: "pass", ...(canLimit ? { l: "limit" } : {}) } as const)[
      event.key.toLowerCase() as "k"
    ];
    if (choice) onChoose(choice, why, note.trim());
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
  return (
    <div className="stack">
      {one.playback && (
        <div className="media queue-video" data-theme="room">
          <Suspense>
            <HlsVideo url={one.playback.hlsUrl} label={t`The video`} />
          </Suspense>
        </div>
      )}
      {one.text && (
        <blockquote className="queue-text">
          <Markdown text={one.text} />
        </blockquote>
      )}
      {one.appeal && <p className="notice">{t`Appeal: ${one.appeal}`}</p>}
      <dl className="queue-facts">
        <div>
          <dt>{t`By`}</dt>
          <dd>
            {one.person?.username ? (
              <Link className="link" to={paths.profile(one.person.username)}>
                <bdi>{name}</bdi>
              </Link>
            ) : (
              name
            )}
            {one.memberSince && <> {t`(member since ${date(one.memberSince)})`}</>}
          </dd>
        </div>
        <div>
          <dt>{t`History`}</dt>
          <dd>{t`${one.removals} removed, ${one.cleared} cleared`}</dd>
        </div>
        {reportTexts.length > 0 && (
          <div>
            <dt>{t`Said`}</dt>
            <dd>{reportTexts.join("; ")}</dd>
          </div>
        )}
        {one.contentCreatedAt && (
          <div>
            <dt>{t`When`}</dt>
            <dd>
              {date(one.contentCreatedAt)}
              {one.path && (
                <>
                  {" "}
                  <Link className="link" to={one.path}>{t`in context`}</Link>
                </>
              )}
            </dd>
          </div>
        )}
        {isDone && (
          <div>
            <dt>{t`Decided`}</dt>
            <dd>
              {one.decidedBy?.username ?? t`a moderator`}
              {one.reason && `, ${reasons[one.reason]}`}
              {one.note && `, ${one.note}`}
            </dd>
          </div>
        )}
      </dl>
      {!isDone && (
        <>
          <label className="field">
            <span className="lab">{t`Note for the log`}</span>
            <input
              className="in"
              value={note}
              maxLength={500}
              placeholder={t`Reason (one line)`}
              onChange={(event) => setNote(event.target.value)}
            />
          </label>
          <Select
            label={t`What the author will see`}
            value={why}
            onChoose={setWhy}
            options={Object.entries(reasons).map(([value, label]) => ({ value: value as Reason, label }))}
          />
          <div className="queue-acts">
            <Button tone="line" onClick={() => onChoose("keep", null, note.trim())}>
              {t`Keep`} <kbd>K</kbd>
            </Button>
            <Button tone="bad" onClick={() => onChoose("remove", why, note.trim())}>
              {t`Remove`} <kbd>R</kbd>
            </Button>
            {canLimit && (
              <Button onClick={() => onChoose("limit", null, note.trim())}>
                {t`Limit to crew`} <kbd>L</kbd>
              </Button>
            )}
            <Button onClick={() => onChoose("pass", null, note.trim())}>
              {t`Escalate`} <kbd>P</kbd>
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
