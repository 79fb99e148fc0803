import "./rooms.css";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "../../../lib/router/index.ts";
import { isRemoteCommand } from "../../../../contract/player-commands.ts";
import { RoomClock } from "./room-clock.ts";
import { Slot, type Stage } from "../controls/practice-tools.tsx";
import { useCheerLabels } from "./cheers.ts";
import { readSeat } from "./stored-seat.ts";
import { RemotePanel } from "./remote-panel.tsx";
import { readRoomName, RoomPanel } from "./room-panel.tsx";
import { useFollow } from "./use-follow.ts";
import { useLead } from "./use-lead.ts";
import { useLeavingRoom, useRoom } from "./use-room.ts";

/** How long a message is shown, in milliseconds. */
const CHEER_MS = 4_000;

/** Phones as remote controls, and people who dance along. */
export function RoomsTool(stage: Stage) {
  const { t } = useLingui();
  const labels = useCheerLabels();
  const hash = useLocation({ select: (now) => now.hash });
  const invitedTo = new URLSearchParams(hash).get("room");
  const [panel, setPanel] = useState<"remote" | "together" | null>(
    invitedTo && readSeat("together")?.roomId !== invitedTo ? "together" : null,
  );
  const [cheer, setCheer] = useState<{ id: string; text: string } | null>(null);
  const [clock] = useState(() => new RoomClock());
  const { id: classId, classId: className } = stage.studioClass;

  const remote = useRoom("remote", clock, ({ body }) => {
    if (isRemoteCommand(body)) stage.act(body);
  });
  const members = useRef<readonly { id: string; name: string }[]>([]);
  const together = useRoom("together", clock, ({ id, memberId, body }) => {
    const sender = members.current.find((member) => member.id === memberId)?.name ?? "";
    const text = `${sender}: ${labels[body as keyof typeof labels] ?? ""}`;
    setCheer({ id, text });
    stage.say(text);
  });
  const { room } = together;
  members.current = room?.members ?? [];
  useLeavingRoom(remote.leave);
  useLeavingRoom(together.leave);
  const { comeBack: remoteBack } = remote;
  const { comeBack: togetherBack } = together;
  useEffect(() => {
    void remoteBack(classId, t`Player`);
    if (readSeat("together"))
      void togetherBack(classId, readRoomName()).then((isBack) => {
        if (!isBack && invitedTo) setPanel("together");
      });
    // Runs once, after the page was loaded.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [remoteBack, togetherBack, classId]);
  useLead(stage, remote.room, clock);
  useLead(stage, together.isHost ? room : null, clock);
  useFollow(stage, room && !together.isHost ? room.state : null, clock);
  useEffect(() => {
    if (!cheer) return;
    const timer = setTimeout(() => setCheer(null), CHEER_MS);
    return () => clearTimeout(timer);
  }, [cheer]);
  const { keys, say } = stage;
  useEffect(() => keys.set("remote", () => setPanel("remote")), [keys]);
  useEffect(() => keys.set("together", () => setPanel("together")), [keys]);
  const phones = (remote.room?.members.length ?? 1) - 1;
  useEffect(() => {
    if (phones > 0) say(t`Phone connected`);
  }, [phones, say, t]);
  const others = (room?.members.length ?? 1) - 1;
  const leader = room?.members.find(({ id }) => id === room.hostId)?.name ?? "";
  const roomBefore = useRef(room);
  useEffect(() => {
    const before = roomBefore.current;
    roomBefore.current = room;
    if (!room || room.id !== before?.id) return;
    const notIn = (members: typeof room.members) => (member: { id: string }) =>
      !members.some(({ id }) => id === member.id);
    const changes = [
      ...room.members.filter(notIn(before.members)).map(({ name }) => t`${name} joined`),
      ...before.members.filter(notIn(room.members)).map(({ name }) => t`${name} has left`),
      ...(room.hostId === before.hostId
        ? []
        : [room.hostId === room.memberId ? t`You’re leading` : t`${leader} is leading`]),
    ];
    if (changes.length > 0) say(changes.join(". "));
  }, [room, leader, say, t]);
  return (
    <>
      {(room || cheer || together.isOver) && (
        <Slot screen={stage.screen} name="over">
          <div className="room-note">
            {cheer && <p className="room-cheer">{cheer.text}</p>}
            {room ? (
              <button type="button" className="btn btn-s btn-pic" onClick={() => setPanel("together")}>
                {together.isHost
                  ? others === 0
                    ? t`Just you so far`
                    : t`You’re leading ${plural(others, { one: "# dancer", other: "# dancers" })}`
                  : t`${leader} is leading`}
              </button>
            ) : (
              together.isOver && (
                <p className="room-cheer" role="status">{t`The room is closed. You’re dancing solo.`}</p>
              )
            )}
          </div>
        </Slot>
      )}
      {panel === "remote" && (
        <RemotePanel
          remote={remote}
          onOpen={async () => (await remote.open(classId, t`Player`)) === null}
          onClose={() => setPanel(null)}
        />
      )}
      {panel === "together" && (
        <RoomPanel
          together={together}
          classId={classId}
          className={className}
          invitedTo={room ? null : invitedTo}
          onClose={() => setPanel(null)}
        />
      )}
    </>
  );
}
