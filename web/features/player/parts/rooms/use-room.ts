import { useCallback, useEffect, useRef, useState } from "react";
import { useClient } from "urql";
import { readFragment } from "../../../../graphql/graphql.ts";
import { useLive } from "../../../../graphql/use-live.ts";
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

/** Why somebody didn't get in: the code of the server's refusal, or NETWORK. */
export type RoomRefusal = string;
type Message = RoomNow["messages"][number];

/**
 * This device in a room: `null` before and after. It hears of every change at once, also in a tab that nobody sees; `onMessage` hears each
 * message of others once.
 */
export function useRoom(onMessage: (message: Message) => void) {
  const client = useClient();
  const [room, setRoom] = useState<RoomNow | null>(null);
  const [isOver, setOver] = useState(false);
  const heard = useRef(new Set<string>());
  const latest = useRef(onMessage);
  latest.current = onMessage;
  const roomId = room?.id ?? "";
  const memberId = room?.memberId ?? "";

  const take = useCallback((next: RoomNow | null): void => {
    setRoom(next);
    for (const message of next?.messages ?? []) {
      if (heard.current.has(message.id)) continue;
      heard.current.add(message.id);
      if (message.memberId !== next?.memberId) latest.current(message);
    }
  }, []);
  useLive(
    RoomChanged,
    { roomId, memberId },
    {
      isOff: room === null,
      evenHidden: true,
      onData: ({ roomChanged }) => {
        setOver(roomChanged === null);
        take(readFragment(RoomFragment, roomChanged));
      },
    },
  );

  const enter = useCallback(
    (found: RoomNow | null, code: string | undefined): RoomRefusal | null => {
      if (!found) return code ?? "NETWORK";
      // What was called out before one came is nobody's business any more.
      for (const { id } of found.messages) heard.current.add(id);
      setOver(false);
      take(found);
      return null;
    },
    [take],
  );
  const open = async (
    classId: string,
    kind: "remote" | "together",
    name: string,
  ): Promise<RoomRefusal | null> => {
    const answer = await client
      .mutation(OpenRoomMutation, { classId, kind, memberId: crypto.randomUUID(), name })
      .toPromise();
    return enter(readFragment(RoomFragment, answer.data?.openRoom ?? null), codeOf(answer.error));
  };
  const join = useCallback(
    async (
      way: { code?: string; roomId?: string; memberId?: string },
      name: string,
    ): Promise<RoomRefusal | null> => {
      const { memberId: known = crypto.randomUUID(), ...how } = way;
      const answer = await client.mutation(JoinRoomMutation, { ...how, memberId: known, name }).toPromise();
      return enter(readFragment(RoomFragment, answer.data?.joinRoom ?? null), codeOf(answer.error));
    },
    [client, enter],
  );
  const here = { roomId, memberId };
  const leaving = useRef(here);
  leaving.current = here;
  const leave = useCallback((): void => {
    const where = leaving.current;
    setRoom(null);
    if (where.roomId !== "")
      void client
        .mutation(LeaveRoomMutation, where, { fetchOptions: { keepalive: true, credentials: "same-origin" } })
        .toPromise();
  }, [client]);
  return {
    room,
    /** The room was closed, or this device was sent away. */
    isOver,
    isHost: room !== null && room.hostId === room.memberId,
    open,
    join,
    leave,
    send: async (body: string): Promise<boolean> =>
      !(await client.mutation(SendToRoomMutation, { ...here, body }).toPromise()).error,
    change: async (wanted: { hostId?: string; removeId?: string; isLocked?: boolean }): Promise<boolean> =>
      !(await client.mutation(ChangeRoomMutation, { ...here, ...wanted }).toPromise()).error,
  };
}

/** Leaves the room when the component goes. */
export function useLeavingRoom(leave: () => void): void {
  useEffect(() => leave, [leave]);
}

function codeOf(
  error: { graphQLErrors: { extensions: Record<string, unknown> }[] } | undefined,
): string | undefined {
  const code = error?.graphQLErrors[0]?.extensions["code"];
  return typeof code === "string" ? code : undefined;
}
