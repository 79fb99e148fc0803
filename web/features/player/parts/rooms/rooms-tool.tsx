import "./rooms.css";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { useClient } from "urql";
import { useSearch } from "../../../../lib/router/index.ts";
import { isPlayerAction } from "../../core/keys.ts";
import { ServerClock } from "../../core/rooms/server-clock.ts";
import { Slot, type Stage } from "../practice-tools.tsx";
import { useCheerWords } from "./cheers.ts";
import { ServerTimeQuery } from "./documents.ts";
import { RemotePanel } from "./remote-panel.tsx";
import { TogetherPanel } from "./together-panel.tsx";
import { useFollow } from "./use-follow.ts";
import { useLead } from "./use-lead.ts";
import { useLeavingRoom, useRoom } from "./use-room.ts";

/** How long a cheer stands, in milliseconds. */
const CHEER_MS = 4_000;

/** Phones that steer this player, and people who dance along. */
export function RoomsTool(stage: Stage) {
  const { t } = useLingui();
  const client = useClient();
  const words = useCheerWords();
  const { room: invitedTo } = useSearch() as { room?: string };
  const [panel, setPanel] = useState<"remote" | "together" | null>(invitedTo ? "together" : null);
  const [cheer, setCheer] = useState<{ id: string; text: string } | null>(null);
  const [clock] = useState(
    () =>
      new ServerClock(async () => {
        const { data } = await client
          .query(ServerTimeQuery, {}, { requestPolicy: "network-only" })
          .toPromise();
        return data?.serverTime ?? null;
      }),
  );
  const { id: classId, classId: className } = stage.studioClass;

  const remote = useRoom(({ body }) => {
    if (isPlayerAction(body)) stage.act(body);
  });
  const members = useRef<readonly { id: string; name: string }[]>([]);
  const together = useRoom(({ id, memberId, body }) => {
    const who = members.current.find((member) => member.id === memberId)?.name ?? "";
    const text = `${who}: ${words[body as keyof typeof words] ?? ""}`;
    setCheer({ id, text });
    stage.say(text);
  });
  const { room } = together;
  members.current = room?.members ?? [];
  useLeavingRoom(remote.leave);
  useLeavingRoom(together.leave);
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
    if (phones > 0) say(t`A phone is connected`);
  }, [phones, say, t]);
  const others = (room?.members.length ?? 1) - 1;
  const leader = room?.members.find(({ id }) => id === room.hostId)?.name ?? "";
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
                    ? t`Only you so far`
                    : t`You lead ${plural(others, { one: "one other", other: "# others" })}`
                  : t`${leader} leads`}
              </button>
            ) : (
              together.isOver && (
                <p className="room-cheer" role="status">{t`The room is closed. You dance alone.`}</p>
              )
            )}
          </div>
        </Slot>
      )}
      {panel === "remote" && (
        <RemotePanel
          remote={remote}
          onOpen={async () => (await remote.open(classId, "remote", t`Player`)) === null}
          onClose={() => setPanel(null)}
        />
      )}
      {panel === "together" && (
        <TogetherPanel
          together={together}
          classId={classId}
          className={className}
          invitedTo={room ? null : (invitedTo ?? null)}
          onClose={() => setPanel(null)}
        />
      )}
    </>
  );
}
