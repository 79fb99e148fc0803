import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClass, createLibrary } from "../../../testing/factories.ts";
import { createTestDatabase, startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { codeOf, roomsAt, until } from "./testing.ts";

let server: TestServer;
/** A second server on the same database, as in a larger studio. */
let other: TestServer;
let connection: Awaited<ReturnType<typeof createTestDatabase>>["connection"];
let drop: () => Promise<void>;
let classId: string;
let moved = 0;
const clock = { now: () => new Date(Date.now() + moved) };
beforeAll(async () => {
  const database = await createTestDatabase();
  ({ connection, drop } = database);
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

const rooms = roomsAt(() => server);
const { device, newCode, join, send, lead, stay, leave } = rooms;
const open = (by: Awaited<ReturnType<typeof device>>, kind?: string) => rooms.open(by, classId, kind);
/** The code to type on a phone. */
const codeFor = async (...of: Parameters<typeof newCode>) => ({ code: (await newCode(...of)).code });
const listen = (...[room, by]: Parameters<typeof rooms.listen>) => rooms.listen(room, by, other);

describe("phone as remote", () => {
  test("pairs one phone by a code; it controls the player on another server and sees its state", async () => {
    const [player, phone] = [await device("Player"), await device("Phone")];
    const room = await open(player);
    const { code } = await newCode(room, player);
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

  test("accepts a code once, for two minutes, and until there is a newer one", async () => {
    const player = await device();
    const room = await open(player);
    const { code: used } = await newCode(room, player);
    expect((await join(await device(), { code: used })).errors).toEqual([]);
    expect(codeOf(await join(await device(), { code: used }))).toBe("CODE_NOT_GOOD");
    const { code: replaced } = await newCode(room, player);
    const { code: late } = await newCode(room, player);
    expect(codeOf(await join(await device(), { code: replaced }))).toBe("CODE_NOT_GOOD");
    moved = 121_000;
    try {
      expect(codeOf(await join(await device(), { code: late }))).toBe("CODE_NOT_GOOD");
    } finally {
      moved = 0;
    }
    expect(codeOf(await join(await device(), { code: "AAAAAA" }))).toBe("CODE_NOT_GOOD");
  });

  test("admits one of two phones that use a code at once", async () => {
    const player = await device();
    const room = await open(player);
    const { code } = await newCode(room, player);
    const phones = await Promise.all([device(), device(), device(), device()]);
    const answers = await Promise.all(phones.map((phone) => join(phone, { code })));
    expect(answers.filter(({ data }) => data?.joinRoom)).toHaveLength(1);
  });

  test("stops guessing of codes", async () => {
    const guesser = await device();
    const codes = new Set<string | undefined>();
    for (let n = 0; n < 25; n += 1)
      codes.add(codeOf(await join(guesser, { code: "BBBBBB" }, "2001:db8:7:1::1")));
    expect([...codes]).toContain("RATE_LIMITED");
  });

  test("counts guesses per network rather than per IP address", async () => {
    const guesser = await device();
    const guesses = Array.from({ length: 25 }, (_unused, n) =>
      join(guesser, { code: "BBBBBB" }, `2001:db8:7:2::${(n + 1).toString(16)}`),
    );
    expect((await Promise.all(guesses)).map(codeOf)).toContain("RATE_LIMITED");
  });

  test("spends the scanned code together with the typed one", async () => {
    const player = await device();
    const room = await open(player);
    const { code, scanned } = await newCode(room, player);
    expect(scanned.length).toBeGreaterThan(20);
    expect((await join(await device(), { code: scanned })).errors).toEqual([]);
    expect(codeOf(await join(await device(), { code }))).toBe("CODE_NOT_GOOD");
    expect(codeOf(await join(await device(), { code: scanned }))).toBe("CODE_NOT_GOOD");
    // Using both codes at once doesn't admit two.
    const both = await newCode(room, player);
    const [one, two] = [await device(), await device()];
    const answers = await Promise.all([join(one, { code: both.code }), join(two, { code: both.scanned })]);
    expect(answers.map((answer) => codeOf(answer) ?? "in").sort()).toEqual(["CODE_NOT_GOOD", "in"]);
  });

  test("closes when the player falls silent, but not when a phone sleeps", async () => {
    const [player, phone] = [await device("Player"), await device("Phone")];
    const room = await open(player);
    await join(phone, await codeFor(room, player));
    moved = 76_000;
    try {
      expect(codeOf(await stay(room, player))).toBeUndefined();
      expect((await join(phone, { roomId: room.id })).data?.joinRoom.members).toHaveLength(2);
      moved += 76_000;
      await stay(room, phone);
      expect(codeOf(await send(room, phone, "toggle"))).toBe("NOT_FOUND");
    } finally {
      moved = 0;
    }
  });

  test("refuses a bare room id, and a phone that was removed", async () => {
    const [player, phone] = [await device(), await device()];
    const room = await open(player);
    expect(codeOf(await join(await device(), { roomId: room.id }))).toBe("NOT_FOUND");
    await join(phone, await codeFor(room, player));
    // The same phone may rejoin by itself; its id doesn't help another one.
    expect((await join(phone, { roomId: room.id })).errors).toEqual([]);
    expect(codeOf(await join({ ...(await device()), memberId: phone.memberId }, { roomId: room.id }))).toBe(
      "NOT_FOUND",
    );
    const sees = await listen(room, phone);
    try {
      await rooms.change(room, player, { removeId: phone.memberId });
      expect(await until(sees, (now) => now === null)).toBeNull();
    } finally {
      sees.close();
    }
    expect(codeOf(await send(room, phone, "toggle"))).toBe("NOT_FOUND");
    expect(codeOf(await join(phone, await codeFor(room, player)))).toBe("NOT_FOUND");
  });

  test("forwards known actions only, lets the player alone lead, and refuses a closed room", async () => {
    const [player, phone] = [await device(), await device()];
    const room = await open(player);
    await join(phone, await codeFor(room, player));
    expect(codeOf(await send(room, phone, "rm -rf"))).toBe("BAD_INPUT");
    expect(codeOf(await lead(room, phone, {}))).toBe("FORBIDDEN");
    expect(codeOf(await lead(room, player, { at: 5 }))).toBe("BAD_INPUT");
    expect(codeOf(await rooms.change(room, phone, { isLocked: true }))).toBe("FORBIDDEN");
    await leave(room, player);
    expect(codeOf(await send(room, phone, "toggle"))).toBe("NOT_FOUND");
  });
});

describe("practicing together", () => {
  test("admits anyone with the link until it is locked, up to thirty", async () => {
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
    await rooms.change(room, host, { isLocked: true });
    expect(codeOf(await join(await device("E"), { roomId: room.id }))).toBe("NOT_FOUND");
    expect(codeOf(await join(await device("F"), { roomId: randomUUID() }))).toBe("NOT_FOUND");
  });

  test("lets the host hand over, and picks the next host when they leave", async () => {
    const [host, friend, third] = [await device("A"), await device("B"), await device("C")];
    const room = await open(host, "together");
    await join(friend, { roomId: room.id });
    await join(third, { roomId: room.id });
    expect(codeOf(await lead(room, friend, {}))).toBe("FORBIDDEN");
    expect((await rooms.change(room, host, { hostId: friend.memberId })).data?.changeRoom.hostId).toBe(
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

  test("accepts predefined cheers alone", async () => {
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

  test("removes a silent member, who may rejoin, and picks the next host", async () => {
    const [host, friend] = [await device("A"), await device("B")];
    const room = await open(host, "together");
    await join(friend, { roomId: room.id });
    await rooms.change(room, host, { isLocked: true });
    const time = await stay(room, friend);
    expect(Math.abs(time.data!.stayInRoom - Date.now())).toBeLessThan(15_000);
    const sees = await listen(room, friend);
    moved = 76_000;
    try {
      await stay(room, friend);
      expect((await until(sees, (now) => now?.members.length === 1))!.hostId).toBe(friend.memberId);
      expect(codeOf(await stay(room, host))).toBe("NOT_FOUND");
      expect(codeOf(await lead(room, host, {}))).toBe("NOT_FOUND");
      expect(codeOf(await join(await device("C"), { roomId: room.id }))).toBe("NOT_FOUND");
      expect((await join(host, { roomId: room.id })).data?.joinRoom.hostId).toBe(friend.memberId);
      // A tab that announces its unload is waited for only long enough to reload.
      await stay(room, friend, true);
      moved += 11_000;
      await stay(room, host);
      expect(await until(sees, (now) => now === null)).toBeNull();
    } finally {
      moved = 0;
      sees.close();
    }
  });

  test("closes a room that all have left for its old link", async () => {
    const host = await device();
    const room = await open(host, "together");
    moved = 76_000;
    try {
      expect(codeOf(await join(await device(), { roomId: room.id }))).toBe("NOT_FOUND");
    } finally {
      moved = 0;
    }
  });

  test("makes the third member host if two leave at once", async () => {
    const [host, second, third] = [await device("A"), await device("B"), await device("C")];
    const room = await open(host, "together");
    for (const one of [second, third]) await join(one, { roomId: room.id });
    await Promise.all([leave(room, host), leave(room, second)]);
    expect(codeOf(await lead(room, third, {}))).toBeUndefined();
  });

  test("refuses a removed person on another device", async () => {
    const [host, stranger] = [await device("A"), await device("B")];
    const room = await open(host, "together");
    await join(stranger, { roomId: room.id });
    await rooms.change(room, host, { removeId: stranger.memberId });
    const again = await device("C", stranger.as);
    expect(codeOf(await join(again, { roomId: room.id }))).toBe("NOT_FOUND");
    // Another device of one's own is allowed.
    const tablet = await device("Tablet", host.as);
    await join(tablet, { roomId: room.id });
    await rooms.change(room, host, { removeId: tablet.memberId });
    expect(codeOf(await join(await device("Laptop", host.as), { roomId: room.id }))).toBeUndefined();
  });

  test("serves thirty on two servers: one read per server and change, no wait for slow clients, survives a server's end", async () => {
    const going = await startTestServer({
      roles: "api",
      database: connection,
      dataDir: server.dataDir,
      clock,
    });
    const people = await Promise.all(Array.from({ length: 30 }, (_unused, n) => device(`Dancer ${n}`)));
    const [host, ...others] = people;
    const room = await open(host!, "together");
    for (const one of others) await join(one, { roomId: room.id });
    const streams = await Promise.all(
      people.map((one, n) => rooms.listen(room, one, n % 2 === 0 ? server : going)),
    );
    const [slow, ...heard] = streams;
    try {
      await Promise.all(heard.map((stream) => until(stream, (now) => now?.members.length === 30)));
      const reads = [countReads(server), countReads(going)];
      await lead(room, host!, { positionMs: 42_000 });
      const seen = await Promise.all(
        heard.map((stream) => until(stream, (now) => now?.state?.positionMs === 42_000)),
      );
      expect(new Set(seen.map((now) => now!.state!.at)).size).toBe(1);
      // The host's check reads the room once more; a slow machine may notify some members later.
      expect(Math.max(...reads.map((read) => read()))).toBeLessThan(10);
      await going.stop();
      const back = await Promise.all(people.map((one) => rooms.listen(room, one, server)));
      await rooms.leave(room, host!);
      const next = await Promise.all(
        back.slice(1).map((stream) => until(stream, (now) => now?.hostId === others[0]!.memberId)),
      );
      expect(next.every((now) => now!.members.length === 29)).toBe(true);
      for (const stream of back) stream.close();
    } finally {
      for (const stream of [slow!, ...heard]) stream.close();
    }
  });
});

/** Counts how often a server reads rooms from now on. */
function countReads({ pool }: TestServer): () => number {
  let count = 0;
  const query = pool.query.bind(pool) as (...given: unknown[]) => unknown;
  pool.query = ((...given: unknown[]) => {
    if ((given[0] as { name?: string }).name?.startsWith("practice.list_rooms")) count += 1;
    return query(...given);
  }) as typeof pool.query;
  return () => count;
}
