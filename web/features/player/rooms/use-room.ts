import { useCallback, useEffect, useRef, useState } from "react";
import { useClient } from "../../../graphql/hooks.ts";
import { readFragment } from "../../../graphql/graphql.ts";
import { useLive } from "../../../graphql/use-live.ts";
import type { RoomClock } from "./room-clock.ts";
import {
  ChangeRoomMutation,
  JoinRoomMutation,
  LeaveRoomMutation,
  OpenRoomMutation,
  RoomChanged,
  RoomFragment,
  type RoomNow,
  SendToRoomMutation,
} from "./documents.ts";
import { storeSeat, readSeat, type SeatKind } from "./stored-seat.ts";
import { useStay } from "./use-stay.ts";

/** Why joining failed: the server's error code, or NETWORK. */
export type RoomRefusal = string;
type Message = RoomNow["messages"][number];
export interface RoomClass {
  readonly id: string;
  readonly title: string;
}
/** How to join: a phone by code, a dancer by room id, a rejoining device also by its own member id. */
export interface Way {
  readonly code?: string;
  readonly roomId?: string;
  readonly memberId?: string;
}

/**
 * This device's membership in a room: `null` before and after. Receives every change at once, even in a hidden tab. `onMessage` gets each
 * message of other members once. The tab rejoins after a reload (`comeBack`), and feeds the room's time to `clock`.
 */
export function useRoom(kind: SeatKind, clock: RoomClock | null, onMessage: (message: Message) => void) {
  const client = useClient();
  const [room, setRoom] = useState<RoomNow | null>(null);
  const [studioClass, setClass] = useState<RoomClass | null>(null);
  const [isOver, setOver] = useState(false);
  const heard = useRef(new Set<string>());
  const lastName = useRef("");
  const latest = useRef(onMessage);
  latest.current = onMessage;
  const roomId = room?.id ?? "";
  const memberId = room?.memberId ?? "";

  const take = useCallback(
    (next: RoomNow | null): void => {
      setRoom(next);
      setOver(next === null);
      if (!next) return storeSeat(kind, null);
      for (const message of next.messages) {
        if (heard.current.has(message.id)) continue;
        heard.current.add(message.id);
        if (message.memberId !== next.memberId) latest.current(message);
      }
    },
    [kind],
  );
  useLive(
    RoomChanged,
    { roomId, memberId },
    {
      isOff: room === null,
      evenHidden: true,
      onData: ({ roomChanged }) => {
        const next = readFragment(RoomFragment, roomChanged);
        // Timed out or removed: the next heartbeat finds out.
        if (next) take(next);
        else void stay.now();
      },
    },
  );

  const enter = useCallback(
    (
      found: { room: RoomNow | null; studioClass: RoomClass | null },
      code: string | undefined,
    ): RoomRefusal | null => {
      if (!found.room) return code ?? "NETWORK";
      // Ignores messages from before joining.
      for (const { id } of found.room.messages) heard.current.add(id);
      setClass(found.studioClass);
      if (found.studioClass) {
        const { id, memberId: seat } = found.room;
        storeSeat(kind, { roomId: id, memberId: seat, classId: found.studioClass.id });
      }
      take(found.room);
      return null;
    },
    [kind, take],
  );
  const open = async (classId: string, name: string): Promise<RoomRefusal | null> => {
    const { data, error } = await client.mutation(OpenRoomMutation, {
      classId,
      kind: kind === "together" ? "together" : "remote",
      memberId: crypto.randomUUID(),
      name,
    });
    lastName.current = name;
    const studioRoom = data?.openRoom ?? null;
    return enter(
      { room: readFragment(RoomFragment, studioRoom), studioClass: studioRoom?.studioClass ?? null },
      codeOf(error),
    );
  };
  const join = useCallback(
    async (way: Way, name: string): Promise<RoomRefusal | null> => {
      const { memberId: known = crypto.randomUUID(), ...how } = way;
      lastName.current = name;
      const { data, error } = await client.mutation(JoinRoomMutation, { ...how, memberId: known, name });
      const found = data?.joinRoom ?? null;
      return enter(
        { room: readFragment(RoomFragment, found), studioClass: found?.studioClass ?? null },
        codeOf(error),
      );
    },
    [client, enter],
  );
  /** Rejoins this tab's room if it belongs to `classId` (null: any class). Resolves to whether it did. */
  const comeBack = useCallback(
    async (classId: string | null, name: string): Promise<boolean> => {
      const seat = readSeat(kind);
      if (!seat || (classId !== null && seat.classId !== classId)) return false;
      const refusal = await join({ roomId: seat.roomId, memberId: seat.memberId }, name);
      if (refusal !== null && refusal !== "NETWORK") storeSeat(kind, null);
      return refusal === null;
    },
    [kind, join],
  );
  const stay = useStay(room && { roomId, memberId }, clock, async () => {
    // No longer a member: may rejoin after a timeout, but not after being removed.
    const refusal = await join({ roomId, memberId }, lastName.current);
    if (refusal !== null && refusal !== "NETWORK") take(null);
  });
  const here = { roomId, memberId };
  const leaving = useRef(here);
  leaving.current = here;
  const leave = useCallback((): void => {
    const where = leaving.current;
    setRoom(null);
    if (where.roomId === "") return;
    storeSeat(kind, null);
    void client.mutation(LeaveRoomMutation, where, {
      fetchOptions: { keepalive: true, credentials: "same-origin" },
    });
  }, [client, kind]);
  return {
    room,
    studioClass,
    /** The room was closed, or this device was removed. */
    isOver,
    isHost: room !== null && room.hostId === room.memberId,
    open,
    join,
    comeBack,
    leave,
    /** The error code, or NETWORK; null on success. */
    send: async (body: string): Promise<RoomRefusal | null> => {
      const { error } = await client.mutation(SendToRoomMutation, { ...here, body });
      return error ? (codeOf(error) ?? "NETWORK") : null;
    },
    change: async (wanted: { hostId?: string; removeId?: string; isLocked?: boolean }): Promise<boolean> =>
      !(await client.mutation(ChangeRoomMutation, { ...here, ...wanted })).error,
  };
}

/** Leaves the room on unmount. */
export function useLeavingRoom(leave: () => void): void {
  useEffect(() => leave, [leave]);
}

function codeOf(
  error: { graphQLErrors: { extensions: Record<string, unknown> }[] } | undefined,
): string | undefined {
  const code = error?.graphQLErrors[0]?.extensions["code"];
  return typeof code === "string" ? code : undefined;
}
