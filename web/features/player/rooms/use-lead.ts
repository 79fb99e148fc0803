import { useEffect, useRef } from "react";
import { useClient } from "../../../graphql/hooks.ts";
import { partAt } from "../engine/clock.ts";
import { isAsLed, type LeadState } from "./lead.ts";
import { rhythm } from "./rhythm.ts";
import type { RoomClock } from "./room-clock.ts";
import type { Stage } from "../controls/practice-tools.tsx";
import { LeadRoomMutation, type RoomNow } from "./documents.ts";

/** Reports this player's state as soon as it differs from the last report's prediction. */
export function useLead(stage: Stage, room: RoomNow | null, clock: RoomClock): void {
  const client = useClient();
  const lastReport = useRef<LeadState | null>(null);
  const { player, studioClass } = stage;
  const roomId = room?.id;
  const memberId = room?.memberId;
  // New members read the last state; without other members no one needs a report.
  const isAudible = (room?.members.length ?? 0) > 1;
  useEffect(() => {
    if (!roomId || !memberId || !isAudible) return;
    lastReport.current = null;
    let reportedAt = Number.NEGATIVE_INFINITY;
    let isNotifying = false;
    return player.onFrame((ms) => {
      const now = performance.now();
      if (isNotifying || clock.offset === null || now - reportedAt < rhythm.reportIntervalMs) return;
      const { state, entry } = player;
      const next: LeadState = {
        positionMs: Math.round(entry?.ms ?? ms),
        at: Math.round(clock.toRoom(entry?.at ?? now)),
        isPlaying: state.playing && !state.waiting,
        rate: state.rate,
        loopStartMs: state.loop?.startMs ?? null,
        loopEndMs: state.loop?.endMs ?? null,
      };
      if (isAsLed(lastReport.current, next, rhythm.toleranceMs) && now - reportedAt < rhythm.stillThereMs)
        return;
      reportedAt = now;
      isNotifying = true;
      const label = partAt(studioClass.parts, ms)?.title ?? studioClass.title;
      void client
        .mutation(LeadRoomMutation, { roomId, memberId, state: { ...next, label } })
        .then(({ error }) => {
          isNotifying = false;
          // Failed: sent again with the next frame.
          lastReport.current = error ? null : next;
        });
    });
  }, [client, clock, player, roomId, memberId, isAudible, studioClass]);
}
