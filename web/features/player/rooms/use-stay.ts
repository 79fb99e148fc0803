import { useEffect, useRef } from "react";
import { useClient } from "../../../graphql/hooks.ts";
import { rhythm } from "./rhythm.ts";
import type { RoomClock } from "./room-clock.ts";
import { StayInRoomMutation } from "./documents.ts";

/**
 * Sends heartbeats for this device's membership and receives the room's time. `onOut`: the room doesn't know the device (any more). `now`
 * sends one at once.
 */
export function useStay(
  seat: { roomId: string; memberId: string } | null,
  clock: RoomClock | null,
  onOut: () => void,
): { readonly now: () => Promise<void> } {
  const client = useClient();
  const out = useRef(onOut);
  out.current = onOut;
  const say = useRef(async (): Promise<void> => undefined);
  const { roomId = "", memberId = "" } = seat ?? {};
  useEffect(() => {
    if (roomId === "") return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let times = 0;
    let isHere = true;
    const once = async (): Promise<void> => {
      clearTimeout(timer);
      const sent = performance.now();
      const { data, error } = await client.mutation(StayInRoomMutation, { roomId, memberId });
      if (!isHere) return;
      if (data) clock?.hear(sent, data.stayInRoom);
      clearTimeout(timer);
      times += 1;
      timer = setTimeout(() => void once(), times < rhythm.firstStays ? rhythm.firstStayMs : rhythm.stayMs);
      if (error?.graphQLErrors.some(({ extensions }) => extensions["code"] === "NOT_FOUND")) out.current();
    };
    say.current = once;
    void once();
    // Visible again after a sleep, or online again.
    const again = (): void => {
      if (document.visibilityState !== "visible") return;
      times = 0;
      void once();
    };
    const go = (): void =>
      void client.mutation(
        StayInRoomMutation,
        { roomId, memberId, isGoing: true },
        { fetchOptions: { keepalive: true, credentials: "same-origin" } },
      );
    document.addEventListener("visibilitychange", again);
    addEventListener("online", again);
    addEventListener("pageshow", again);
    addEventListener("pagehide", go);
    return () => {
      isHere = false;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", again);
      removeEventListener("online", again);
      removeEventListener("pageshow", again);
      removeEventListener("pagehide", go);
    };
  }, [client, clock, roomId, memberId]);
  return { now: () => say.current() };
}
