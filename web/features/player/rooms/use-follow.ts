import { useEffect, useRef } from "react";
import { countAt } from "../engine/beat-grid.ts";
import { follow } from "./lead.ts";
import { rhythm } from "./rhythm.ts";
import type { RoomClock } from "./room-clock.ts";
import type { Stage } from "../controls/practice-tools.tsx";
import type { RoomNow } from "./documents.ts";

/** A television needs longer to settle after a start: a seek at every check would keep it from playing. */
const TELEVISION_SETTLES_MS = 6_000;
const BEAT_MS = 600;

/** Keeps this player in sync with the leader. `state` is null without a leader. */
export function useFollow(stage: Stage, state: RoomNow["state"], clock: RoomClock): void {
  const { player, grid } = stage;
  const lead = useRef(state);
  lead.current = state;
  const isFollowing = state !== null;
  useEffect(() => {
    if (!isFollowing) return;
    let lookedAt = 0;
    let leftAloneUntil = 0;
    return player.onFrame((ms) => {
      const now = performance.now();
      const wanted = lead.current;
      if (
        !wanted ||
        clock.offset === null ||
        now - lookedAt < rhythm.lookMs ||
        player.state.phase === "loading"
      )
        return;
      lookedAt = now;
      const { loop, playing, rate } = player.state;
      if (rate !== wanted.rate) player.setRate(wanted.rate);
      const { loopStartMs, loopEndMs } = wanted;
      if (loop?.startMs !== (loopStartMs ?? undefined) || loop?.endMs !== (loopEndMs ?? undefined))
        player.setLoop(
          loopStartMs === null || loopEndMs === null ? null : { startMs: loopStartMs, endMs: loopEndMs },
        );
      const { entry } = player;
      const next = follow(wanted, clock.toRoom(now), playing && entry === null ? ms : null);
      if (next.kind === "rest") {
        if (playing) player.pause();
        if (Math.abs(ms - next.ms) > 40) player.seek(next.ms);
      } else if (next.kind === "drift") {
        if (now > leftAloneUntil) player.drift(next.offMs);
      } else {
        const at = clock.toLocal(next.at);
        // Already scheduled for the same moment.
        if (
          entry &&
          (now < leftAloneUntil || (Math.abs(entry.at - at) < 50 && Math.abs(entry.ms - next.ms) < 50))
        )
          return;
        if (!entry && now < leftAloneUntil) return;
        const count = countAt(grid, next.ms + 1);
        leftAloneUntil = at + (player.state.cast ? TELEVISION_SETTLES_MS : rhythm.settleMs);
        player.enter({
          ms: next.ms,
          at,
          beatMs: (count ? count.endMs - count.startMs : BEAT_MS) / wanted.rate,
        });
      }
    });
  }, [player, grid, clock, isFollowing]);
}
