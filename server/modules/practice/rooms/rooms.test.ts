import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClass, createLibrary } from "../../../testing/factories.ts";
import { createTestDatabase, startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer, TestStream } from "../../../testing/harness.ts";

let server: TestServer;
/** A second server on the same database, as in a larger studio. */
let other: TestServer;
let drop: () => Promise<void>;
let classId: string;
let moved = 0;
const clock = { now: () => new Date(Date.now() + moved) };
beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  server = await startTestServer({ roles: "api", database: database.connection, clock });
  other = await startTestServer({
    roles: "api",
    database: database.connection,
    dataDir: server.dataDir,
    clock,
  });
  await createLibrary(server.pool);
  classId = (await createClass(server.pool, { durationMs: 600_000 })).id;
});
afterAll(async () => {
  await other?.stop();
  await server?.stop();
  await drop?.();
});

interface Room {
  id: string;
  kind: string;
  memberId: string;
  hostId: string;
  isLocked: boolean;
  state: { positionMs: number; isPlaying: boolean } | null;
  members: { id: string; name: string }[];
  messages: { id: string; memberId: string; body: string }[];
}
const roomFields =
  "id kind memberId hostId isLocked state { positionMs at isPlaying rate } members { id name } messages { id memberId body }";
/** A device of a person. */
const device = async (name = "Demo Ana", person?: TestPerson) => ({
  as: person ?? (await server.anonymous()),
  memberId: randomUUID(),
  name,
});
type Device = Awaited<ReturnType<typeof device>>;
const codeOf = (answer: { errors: readonly { extensions: { code: string } }[] }) =>
  answer.errors[0]?.extensions.code;

async function open({ as, ...own }: Device, kind = "remote"): Promise<Room> {
  const { data } = await server.graphql<{ openRoom: Room }>(
    `mutation ($classId: ID!, $kind: RoomKind!, $memberId: ID!, $name: String!) {
      openRoom(classId: $classId, kind: $kind, memberId: $memberId, name: $name) { ${roomFields} } }`,
    { classId, kind, ...own },
    { as },
  );
  return data!.openRoom;
}
async function newCode(room: Room, { as, memberId }: Device): Promise<string> {
  const { data } = await server.graphql<{ newRoomCode: { code: string } }>(
    "mutation ($roomId: ID!, $memberId: ID!) { newRoomCode(roomId: $roomId, memberId: $memberId) { code expiresAt } }",
    { roomId: room.id, memberId },
    { as },
  );
  return data!.newRoomCode.code;
}
let addresses = 0;
const newAddress = () => `2001:db8:7::${(addresses += 1).toString(16)}`;
const join = ({ as, ...own }: Device, way: { code?: string; roomId?: string }, address = newAddress()) =>
  server.graphql<{ joinRoom: Room }>(
    `mutation ($code: String, $roomId: ID, $memberId: ID!, $name: String!) {
      joinRoom(code: $code, roomId: $roomId, memberId: $memberId, name: $name) { ${roomFields} studioClass { id } } }`,
    { ...way, ...own },
    { as, headers: { "x-forwarded-for": address } },
  );
const send = (room: Room, { as, memberId }: Device, body: string, by = server) =>
  by.graphql(
    "mutation ($roomId: ID!, $memberId: ID!, $body: String!) { sendToRoom(roomId: $roomId, memberId: $memberId, body: $body) }",
    { roomId: room.id, memberId, body },
    { as },
  );
const lead = (room: Room, { as, memberId }: Device, state: object) =>
  server.graphql(
    "mutation ($roomId: ID!, $memberId: ID!, $state: RoomStateInput!) { leadRoom(roomId: $roomId, memberId: $memberId, state: $state) }",
    {
      roomId: room.id,
      memberId,
      state: {
        positionMs: 1_000,
        at: clock.now().getTime(),
        isPlaying: true,
        rate: 0.8,
        label: "The drag",
        ...state,
      },
    },
    { as },
  );
const changeRoom = (room: Room, { as, memberId }: Device, change: object) =>
  server.graphql<{ changeRoom: Room }>(
    `mutation ($roomId: ID!, $memberId: ID!, $hostId: ID, $removeId: ID, $isLocked: Boolean) {
      changeRoom(roomId: $roomId, memberId: $memberId, hostId: $hostId, removeId: $removeId, isLocked: $isLocked) { ${roomFields} } }`,
    { roomId: room.id, memberId, ...change },
    { as },
  );
const leave = (room: Room, { as, memberId }: Device) =>
  server.graphql(
    "mutation ($roomId: ID!, $memberId: ID!) { leaveRoom(roomId: $roomId, memberId: $memberId) }",
    { roomId: room.id, memberId },
    { as },
  );
const listen = (room: Room, { as, memberId }: Device, at = other) =>
  at.subscribe<{ roomChanged: Room | null }>(
    `subscription ($roomId: ID!, $memberId: ID!) { roomChanged(roomId: $roomId, memberId: $memberId) { ${roomFields} } }`,
    { roomId: room.id, memberId },
    { as },
  );
/** The first answer that is as wanted. */
async function until(
  stream: TestStream<{ roomChanged: Room | null }>,
  isIt: (room: Room | null) => boolean,
): Promise<Room | null> {
  for (;;) {
    const answer = await stream.next();
    if (!answer) throw new Error("The stream ended");
    const room = answer.data?.roomChanged ?? null;
    if (isIt(room)) return room;
  }
}

describe("a phone as remote", () => {
  test("a code pairs one phone, which steers the player on another server and sees where it stands", async () => {
    const [player, phone] = [await device("Player"), await device("Phone")];
    const room = await open(player);
    const code = await newCode(room, player);
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{6}$/);
    const joined = await join(phone, { code: `${code.slice(0, 3)}-${code.slice(3).toLowerCase()}` });
    expect(joined.data?.joinRoom).toMatchObject({ id: room.id, hostId: player.memberId });
    const hears = await listen(room, player);
    const sees = await listen(room, phone);
    try {
      await send(room, phone, "again");
      const heard = await until(hears, (now) => (now?.messages.length ?? 0) > 0);
      expect(heard!.messages).toMatchObject([{ memberId: phone.memberId, body: "again" }]);
      await lead(room, player, { positionMs: 20_000 });
      const seen = await until(sees, (now) => now?.state?.positionMs === 20_000);
      expect(seen!.state).toMatchObject({ isPlaying: true, rate: 0.8 });
    } finally {
      hears.close();
      sees.close();
    }
  });

  test("a code is good once, for two minutes, and until there is a newer one", async () => {
    const player = await device();
    const room = await open(player);
    const used = await newCode(room, player);
    expect((await join(await device(), { code: used })).errors).toEqual([]);
    expect(codeOf(await join(await device(), { code: used }))).toBe("CODE_NOT_GOOD");
    const replaced = await newCode(room, player);
    const late = await newCode(room, player);
    expect(codeOf(await join(await device(), { code: replaced }))).toBe("CODE_NOT_GOOD");
    moved = 121_000;
    try {
      expect(codeOf(await join(await device(), { code: late }))).toBe("CODE_NOT_GOOD");
    } finally {
      moved = 0;
    }
    expect(codeOf(await join(await device(), { code: "AAAAAA" }))).toBe("CODE_NOT_GOOD");
  });

  test("two phones with one code at once: one of them gets in", async () => {
    const player = await device();
    const room = await open(player);
    const code = await newCode(room, player);
    const phones = await Promise.all([device(), device(), device(), device()]);
    const answers = await Promise.all(phones.map((phone) => join(phone, { code })));
    expect(answers.filter(({ data }) => data?.joinRoom)).toHaveLength(1);
  });

  test("guessing is stopped", async () => {
    const guesser = await device();
    const codes = new Set<string | undefined>();
    for (let n = 0; n < 25; n += 1)
      codes.add(codeOf(await join(guesser, { code: "BBBBBB" }, "2001:db8:7:1::1")));
    expect([...codes]).toContain("RATE_LIMITED");
  });

  test("its number alone opens nothing, and a phone that was sent away stays away", async () => {
    const [player, phone] = [await device(), await device()];
    const room = await open(player);
    expect(codeOf(await join(await device(), { roomId: room.id }))).toBe("NOT_FOUND");
    await join(phone, { code: await newCode(room, player) });
    // The same phone may come back by itself, another's name for it doesn't help.
    expect((await join(phone, { roomId: room.id })).errors).toEqual([]);
    expect(codeOf(await join({ ...(await device()), memberId: phone.memberId }, { roomId: room.id }))).toBe(
      "NOT_FOUND",
    );
    const sees = await listen(room, phone);
    try {
      await changeRoom(room, player, { removeId: phone.memberId });
      expect(await until(sees, (now) => now === null)).toBeNull();
    } finally {
      sees.close();
    }
    expect(codeOf(await send(room, phone, "toggle"))).toBe("NOT_FOUND");
    expect(codeOf(await join(phone, { code: await newCode(room, player) }))).toBe("NOT_FOUND");
  });

  test("only what a phone has keys for is passed on; only the player leads; gone is gone", async () => {
    const [player, phone] = [await device(), await device()];
    const room = await open(player);
    await join(phone, { code: await newCode(room, player) });
    expect(codeOf(await send(room, phone, "rm -rf"))).toBe("BAD_INPUT");
    expect(codeOf(await lead(room, phone, {}))).toBe("FORBIDDEN");
    expect(codeOf(await lead(room, player, { at: 5 }))).toBe("BAD_INPUT");
    expect(codeOf(await changeRoom(room, phone, { isLocked: true }))).toBe("FORBIDDEN");
    await leave(room, player);
    expect(codeOf(await send(room, phone, "toggle"))).toBe("NOT_FOUND");
  });
});

describe("dancing together", () => {
  test("who has the link comes in until it is locked, and thirty fit in", async () => {
    const host = await device("Demo Ana");
    const room = await open(host, "together");
    const friend = await device("Demo Kofi");
    const joined = await join(friend, { roomId: room.id });
    expect(joined.data?.joinRoom.members.map(({ name }) => name)).toEqual(["Demo Ana", "Demo Kofi"]);
    for (let n = 2; n < 28; n += 1) await join(await device(`Dancer ${n}`), { roomId: room.id });
    const last = await Promise.all([device("A"), device("B"), device("C"), device("D")]);
    const answers = await Promise.all(last.map((one) => join(one, { roomId: room.id })));
    expect(answers.map((answer) => codeOf(answer) ?? "in").sort()).toEqual([
      "ROOM_FULL",
      "ROOM_FULL",
      "in",
      "in",
    ]);
    await leave(room, friend);
    await changeRoom(room, host, { isLocked: true });
    expect(codeOf(await join(await device("E"), { roomId: room.id }))).toBe("NOT_FOUND");
    expect(codeOf(await join(await device("F"), { roomId: randomUUID() }))).toBe("NOT_FOUND");
  });

  test("the one who leads hands over, and when they go the next one leads", async () => {
    const [host, friend, third] = [await device("A"), await device("B"), await device("C")];
    const room = await open(host, "together");
    await join(friend, { roomId: room.id });
    await join(third, { roomId: room.id });
    expect(codeOf(await lead(room, friend, {}))).toBe("FORBIDDEN");
    expect((await changeRoom(room, host, { hostId: friend.memberId })).data?.changeRoom.hostId).toBe(
      friend.memberId,
    );
    expect(codeOf(await lead(room, host, {}))).toBe("FORBIDDEN");
    expect(codeOf(await lead(room, friend, {}))).toBeUndefined();
    const sees = await listen(room, third);
    try {
      await leave(room, friend);
      expect((await until(sees, (now) => now?.hostId !== friend.memberId))!.hostId).toBe(host.memberId);
    } finally {
      sees.close();
    }
  });

  test("cheers are chosen, not written", async () => {
    const [host, friend] = [await device("A"), await device("B")];
    const room = await open(host, "together");
    await join(friend, { roomId: room.id });
    const hears = await listen(room, host);
    try {
      expect(codeOf(await send(room, friend, "you are bad"))).toBe("BAD_INPUT");
      await send(room, friend, "got_it");
      const heard = await until(hears, (now) => (now?.messages.length ?? 0) > 0);
      expect(heard!.messages.map(({ body }) => body)).toEqual(["got_it"]);
    } finally {
      hears.close();
    }
  });
});
