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
    <Panel title={t`Keep on this device`} onClose={() => setShown(false)}>
      {why ? (
        <p>
          {why === "insecure"
            ? t`Classes are only kept where the address begins with https.`
            : t`This browser keeps no classes. A current one does, in a window that isn’t private.`}
        </p>
      ) : playback.isPreview ? (
        <p>{t`Only a class that your access opens can be kept.`}</p>
      ) : keeping?.kind === "coming" ? (
        <>
          <p role="status">{t`On its way. You can go on dancing, here or on another page.`}</p>
          <Eight value={keeping.share} label={t`How much of the class is here`} />
          <Button onClick={() => stopDownload(slug)}>{t`Stop`}</Button>
        </>
      ) : download?.isWhole ? (
        <>
          <p>
            {t`It is here, ${megabytes(download.bytes)} MB, and plays without a connection until ${i18n.date(new Date(download.expiresAt), { dateStyle: "long" })}. Each time you open it online begins a new fortnight.`}
          </p>
          <div className="row wrap">
            <Button
              onClick={() => {
                setDownloads(null);
                void deleteDownload(download);
              }}
            >{t`Take it off this device`}</Button>
            <Link className="btn btn-text" to={paths.onDevice()}>{t`All that is here`}</Link>
          </div>
        </>
      ) : (
        <>
          <p>{t`The whole class, with its views and captions, to dance where there is no connection. What you dance then counts as soon as you are back.`}</p>
          {keeping?.kind === "failed" && (
            <p className="keep-failed" role="alert">
              {keeping.isRefused
                ? t`This browser doesn’t let the studio keep anything: a private window forgets, and settings may forbid it.`
                : keeping.room?.left != null
                  ? t`It needs about ${megabytes(keeping.room.needed)} MB; ${megabytes(keeping.room.left)} MB are left here. Nothing of it was kept. Take another class off this device first.`
                  : keeping.room
                    ? t`There is no room for it on this device. Nothing of it was kept. Take another class off this device first.`
                    : t`It didn’t all come. What did is kept, and the rest comes when there is a connection.`}
            </p>
          )}
          <div className="row wrap">
            <Button
              tone="go"
              onClick={() => owner && void startDownload(owner, studioClass, playback)}
            >{t`Keep it here`}</Button>
            <Link className="btn btn-text" to={paths.onDevice()}>{t`All that is here`}</Link>
          </div>
        </>
      )}
    </Panel>
  );
}
