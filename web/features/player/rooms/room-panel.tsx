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
      <Panel title={invitedTo ? t`You are asked to dance` : t`Dance together`} onClose={onClose}>
        <p>
          {invitedTo
            ? t`The class plays for all of you at once, led by the one who asked you. Each needs an access that opens this class.`
            : t`Everybody with the link dances the class with you: the same count, the same loop, the same tempo. You lead.`}
        </p>
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== "") void enter();
          }}
        >
          <label className="field">
            <span className="lab">{t`What the others call you`}</span>
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
                ? t`Thirty are in this room already: nobody else fits in.`
                : refusal === "NOT_FOUND"
                  ? t`This room is closed, or nobody else may come in. Ask for a new link.`
                  : refusal === "FORBIDDEN"
                    ? t`A child’s profile dances in no room.`
                    : t`The studio didn’t answer. Try again.`}
            </p>
          )}
          <Button type="submit" tone="go" busy={isBusy}>
            {invitedTo ? t`Dance along` : t`Open a room`}
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
            <span>{t`Nobody else comes in`}</span>
          </label>
        </div>
      )}
      <ul className="pair-phones" aria-label={t`Who is here`}>
        {room.members.map((member) => (
          <li key={member.id} className="row between wrap">
            <span>
              {member.name}
              {member.id === room.memberId && <span className="muted"> {t`(you)`}</span>}
              {member.id === room.hostId && <span className="muted">, {t`leads`}</span>}
            </span>
            {isHost && member.id !== room.memberId && (
              <span className="row">
                <Button
                  size="s"
                  onClick={() => void together.change({ hostId: member.id })}
                >{t`Let lead`}</Button>
                <Button
                  size="s"
                  onClick={() => void together.change({ removeId: member.id })}
                >{t`Send away`}</Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      <div className="row wrap" role="group" aria-label={t`Call out`}>
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
      {isTooMany && <p role="status" className="t1 muted">{t`That was a lot at once. Wait a moment.`}</p>}
      <Button
        onClick={() => {
          together.leave();
          onClose();
        }}
      >{t`Leave the room`}</Button>
    </Panel>
  );
}
