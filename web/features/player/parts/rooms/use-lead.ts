import { useEffect, useRef } from "react";
import { useClient } from "urql";
import { partAt } from "../../core/clock.ts";
import { isAsTold, type LeadState } from "../../core/rooms/lead.ts";
import { rhythm } from "../../core/rooms/rhythm.ts";
import type { RoomClock } from "../../core/rooms/room-clock.ts";
import type { Stage } from "../practice-tools.tsx";
import { LeadRoomMutation, type RoomNow } from "./documents.ts";

/** Reports this player's state as soon as it differs from the last report's prediction. */
export function useLead(stage: Stage, room: RoomNow | null, clock: RoomClock): void {
  const client = useClient();
  const lastReport = useRef<LeadState | null>(null);
  const { player, studioClass } = stage;
  const roomId = room?.id;
  const memberId = room?.memberId;
  // New members read the last state; without other members no one needs a report.
  const isHeard = (room?.members.length ?? 0) > 1;
  useEffect(() => {
    if (!roomId || !memberId || !isHeard) return;
    lastReport.current = null;
    let toldAt = Number.NEGATIVE_INFINITY;
    let isTelling = false;
    return player.onFrame((ms) => {
      const now = performance.now();
      if (isTelling || clock.offset === null || now - toldAt < rhythm.tellApartMs) return;
      const { state, entry } = player;
      const next: LeadState = {
        positionMs: Math.round(entry?.ms ?? ms),
        at: Math.round(clock.toRoom(entry?.at ?? now)),
        isPlaying: state.playing && !state.waiting,
        rate: state.rate,
        loopStartMs: state.loop?.startMs ?? null,
        loopEndMs: state.loop?.endMs ?? null,
      };
      if (isAsTold(lastReport.current, next, rhythm.toleranceMs) && now - toldAt < rhythm.stillThereMs)
        return;
      toldAt = now;
      isTelling = true;
      const label = partAt(studioClass.parts, ms)?.title ?? studioClass.title;
      void client
        .mutation(LeadRoomMutation, { roomId, memberId, state: { ...next, label } })
        .toPromise()
        .then(({ error }) => {
          isTelling = false;
          // Failed: sent again with the next frame.
          lastReport.current = error ? null : next;
        });
    });
  }, [client, clock, player, roomId, memberId, isHeard, studioClass]);
}
