import "./downloads.css";
import { useLingui } from "@lingui/react/macro";
import { Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useClient } from "urql";
import { useSessionState } from "../../../graphql/provider.tsx";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
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
  usePageTitle(t`On this device`);
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
    if (keeping?.kind === "coming") return t`${Math.floor(keeping.share * 100)} percent are here`;
    if (!isWhole) return t`Not all here: open it online`;
    if (expiresAt < Date.now()) return t`Open it once online`;
    return t`Until ${i18n.date(new Date(expiresAt), { dateStyle: "medium" })}`;
  };
  return (
    <div className="page page-top stack">
      <h1 className="d1 d1-page">{t`On this device`}</h1>
      {downloads.length === 0 ? (
        <EmptyState
          title={t`Nothing is kept here`}
          action={<Link className="btn" to={paths.saved()}>{t`To your saved classes`}</Link>}
        >
          {t`In the player, “How you practise” keeps a class here, to dance it without a connection.`}
        </EmptyState>
      ) : (
        <>
          <p className="muted">
            {t`${size(sum)} in all. They play without a connection until the day that stands beside them.`}{" "}
            {room?.left != null && t`There are ${size(room.left)} left.`}{" "}
            {room?.isSafe === false &&
              t`This browser may clear them when the device runs short of room: look here before you leave.`}
          </p>
          <ul className="setlist kept">
            {downloads.map((one) => {
              const { studioClass, bytes } = one;
              return (
                <li key={studioClass.classId}>
                  <Link className="set-i" to={paths.player(studioClass.classId)}>
                    <span>
                      <span className="strong">{studioClass.title}</span>
                      <span className="facts">
                        <span>{studioClass.instructor.name}</span>
                        <span className="tn">{size(bytes)}</span>
                      </span>
                    </span>
                    <span className="t1 muted">{statusOf(one)}</span>
                  </Link>
                  <IconButton
                    label={t`Take ${studioClass.title} off this device`}
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
