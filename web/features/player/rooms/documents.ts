import { graphql, type ResultOf } from "../../../graphql/graphql.ts";

export const RoomFragment = graphql(`
  fragment RoomNow on Room {
    id
    kind
    memberId
    hostId
    isLocked
    state {
      positionMs
      at
      isPlaying
      rate
      loopStartMs
      loopEndMs
      label
    }
    members {
      id
      name
    }
    messages {
      id
      memberId
      body
    }
  }
`);
export type RoomNow = ResultOf<typeof RoomFragment>;

export const RoomChanged = graphql(
  `
    subscription RoomChanged($roomId: ID!, $memberId: ID!) {
      roomChanged(roomId: $roomId, memberId: $memberId) {
        id
        ...RoomNow
      }
    }
  `,
  [RoomFragment],
);
export const OpenRoomMutation = graphql(
  `
    mutation OpenRoom($classId: ID!, $kind: RoomKind!, $memberId: ID!, $name: String!) {
      openRoom(classId: $classId, kind: $kind, memberId: $memberId, name: $name) {
        id
        ...RoomNow
        studioClass {
          id
          classId
          title
        }
      }
    }
  `,
  [RoomFragment],
);
export const JoinRoomMutation = graphql(
  `
    mutation JoinRoom($code: String, $roomId: ID, $memberId: ID!, $name: String!) {
      joinRoom(code: $code, roomId: $roomId, memberId: $memberId, name: $name) {
        id
        ...RoomNow
        studioClass {
          id
          classId
          title
        }
      }
    }
  `,
  [RoomFragment],
);
export const ChangeRoomMutation = graphql(`
  mutation ChangeRoom($roomId: ID!, $memberId: ID!, $hostId: ID, $removeId: ID, $isLocked: Boolean) {
    changeRoom(
      roomId: $roomId
      memberId: $memberId
      hostId: $hostId
      removeId: $removeId
      isLocked: $isLocked
    ) {
      id
    }
  }
`);
export const NewRoomCodeMutation = graphql(`
  mutation NewRoomCode($roomId: ID!, $memberId: ID!) {
    newRoomCode(roomId: $roomId, memberId: $memberId) {
      code
      scanned
      expiresAt
    }
  }
`);
export const LeadRoomMutation = graphql(`
  mutation LeadRoom($roomId: ID!, $memberId: ID!, $state: RoomStateInput!) {
    leadRoom(roomId: $roomId, memberId: $memberId, state: $state)
  }
`);
export const SendToRoomMutation = graphql(`
  mutation SendToRoom($roomId: ID!, $memberId: ID!, $body: String!) {
    sendToRoom(roomId: $roomId, memberId: $memberId, body: $body)
  }
`);
export const LeaveRoomMutation = graphql(`
  mutation LeaveRoom($roomId: ID!, $memberId: ID!) {
    leaveRoom(roomId: $roomId, memberId: $memberId)
  }
`);
export const StayInRoomMutation = graphql(`
  mutation StayInRoom($roomId: ID!, $memberId: ID!, $isGoing: Boolean) {
    stayInRoom(roomId: $roomId, memberId: $memberId, isGoing: $isGoing)
  }
`);
