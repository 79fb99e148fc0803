import { builder } from "../../../platform/graphql/builder.ts";
import { classLoader } from "../../catalog/index.ts";
import { StudioClass } from "../../catalog/refs.ts";
import { joinRoom, newRoomCode, openRoom } from "./entering.ts";
import type { RoomCode as Code } from "./entering.ts";
import type { SeenRoom } from "./room.ts";
import {
  changeRoom,
  leadRoom,
  leaveRoom,
  roomChanges,
  roomKinds,
  roomNow,
  sendToRoom,
  stayInRoom,
} from "./rooms.ts";
import type { MemberRow, MessageRow, RoomState } from "./rooms.ts";

const RoomKindEnum = builder.enumType("RoomKind", { values: roomKinds });
const RoomStateType = builder.objectRef<RoomState>("RoomState").implement({
  description: "Where the leading player stands.",
  fields: (t) => ({
    positionMs: t.exposeFloat("positionMs"),
    at: t.exposeFloat("at", {
      description:
        "Milliseconds since 1970 on the room's clock (`stayInRoom`) when it stands, or will stand, at `positionMs`.",
    }),
    isPlaying: t.exposeBoolean("isPlaying"),
    rate: t.exposeFloat("rate"),
    loopStartMs: t.exposeFloat("loopStartMs", { nullable: true }),
    loopEndMs: t.exposeFloat("loopEndMs", { nullable: true }),
    label: t.exposeString("label", { description: "What the part that plays is called." }),
  }),
});
const RoomMember = builder.objectRef<MemberRow>("RoomMember").implement({
  fields: (t) => ({ id: t.exposeID("id"), name: t.exposeString("name") }),
});
const RoomMessage = builder.objectRef<MessageRow>("RoomMessage").implement({
  fields: (t) => ({ id: t.exposeID("id"), memberId: t.exposeID("memberId"), body: t.exposeString("body") }),
});
const Room = builder.objectRef<SeenRoom>("Room").implement({
  description: "A player that phones steer, or that others follow.",
  fields: (t) => ({
    id: t.exposeID("id"),
    kind: t.expose("kind", { type: RoomKindEnum }),
    memberId: t.exposeID("memberId", { description: "The asking device." }),
    hostId: t.exposeID("hostId", { description: "The device whose player leads." }),
    isLocked: t.exposeBoolean("isLocked"),
    state: t.expose("state", { type: RoomStateType, nullable: true }),
    members: t.field({ type: [RoomMember], resolve: (room) => [...room.members] }),
    messages: t.field({
      type: [RoomMessage],
      description: "What was pressed or called out within the last seconds.",
      resolve: (room) => [...room.messages],
    }),
    studioClass: t.field({
      type: StudioClass,
      nullable: true,
      resolve: (room, _args, ctx) => classLoader(ctx).load(room.classId),
    }),
  }),
});
const RoomCode = builder.objectRef<Code>("RoomCode").implement({
  fields: (t) => ({
    code: t.exposeString("code", { description: "To be typed." }),
    scanned: t.exposeString("scanned", { description: "The same to be read by a camera." }),
    expiresAt: t.expose("expiresAt", { type: "DateTime" }),
  }),
});
const RoomStateInput = builder.inputType("RoomStateInput", {
  fields: (t) => ({
    positionMs: t.float({ required: true }),
    at: t.float({ required: true }),
    isPlaying: t.boolean({ required: true }),
    rate: t.float({ required: true }),
    loopStartMs: t.float(),
    loopEndMs: t.float(),
    label: t.string({ required: true }),
  }),
});

builder.mutationFields((t) => ({
  openRoom: t.field({
    type: Room,
    args: {
      classId: t.arg.id({ required: true }),
      kind: t.arg({ type: RoomKindEnum, required: true }),
      memberId: t.arg.id({ required: true }),
      name: t.arg.string({ required: true }),
    },
    resolve: (_root, args, ctx) => openRoom(ctx, args),
  }),
  newRoomCode: t.field({
    type: RoomCode,
    description: "A code for one more phone, good once within two minutes.",
    args: { roomId: t.arg.id({ required: true }), memberId: t.arg.id({ required: true }) },
    resolve: (_root, { roomId, memberId }, ctx) => newRoomCode(ctx, roomId, memberId),
  }),
  joinRoom: t.field({
    type: Room,
    description: "A player to steer by its code; a room to dance in by its id.",
    args: {
      code: t.arg.string(),
      roomId: t.arg.id(),
      memberId: t.arg.id({ required: true }),
      name: t.arg.string({ required: true }),
    },
    resolve: (_root, { code, roomId, memberId, name }, ctx) =>
      joinRoom(ctx, { code: code ?? null, roomId: roomId ?? null, memberId, name }),
  }),
  leadRoom: t.boolean({
    args: {
      roomId: t.arg.id({ required: true }),
      memberId: t.arg.id({ required: true }),
      state: t.arg({ type: RoomStateInput, required: true }),
    },
    resolve: async (_root, { roomId, memberId, state }, ctx) => {
      const { loopStartMs = null, loopEndMs = null } = state;
      await leadRoom(ctx, roomId, memberId, { ...state, loopStartMs, loopEndMs });
      return true;
    },
  }),
  sendToRoom: t.boolean({
    args: {
      roomId: t.arg.id({ required: true }),
      memberId: t.arg.id({ required: true }),
      body: t.arg.string({ required: true }),
    },
    resolve: async (_root, { roomId, memberId, body }, ctx) => {
      await sendToRoom(ctx, roomId, memberId, body);
      return true;
    },
  }),
  stayInRoom: t.float({
    description:
      "Says that the device is still there, at least once a minute, or that its tab goes; a device that falls silent has left. Gives the room's time, milliseconds since 1970, for devices whose own clock is off.",
    args: {
      roomId: t.arg.id({ required: true }),
      memberId: t.arg.id({ required: true }),
      isGoing: t.arg.boolean(),
    },
    resolve: (_root, { roomId, memberId, isGoing }, ctx) =>
      stayInRoom(ctx, roomId, memberId, isGoing ?? false),
  }),
  leaveRoom: t.boolean({
    args: { roomId: t.arg.id({ required: true }), memberId: t.arg.id({ required: true }) },
    resolve: async (_root, { roomId, memberId }, ctx) => {
      await leaveRoom(ctx, roomId, memberId);
      return true;
    },
  }),
  changeRoom: t.field({
    type: Room,
    description: "Hands over, sends away, or lets no one else in; for the one who leads.",
    args: {
      roomId: t.arg.id({ required: true }),
      memberId: t.arg.id({ required: true }),
      hostId: t.arg.id(),
      removeId: t.arg.id(),
      isLocked: t.arg.boolean(),
    },
    resolve: (_root, { roomId, memberId, hostId, removeId, isLocked }, ctx) =>
      changeRoom(ctx, roomId, memberId, {
        hostId: hostId ?? null,
        removeId: removeId ?? null,
        isLocked: isLocked ?? null,
      }),
  }),
}));
builder.subscriptionField("roomChanged", (t) =>
  t.field({
    type: Room,
    nullable: true,
    description:
      "The room now, and again with every change; null once it is closed or the device was sent away.",
    args: { roomId: t.arg.id({ required: true }), memberId: t.arg.id({ required: true }) },
    subscribe: (_root, { roomId, memberId }, ctx) => roomChanges(ctx, roomId, memberId),
    resolve: (_event, { roomId, memberId }, ctx) => roomNow(ctx, roomId, memberId),
  }),
);
