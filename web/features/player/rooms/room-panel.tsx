import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { paths } from "../../../lib/paths.ts";
import { ShareButton } from "../../../layouts/share-button.tsx";
import { Button } from "../../../ui/button.tsx";
import { Panel } from "../controls/panel.tsx";
import { useCheerLabels } from "./cheers.ts";
import type { useRoom } from "./use-room.ts";

const NAME_KEY = "eightcount.room-name";
/** The name last used in a room on this device; empty at first. */
export const readRoomName = (): string => localStorage.getItem(NAME_KEY) ?? "";

/** Opens or joins a room and lists its members. `invitedTo`: the room of an invitation link. */
export function RoomPanel({
  together,
  classId,
  className,
  invitedTo,
  onClose,
}: {
  together: ReturnType<typeof useRoom>;
  classId: string;
  /** The class's slug. */
  className: string;
  invitedTo: string | null;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const labels = useCheerLabels();
  const { room, isHost } = together;
  const [name, setName] = useState(readRoomName);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isTooMany, setTooMany] = useState(false);
  const link = room ? new URL(`${paths.player(className)}#room=${room.id}`, location.origin).href : "";
  const enter = async (): Promise<void> => {
    setBusy(true);
    localStorage.setItem(NAME_KEY, name.trim());
    const found = invitedTo
      ? await together.join({ roomId: invitedTo }, name)
      : await together.open(classId, name);
    setRefusal(found);
    setBusy(false);
    if (found === null && invitedTo) onClose();
  };
  if (!room)
    return (
      <Panel title={invitedTo ? t`You’re invited to dance` : t`Dance together`} onClose={onClose}>
        <p>
          {invitedTo
            ? t`The class plays in sync for everyone, led by your host. You each need a plan that includes it.`
            : t`Anyone with the link dances in sync with you. You’re in control.`}
        </p>
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== "") void enter();
          }}
        >
          <label className="field">
            <span className="lab">{t`Your name in the room`}</span>
            <input
              className="in"
              required
              maxLength={40}
              autoComplete="nickname"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </label>
          {refusal && (
            <p className="t1 pair-refused" role="alert">
              {refusal === "ROOM_FULL"
                ? t`This room is full (30 people).`
                : refusal === "NOT_FOUND"
                  ? t`This room is closed. Ask for a new link.`
                  : refusal === "FORBIDDEN"
                    ? t`Child profiles can’t join rooms.`
                    : t`We couldn’t connect. Try again.`}
            </p>
          )}
          <Button type="submit" tone="go" busy={isBusy}>
            {invitedTo ? t`Join` : t`Start a room`}
          </Button>
        </form>
      </Panel>
    );
  return (
    <Panel title={t`Dance together`} onClose={onClose}>
      {isHost && (
        <div className="stack">
          <ShareButton path={link} />
          <p className="t1 muted pair-link">{link}</p>
          <label className="opt">
            <input
              type="checkbox"
              className="check"
              checked={room.isLocked}
              onChange={(event) => void together.change({ isLocked: event.target.checked })}
            />
            <span>{t`Lock room`}</span>
          </label>
        </div>
      )}
      <ul className="pair-phones" aria-label={t`In this room`}>
        {room.members.map((member) => (
          <li key={member.id} className="row between wrap">
            <span>
              <bdi>{member.name}</bdi>
              {member.id === room.memberId && <span className="muted"> {t`(you)`}</span>}
              {member.id === room.hostId && <span className="muted">, {t`leading`}</span>}
            </span>
            {isHost && member.id !== room.memberId && (
              <span className="row">
                <Button
                  size="s"
                  onClick={() => void together.change({ hostId: member.id })}
                >{t`Make leader`}</Button>
                <Button
                  size="s"
                  onClick={() => void together.change({ removeId: member.id })}
                >{t`Remove`}</Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      <div className="row wrap" role="group" aria-label={t`Cheer`}>
        {Object.entries(labels).map(([body, word]) => (
          <Button
            key={body}
            size="s"
            onClick={() => void together.send(body).then((refused) => setTooMany(refused === "RATE_LIMITED"))}
          >
            {word}
          </Button>
        ))}
      </div>
      {isTooMany && <p role="status" className="t1 muted">{t`Slow down a little. Try again in a moment.`}</p>}
      <Button
        onClick={() => {
          together.leave();
          onClose();
        }}
      >{t`Leave room`}</Button>
    </Panel>
  );
}
