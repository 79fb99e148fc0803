import "./offline.css";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { paths } from "../../../../lib/paths.ts";
import { Link } from "../../../../lib/router/index.ts";
import { Button } from "../../../../ui/button.tsx";
import { Eight } from "../../../../ui/eight.tsx";
import { canKeep, dropClass, keepClass, NoRoom, renewKept } from "../../core/offline/keep.ts";
import { readKept } from "../../core/offline/record.ts";
import { Panel } from "../panel.tsx";
import type { Stage } from "../practice-tools.tsx";

type Standing =
  | { readonly kind: "away" }
  | { readonly kind: "coming"; readonly share: number }
  | { readonly kind: "here"; readonly expiresAt: number; readonly bytes: number }
  | { readonly kind: "failed"; readonly room: { needed: number; left: number } | null };

/** Keeping the class on this device, to dance it without a connection. */
export function OfflineTool(stage: Stage) {
  const { t, i18n } = useLingui();
  const { studioClass, playback, keys } = stage;
  const slug = studioClass.classId;
  const [isShown, setShown] = useState(false);
  const [standing, setStanding] = useState<Standing>(() => standingOf(slug));
  const abort = useRef<AbortController | null>(null);
  useEffect(() => keys.set("keep", () => setShown(true)), [keys]);
  useEffect(() => {
    // Half a renewal is none: it is tried again with the next visit.
    renewKept(studioClass, playback).then(
      () => setStanding((now) => (now.kind === "coming" ? now : standingOf(slug))),
      () => undefined,
    );
  }, [studioClass, playback, slug]);
  useEffect(() => () => abort.current?.abort(), []);
  const keep = async (): Promise<void> => {
    const controller = new AbortController();
    abort.current = controller;
    setStanding({ kind: "coming", share: 0 });
    try {
      await keepClass(
        studioClass,
        playback,
        (share) => setStanding({ kind: "coming", share }),
        controller.signal,
      );
      setStanding(standingOf(slug));
    } catch (error) {
      const isOver = controller.signal.aborted;
      const { needed, left } = error instanceof NoRoom ? error : { needed: 0, left: 0 };
      setStanding(isOver ? { kind: "away" } : { kind: "failed", room: needed > 0 ? { needed, left } : null });
    }
  };
  const megabytes = (bytes: number): string => i18n.number(Math.ceil(bytes / 1e6));
  if (!isShown) return null;
  return (
    <Panel title={t`Keep on this device`} onClose={() => setShown(false)}>
      {!canKeep() ? (
        <p>{t`This browser keeps no classes. A current one does.`}</p>
      ) : playback.isPreview ? (
        <p>{t`Only a class that your access opens can be kept.`}</p>
      ) : standing.kind === "here" ? (
        <>
          <p>
            {t`It is here, ${megabytes(standing.bytes)} MB, and plays without a connection until ${i18n.date(new Date(standing.expiresAt), { dateStyle: "long" })}. Each time you open it online begins a new fortnight.`}
          </p>
          <div className="row wrap">
            <Button
              onClick={() => {
                setStanding({ kind: "away" });
                void dropClass(slug);
              }}
            >{t`Take it off this device`}</Button>
            <Link className="btn btn-text" to={paths.onDevice()}>{t`All that is here`}</Link>
          </div>
        </>
      ) : standing.kind === "coming" ? (
        <>
          <p role="status">{t`On its way. You can go on dancing.`}</p>
          <Eight value={standing.share} label={t`How much of the class is here`} />
          <Button onClick={() => abort.current?.abort()}>{t`Stop`}</Button>
        </>
      ) : (
        <>
          <p>{t`The whole class, with its views and captions, to dance where there is no connection. What you dance then counts as soon as you are back.`}</p>
          {standing.kind === "failed" && (
            <p className="keep-failed" role="alert">
              {standing.room
                ? t`It needs about ${megabytes(standing.room.needed)} MB; ${megabytes(standing.room.left)} MB are left here. Take another class off this device first.`
                : t`It didn’t all come. What did is kept, and the rest comes when you try again.`}
            </p>
          )}
          <Button tone="go" onClick={() => void keep()}>{t`Keep it here`}</Button>
        </>
      )}
    </Panel>
  );
}

function standingOf(slug: string): Standing {
  const kept = readKept(localStorage, slug);
  return kept ? { kind: "here", expiresAt: kept.expiresAt, bytes: kept.bytes } : { kind: "away" };
}
