import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLog } from "./platform/log.ts";
import { ensurePostgres } from "./platform/postgres/index.ts";
import { createClass, createLibrary } from "./testing/factories.ts";
import { createTestDatabase } from "./testing/harness.ts";
import { startProgram, urlOfDatabase } from "./testing/program.ts";
import type { Program } from "./testing/program.ts";

let dataDir: string;
const ends: (() => unknown)[] = [];
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "eightcount-faults-"));
});
afterAll(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  // PostgreSQL of a program that was killed takes a moment to go.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 200 });
});

function start(env: Record<string, string>, args: string[] = []) {
  const program = startProgram({ DATA_DIR: dataDir, ...env }, args);
  ends.push(program.kill);
  return program;
}

/** Asks as a client does that is told to come back: it does. */
async function fetchWhenServed(url: string, init: RequestInit): Promise<Response> {
  for (;;) {
    const answer = await fetch(url, init);
    if (answer.status !== 503) return answer;
    await sleep(100);
  }
}

/** Signs a member in. @returns the headers that their client sends */
async function signIn(url: string): Promise<Record<string, string>> {
  const signedIn = await fetchWhenServed(`${url}/api/auth/sign-in/anonymous`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: "{}",
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const answer = await fetchWhenServed(`${url}/api/auth/token`, { headers: { cookie } });
  expect(answer.status).toBe(200);
  const { token } = (await answer.json()) as { token: string };
  return { "x-auth-token": `Bearer ${token}`, "content-type": "application/json" };
}

const ask = (url: string, headers: Record<string, string>, query: string, variables: object = {}) =>
  fetch(`${url}/graphql`, { method: "POST", headers, body: JSON.stringify({ query, variables }) });

/** Asks as a browser does: a connection that was cut before anything came back is made again. */
async function askAgain(url: string, headers: Record<string, string>, query: string): Promise<Response> {
  for (;;) {
    try {
      return await ask(url, headers, query);
    } catch (error) {
      const { code } = (error as { cause?: { code?: string } }).cause ?? {};
      if (code !== "ECONNRESET" && code !== "UND_ERR_SOCKET") throw error;
    }
  }
}

test("PostgreSQL killed five times under 24 writers: what was acknowledged is there, and it serves again", async () => {
  const program = start({ DATABASE_CONNECTIONS: "16" });
  const url = await program.ready();
  const cluster = join(dataDir, "postgres/cluster/postmaster.pid");
  const postgres = await ensurePostgres({ dataDir, log: createLog("silent") });
  ends.push(() => postgres.stop());
  const pool = new pg.Pool({ ...postgres.connection, max: 2 });
  pool.on("error", () => {});
  ends.push(() => pool.end());
  await createLibrary(pool);
  const classes: string[] = [];
  for (let made = 0; made < 40; made += 1) classes.push((await createClass(pool)).id);

  const people = await Promise.all(Array.from({ length: 24 }, () => signIn(url)));
  let isOver = false;
  let acknowledgedSince = 0;
  /** Saves one class after the other, over and over; what fails is tried again, as the web does. */
  const write = async (headers: Record<string, string>) => {
    let saved: string | null = null;
    for (let round = 0; !isOver; round += 1) {
      const classId = classes[round % classes.length]!;
      const mutation: "saveClass" | "unsaveClass" =
        round % (2 * classes.length) < classes.length ? "saveClass" : "unsaveClass";
      for (;;) {
        const answer = await ask(
          url,
          headers,
          `mutation ($classId: ID!) { ${mutation}(classId: $classId) { isSaved } }`,
          { classId },
        );
        const { errors } = (await answer.json()) as { errors?: { extensions: { code: string } }[] };
        if (!errors) break;
        // No response blamed the client or was an unknown error.
        expect(errors.map(({ extensions }) => extensions.code)).toEqual(["UNAVAILABLE"]);
        await sleep(20);
      }
      saved = `${mutation} ${classId}`;
      acknowledgedSince += 1;
    }
    return saved;
  };
  const writing = Promise.all(people.map(write));
  // Said below; the others needn't go on.
  writing.catch(() => (isOver = true));
  for (let kill = 0; kill < 5; kill += 1) {
    acknowledgedSince = 0;
    await expect.poll(() => acknowledgedSince).toBeGreaterThan(100);
    const before = Number(readFileSync(cluster, "utf8").split("\n")[0]);
    process.kill(before, "SIGKILL");
    acknowledgedSince = 0;
    await expect.poll(() => acknowledgedSince).toBeGreaterThan(24);
  }
  isOver = true;
  const last = await writing;
  for (const [index, headers] of people.entries()) {
    const [mutation, classId] = last[index]!.split(" ");
    const answer = await ask(url, headers, "query ($id: ID!) { studioClass(id: $id) { isSaved } }", {
      id: classId,
    });
    expect(await answer.json()).toEqual({ data: { studioClass: { isSaved: mutation === "saveClass" } } });
  }
  await program.kill();
});

/** A network between a program and its database that can be made slow, or carry nothing at all while its connections stay open. */
async function startNetwork(database: pg.PoolConfig) {
  const network = { delayMs: 0, carries: true, port: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(`${database.host}/.s.PGSQL.${database.port}`);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("data", (chunk) => {
        if (!network.carries) return;
        setTimeout(() => to.write(chunk), to === far ? network.delayMs : 0);
      });
      from.on("error", () => {});
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  network.port = (server.address() as AddressInfo).port;
  return network;
}

describe("two servers over one database", () => {
  const env = {
    // As many as ask at a time below: who is let in is no matter of luck then.
    DATABASE_CONNECTIONS: "16",
    DRAIN_SECONDS: "3",
    AUTH_SECRET: randomUUID() + randomUUID(),
    MEDIA_SECRET: randomUUID() + randomUUID(),
  };
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let network: Awaited<ReturnType<typeof startNetwork>>;
  /** One reaches it over a network that can break, the other as usual. */
  let programs: [Program, Program];
  let urls: [string, string];
  beforeAll(async () => {
    database = await createTestDatabase();
    ends.push(() => database.drop());
    network = await startNetwork(database.connection);
    const { user, database: name } = database.connection;
    programs = [
      start({ ...env, DATABASE_URL: `postgres://${user}@127.0.0.1:${network.port}/${name}` }, ["--role=api"]),
      start({ ...env, DATABASE_URL: urlOfDatabase(database.connection) }, ["--role=api"]),
    ];
    urls = [await programs[0].ready(), await programs[1].ready()];
  });

  test("800 sockets that never finish their request are closed, while others are served", async () => {
    const url = urls[1];
    const { port } = new URL(url);
    const sockets: Socket[] = [];
    ends.push(() => sockets.forEach((socket) => socket.destroy()));
    let closed = 0;
    for (let opened = 0; opened < 800; opened += 1) {
      const socket = connect(Number(port), "127.0.0.1");
      sockets.push(socket);
      socket.on("error", () => {});
      socket.on("close", () => (closed += 1));
      socket.resume();
      await once(socket, "connect");
      socket.write("POST /graphql HTTP/1.1\r\nhost: slow.test\r\n");
    }
    // A header line now and then keeps such a socket alive where only idleness is watched.
    const dripping = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write("x-slow: 1\r\n");
    }, 1000);
    ends.push(() => clearInterval(dripping));
    const headers = await signIn(url);
    while (closed < sockets.length) {
      expect((await ask(url, headers, "{ me { id } }")).status).toBe(200);
      await sleep(100);
    }
  });

  test("far more requests than it can bear: each is answered or told to come back, and then all is well", async () => {
    const url = urls[1];
    const headers = await signIn(url);
    const answers = await Promise.all(
      Array.from({ length: 1500 }, async () => {
        const answer = await askAgain(url, headers, "{ me { id } studioClasses { total } }");
        await answer.arrayBuffer();
        return { status: answer.status, comeBack: answer.headers.get("retry-after") };
      }),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.filter(({ status, comeBack }) => ![429, 503].includes(status) || !comeBack)).toEqual([]);
    expect(refused.length).toBeLessThan(answers.length);
    await expect.poll(async () => (await ask(url, headers, "{ me { id } }")).status).toBe(200);
  });

  test("a database that is slow, falls silent and is back: answered, told to come back, answered again", async () => {
    const url = urls[0];
    // One whom it knows, and one of whom it has to ask the database first.
    const [known, newcomer] = [await signIn(url), await signIn(url)];
    const query = "{ studioClasses { total } }";

    network.delayMs = 300;
    expect((await ask(url, known, query)).status).toBe(200);
    // Connections rest here for longer than a statement may take: they are watched all the same.
    await sleep(2_200);
    network.carries = false;
    const refused = await Promise.all(
      Array.from({ length: 12 }, (_, turn) => ask(url, turn % 2 === 0 ? known : newcomer, query)),
    );
    for (const answer of refused) {
      expect([answer.status, Boolean(answer.headers.get("retry-after"))]).toEqual([503, true]);
      expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: "UNAVAILABLE" } }] });
    }
    // The balancer keeps the server, so that visitors see our page, which says what is wrong.
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const page = await fetch(`${url}/library`, { headers: { accept: "text/html", ...known } });
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    Object.assign(network, { carries: true, delayMs: 0 });
    await expect.poll(async () => (await ask(url, known, query)).status).toBe(200);
  });

  test("one of two servers is told to end under load: no request fails", async () => {
    const headers = await signIn(urls[0]);

    // Like any load balancer, it sends to ready servers, and tries the other one without a connection. A client that
    // doesn't run for a while finds a connection closed that was idle (RFC 9110, 9.2.2 and 9112, 9.3.1).
    const unconnected = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);
    const ready = new Set<string>(urls);
    let isOver = false;
    const watch = async () => {
      while (!isOver) {
        for (const url of urls) {
          const status = await fetch(`${url}/readyz`).then(
            (answer) => answer.status,
            () => 0,
          );
          if (status === 200) ready.add(url);
          else ready.delete(url);
        }
        await sleep(50);
      }
    };
    let served = 0;
    const failures: unknown[] = [];
    const load = async (lane: number) => {
      for (let turn = lane; !isOver; turn += 1) {
        const open = [...ready];
        const url = open[turn % open.length] ?? urls[1];
        try {
          let answer = await ask(url, headers, "{ me { id } }").catch(
            (error: { cause?: { code?: string } }) => {
              if (unconnected.has(error.cause?.code ?? "")) return null;
              throw error;
            },
          );
          answer ??= await ask(urls[1], headers, "{ me { id } }");
          const body = (await answer.json()) as { errors?: unknown };
          if (answer.status !== 200 || body.errors) failures.push([answer.status, body]);
          served += 1;
        } catch (error) {
          failures.push((error as { cause?: unknown }).cause ?? error);
        }
      }
    };
    const watching = watch();
    const loading = Array.from({ length: 16 }, (_, lane) => load(lane));
    await expect.poll(() => served).toBeGreaterThan(500);
    // A stream that is open must not keep the server from ending.
    const stream = await fetch(`${urls[0]}/rtdb/users/nobody.json`, {
      headers: { accept: "text/event-stream" },
    });
    programs[0].child.kill("SIGTERM");
    expect(await programs[0].ended).toMatchObject({ code: 0, complained: "" });
    await stream.body?.cancel();
    const before = served;
    await expect.poll(() => served).toBeGreaterThan(before + 200);
    isOver = true;
    await Promise.all([watching, ...loading]);
    expect(failures).toEqual([]);
  });
});
