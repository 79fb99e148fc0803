import "./downloads.css";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useSessionState } from "../../../graphql/provider.tsx";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import { Eight } from "../../../ui/eight.tsx";
import { deleteDownload, renewDownload, whyNotDownloaded } from "./download.ts";
import { downloadOf, onDownloading, startDownload, stopDownload } from "./download-queue.ts";
import { type DownloadedClass, readDownload } from "./record.ts";
import { Panel } from "../controls/panel.tsx";
import type { Stage } from "../controls/practice-tools.tsx";

/** Downloads the class to this device, to dance offline. */
export function OfflineTool(stage: Stage) {
  const { t, i18n } = useLingui();
  const { studioClass, playback, keys } = stage;
  const slug = studioClass.classId;
  const session = useSessionState();
  const owner = useMemo(
    () => (session.status === "ready" ? { userId: session.userId, accountId: session.accountId } : null),
    [session],
  );
  const [isShown, setShown] = useState(false);
  const [download, setDownloads] = useState<DownloadedClass | null>(null);
  const keeping = useSyncExternalStore(onDownloading, () => downloadOf(slug));
  useEffect(() => keys.set("keep", () => setShown(true)), [keys]);
  useEffect(() => {
    if (owner) setDownloads(readDownload(localStorage, owner.userId, slug));
  }, [owner, slug, keeping]);
  useEffect(() => {
    if (!owner) return;
    const renew = (): void => {
      // A failed renewal is retried at the next visit, or once there is a connection.
      renewDownload(owner, studioClass, playback).then(
        (isMissing) => {
          if (isMissing) void startDownload(owner, studioClass, playback);
          setDownloads(readDownload(localStorage, owner.userId, slug));
        },
        () => undefined,
      );
    };
    renew();
    addEventListener("online", renew);
    return () => removeEventListener("online", renew);
  }, [owner, studioClass, playback, slug]);
  const why = whyNotDownloaded();
  const megabytes = (bytes: number): string => i18n.number(Math.ceil(bytes / 1e6));
  if (!isShown) return null;
  return (
    <Panel title={t`Download`} onClose={() => setShown(false)}>
      {why ? (
        <p>
          {why === "insecure"
            ? t`Downloads need a secure (https) connection.`
            : t`This browser can’t download classes. Update it, or leave private mode.`}
        </p>
      ) : playback.isPreview ? (
        <p>{t`Your plan doesn’t include this class, so you can’t download it.`}</p>
      ) : keeping?.kind === "coming" ? (
        <>
          <p role="status">{t`Downloading. You can keep dancing.`}</p>
          <Eight value={keeping.share} label={t`Download progress`} />
          <Button onClick={() => stopDownload(slug)}>{t`Stop`}</Button>
        </>
      ) : download?.isWhole ? (
        <>
          <p>
            {t`Downloaded, ${megabytes(download.bytes)} MB. Available offline until ${i18n.date(new Date(download.expiresAt), { dateStyle: "long" })}. Opening it online adds 14 days.`}
          </p>
          <div className="row wrap">
            <Button
              onClick={() => {
                setDownloads(null);
                void deleteDownload(download);
              }}
            >{t`Delete download`}</Button>
            <Link className="btn btn-text" to={paths.onDevice()}>{t`All downloads`}</Link>
          </div>
        </>
      ) : (
        <>
          <p>{t`Download the class to dance offline. Your progress syncs when you reconnect.`}</p>
          {keeping?.kind === "failed" && (
            <p className="keep-failed" role="alert">
              {keeping.isRefused
                ? t`This browser is blocking storage. Leave private mode or check your settings.`
                : keeping.room?.left != null
                  ? t`Not enough storage: needs ${megabytes(keeping.room.needed)} MB, ${megabytes(keeping.room.left)} MB free. Delete a download first.`
                  : keeping.room
                    ? t`Not enough storage. Delete a download first.`
                    : t`Download paused. It resumes when you’re back online.`}
            </p>
          )}
          <div className="row wrap">
            <Button
              tone="go"
              onClick={() => owner && void startDownload(owner, studioClass, playback)}
            >{t`Download`}</Button>
            <Link className="btn btn-text" to={paths.onDevice()}>{t`All downloads`}</Link>
          </div>
        </>
      )}
    </Panel>
  );
}
