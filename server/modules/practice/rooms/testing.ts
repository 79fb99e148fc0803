/** Device helpers for tests and benchmarks of rooms. */
import { randomUUID } from "node:crypto";
import type { GraphqlAnswer, TestPerson, TestServer, TestStream } from "../../../testing/harness.ts";

export interface Room {
  id: string;
  kind: string;
  memberId: string;
  hostId: string;
  isLocked: boolean;
  state: RoomState | null;
  members: { id: string; name: string }[];
  messages: { id: string; memberId: string; body: string }[];
}
export interface RoomState {
  positionMs: number;
  at: number;
  isPlaying: boolean;
  rate: number;
  loopStartMs: number | null;
  loopEndMs: number | null;
  label: string;
}
/** A person's device, connected to one server. */
export interface Device {
  readonly as: TestPerson;
  readonly memberId: string;
  readonly name: string;
}
export type RoomStream = TestStream<{ roomChanged: Room | null }>;
type Speaking = Pick<TestServer, "graphql" | "subscribe">;

const roomFields =
  "id kind memberId hostId isLocked state { positionMs at isPlaying rate loopStartMs loopEndMs label } members { id name } messages { id memberId body }";
export const codeOf = (answer: Pick<GraphqlAnswer<unknown>, "errors">): string | undefined =>
  answer.errors[0]?.extensions.code;

/** Room calls of devices at a server; each accepts another server if the device is connected to that one. */
export function roomsAt(server: () => TestServer) {
  let addresses = 0;
  const device = async (name = "Demo Ana", person?: TestPerson): Promise<Device> => ({
    as: person ?? (await server().anonymous()),
    memberId: randomUUID(),
    name,
  });
  const seat = (room: Pick<Room, "id">, { memberId }: Device) => ({ roomId: room.id, memberId });
  const call = <Data>(
    { as }: Device,
    query: string,
    variables: object,
    at: Speaking = server(),
    headers: Record<string, string> = {},
  ) => at.graphql<Data>(query, variables, { as, headers });
  return {
    device,
    async open(by: Device, classId: string, kind = "remote"): Promise<Room> {
      const { data } = await call<{ openRoom: Room }>(
        by,
        `mutation ($classId: ID!, $kind: RoomKind!, $memberId: ID!, $name: String!) {
          openRoom(classId: $classId, kind: $kind, memberId: $memberId, name: $name) { ${roomFields} } }`,
        { classId, kind, memberId: by.memberId, name: by.name },
      );
      return data!.openRoom;
    },
    async newCode(room: Room, by: Device): Promise<{ code: string; scanned: string }> {
      const { data } = await call<{ newRoomCode: { code: string; scanned: string } }>(
        by,
        "mutation ($roomId: ID!, $memberId: ID!) { newRoomCode(roomId: $roomId, memberId: $memberId) { code scanned expiresAt } }",
        seat(room, by),
      );
      return data!.newRoomCode;
    },
    /** `address`: IP address of the device's network; default: a new one. */
    join: (by: Device, way: { code?: string; roomId?: string }, address?: string, at?: Speaking) =>
      call<{ joinRoom: Room }>(
        by,
        `mutation ($code: String, $roomId: ID, $memberId: ID!, $name: String!) {
          joinRoom(code: $code, roomId: $roomId, memberId: $memberId, name: $name) { ${roomFields} studioClass { id } } }`,
        { ...way, memberId: by.memberId, name: by.name },
        at,
        { "x-forwarded-for": address ?? `2001:db8:7:${(addresses += 1).toString(16)}::1` },
      ),
    send: (room: Room, by: Device, body: string, at?: Speaking) =>
      call(
        by,
        "mutation ($roomId: ID!, $memberId: ID!, $body: String!) { sendToRoom(roomId: $roomId, memberId: $memberId, body: $body) }",
        { ...seat(room, by), body },
        at,
      ),
    lead: (room: Room, by: Device, state: Partial<RoomState>, at?: Speaking) =>
      call(
        by,
        "mutation ($roomId: ID!, $memberId: ID!, $state: RoomStateInput!) { leadRoom(roomId: $roomId, memberId: $memberId, state: $state) }",
        {
          ...seat(room, by),
          state: {
            positionMs: 1_000,
            at: Date.now(),
            isPlaying: true,
            rate: 0.8,
            label: "The drag",
            ...state,
          },
        },
        at,
      ),
    stay: (room: Pick<Room, "id">, by: Device, isGoing = false, at?: Speaking) =>
      call<{ stayInRoom: number }>(
        by,
        "mutation ($roomId: ID!, $memberId: ID!, $isGoing: Boolean) { stayInRoom(roomId: $roomId, memberId: $memberId, isGoing: $isGoing) }",
        { ...seat(room, by), isGoing },
        at,
      ),
    change: (room: Room, by: Device, change: object, at?: Speaking) =>
      call<{ changeRoom: Room }>(
        by,
        `mutation ($roomId: ID!, $memberId: ID!, $hostId: ID, $removeId: ID, $isLocked: Boolean) {
          changeRoom(roomId: $roomId, memberId: $memberId, hostId: $hostId, removeId: $removeId, isLocked: $isLocked) { ${roomFields} } }`,
        { ...seat(room, by), ...change },
        at,
      ),
    leave: (room: Room, by: Device, at?: Speaking) =>
      call(
        by,
        "mutation ($roomId: ID!, $memberId: ID!) { leaveRoom(roomId: $roomId, memberId: $memberId) }",
        seat(room, by),
        at,
      ),
    listen: (room: Pick<Room, "id">, by: Device, at: Speaking = server()): Promise<RoomStream> =>
      at.subscribe<{ roomChanged: Room | null }>(
        `subscription ($roomId: ID!, $memberId: ID!) { roomChanged(roomId: $roomId, memberId: $memberId) { ${roomFields} } }`,
        seat(room, by),
        { as: by.as },
      ),
  };
}

/** The first result that matches. */
export async function until(stream: RoomStream, isIt: (room: Room | null) => boolean): Promise<Room | null> {
  for (;;) {
    const answer = await stream.next();
    if (!answer) throw new Error("The stream ended");
    const room = answer.data?.roomChanged ?? null;
    if (isIt(room)) return room;
  }
}
