import { useLingui } from "@lingui/react/macro";
import { useCallback, useEffect, useState } from "react";
import { useClient } from "../../../graphql/hooks.ts";
import { paths } from "../../../lib/paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Panel } from "../controls/panel.tsx";
import { NewRoomCodeMutation } from "./documents.ts";
import { QrCode } from "../../../ui/qr-code.tsx";
import type { useRoom } from "./use-room.ts";

/** Shows a code for another phone, and the connected phones. */
export function RemotePanel({
  remote,
  onOpen,
  onClose,
}: {
  remote: ReturnType<typeof useRoom>;
  /** Opens the remote room if it isn't open. Resolves to whether it is. */
  onOpen: () => Promise<boolean>;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const client = useClient();
  const { room } = remote;
  const [code, setCode] = useState<{ code: string; scanned: string; expiresAt: string } | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const roomId = room?.id;
  const memberId = room?.memberId;
  const phones = room?.members.filter(({ id }) => id !== room.hostId) ?? [];
  const count = phones.length;

  const renew = useCallback(async (): Promise<void> => {
    if (!roomId || !memberId) return setFailed(!(await onOpen()));
    const { data } = await client.mutation(NewRoomCodeMutation, { roomId, memberId });
    setFailed(!data);
    setCode(data?.newRoomCode ?? null);
    // `onOpen` changes with every render; only the room matters here.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [client, roomId, memberId]);
  // A new code at first, and after a phone has used one.
  useEffect(() => void renew(), [renew, count]);
  useEffect(() => {
    if (!code) return;
    const timer = setTimeout(() => void renew(), Math.max(0, Date.parse(code.expiresAt) - Date.now()));
    return () => clearTimeout(timer);
  }, [code, renew]);
  const address = new URL(paths.remote(), location.origin);
  // In the URL fragment, so that it is in no log and no browsing history.
  const scanned = new URL(address);
  if (code) scanned.hash = new URLSearchParams({ code: code.scanned }).toString();
  const shown = code && `${code.code.slice(0, 3)} ${code.code.slice(3)}`;
  return (
    <Panel title={t`Phone remote`} onClose={onClose}>
      {hasFailed ? (
        <>
          <p>{t`We couldn’t connect.`}</p>
          <Button onClick={() => void renew()}>{t`Try again`}</Button>
        </>
      ) : (
        <div className="pair">
          {code && shown ? (
            <>
              <QrCode text={scanned.href} label={t`QR code for your phone`} />
              <div className="stack">
                <p>{t`Scan with your phone, or go to ${address.host}${address.pathname} and enter`}</p>
                <p className="pair-code tn">{shown}</p>
                <p className="t1 muted">{t`Works once, for 2 minutes.`}</p>
              </div>
            </>
          ) : (
            <p role="status">{t`Loading…`}</p>
          )}
        </div>
      )}
      {count > 0 && (
        <ul className="pair-phones">
          {phones.map(({ id, name }) => (
            <li key={id} className="row between">
              <span>{name}</span>
              <Button size="s" onClick={() => void remote.change({ removeId: id })}>{t`Disconnect`}</Button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
