import "./downloads.css";
import { useLingui } from "@lingui/react/macro";
import { Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useClient } from "../../../graphql/hooks.ts";
import { useSessionState } from "../../../graphql/provider.tsx";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { startState } from "../../../lib/start-state.ts";
import { Link } from "../../../lib/router/index.ts";
import { IconButton } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/state.tsx";
import { deleteDownload, roomLeft, whyNotDownloaded } from "../downloads/download.ts";
import { downloadOf, onDownloading, stopDownload } from "../downloads/download-queue.ts";
import { type DownloadedClass, listDownloads } from "../downloads/record.ts";

/** The profile's downloads on this device. Works offline. */
export function Page() {
  const session = useSessionState();
  const userId = session.status === "ready" ? session.userId : null;
  // Keyed by profile, so that none sees another's downloads.
  return userId === null ? null : <DownloadedClasses key={userId} userId={userId} />;
}

function DownloadedClasses({ userId }: { userId: string }) {
  const { t, i18n } = useLingui();
  const client = useClient();
  usePageTitle(t`Downloads`);
  const [downloads, setDownloads] = useState(() => listDownloads(localStorage, userId));
  const [room, setRoom] = useState<{ left: number | null; isSafe: boolean } | null>(null);
  useEffect(() => {
    const look = async (): Promise<void> => {
      setDownloads(listDownloads(localStorage, userId));
      if (whyNotDownloaded() === null)
        setRoom({ left: await roomLeft(), isSafe: await navigator.storage.persisted() });
    };
    const watch = onDownloading(() => void look());
    // Keeps the displayed list if the server can't be reached.
    const renew = async (): Promise<void> =>
      (await import("../public/device-tasks.ts")).renewAllDownloads(client, userId, 0);
    void look()
      .then(renew)
      .then(look, () => undefined);
    return watch;
  }, [client, userId]);
  const drop = async (one: DownloadedClass): Promise<void> => {
    stopDownload(one.studioClass.classId);
    setDownloads((known) =>
      known.filter(({ studioClass }) => studioClass.classId !== one.studioClass.classId),
    );
    await deleteDownload(one);
    setRoom((now) => now && { ...now });
  };
  const size = (bytes: number): string =>
    bytes < 1e9
      ? t`${i18n.number(Math.ceil(bytes / 1e6))} MB`
      : t`${i18n.number(bytes / 1e9, { maximumFractionDigits: 1 })} GB`;
  const sum = downloads.reduce((bytes, one) => bytes + one.bytes, 0);
  const statusOf = ({ isWhole, expiresAt, studioClass }: DownloadedClass): string => {
    const keeping = downloadOf(studioClass.classId);
    if (keeping?.kind === "coming") return t`${Math.floor(keeping.share * 100)}% downloaded`;
    if (!isWhole) return t`Incomplete: go online to finish`;
    if (expiresAt < Date.now()) return t`Expired: go online to renew`;
    return t`Until ${i18n.date(new Date(expiresAt), { dateStyle: "medium" })}`;
  };
  return (
    <div className="page page-top stack">
      <h1 className="d1 d1-page">{t`Downloads`}</h1>
      {downloads.length === 0 ? (
        <EmptyState
          title={t`No downloads`}
          action={<Link className="btn" to={paths.saved()}>{t`See saved classes`}</Link>}
        >
          {t`To dance offline, open a class and choose Download.`}
        </EmptyState>
      ) : (
        <>
          <p className="muted">
            {t`${size(sum)} total. Each plays offline until the date shown.`}{" "}
            {room?.left != null && t`${size(room.left)} free.`}{" "}
            {room?.isSafe === false &&
              t`Your browser may delete downloads when storage runs low. Check before you travel.`}
          </p>
          <ul className="setlist kept">
            {downloads.map((one) => {
              const { studioClass, bytes } = one;
              return (
                <li key={studioClass.classId}>
                  <Link className="set-i" to={paths.player(studioClass.classId)} state={startState}>
                    <span>
                      <span className="strong">{studioClass.title}</span>
                      <span className="facts">
                        <span>
                          <bdi>{studioClass.instructor.name}</bdi>
                        </span>
                        <span className="tn">{size(bytes)}</span>
                      </span>
                    </span>
                    <span className="t1 muted">{statusOf(one)}</span>
                  </Link>
                  <IconButton
                    label={t`Delete download of ${studioClass.title}`}
                    icon={Trash2}
                    onClick={() => void drop(one)}
                  />
                </li>
              );
            })}
          </ul>
        </>
      )}
    </div>
  );
}
