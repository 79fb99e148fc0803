import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { release } from "./platform/release.ts";
import { createTestDatabase } from "./testing/harness.ts";
import { startProgram, urlOfDatabase } from "./testing/program.ts";

let dataDir: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
const ends: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "eightcount-main-"));
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  // PostgreSQL of a program that was killed takes a moment to go.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 200 });
});

/** The URL of the test's database, or of one that isn't there. */
const databaseUrl = (other: { name?: string; user?: string } = {}) =>
  urlOfDatabase(database.connection, other);

/** Starts the program as an operator does; it ends with the test. */
function start(env: Record<string, string>, args: string[] = []) {
  const program = startProgram({ DATA_DIR: dataDir, ...env }, args);
  ends.push(program.kill);
  return program;
}

describe("a fault at the start is one sentence", () => {
  test("a secret that the database's keys weren't made under", async () => {
    const own = await createTestDatabase();
    ends.push(() => own.drop());
    const env = { MEDIA_SECRET: "m".repeat(40), DATABASE_URL: urlOfDatabase(own.connection), PORT: "0" };
    const first = start({ ...env, AUTH_SECRET: "a".repeat(40) }, ["--role=api"]);
    // The first token that is signed makes the first key.
    const url = await first.ready();
    const signedIn = await fetch(`${url}/api/auth/sign-in/anonymous`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: url },
      body: "{}",
    });
    const [cookie = ""] = signedIn.headers.getSetCookie().map((one) => one.split(";")[0]!);
    expect((await fetch(`${url}/api/auth/token`, { headers: { cookie } })).status).toBe(200);
    await first.kill();
    const { code, complained } = await start({ ...env, AUTH_SECRET: "b".repeat(40) }, ["--role=api"]).ended;
    expect(code).toBe(1);
    expect(complained).toMatch(/AUTH_SECRET: this database was set up with a different secret/);
    await start({ ...env, AUTH_SECRET: "a".repeat(40) }, ["--role=api"]).ready();
  });

  test("a taken port", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    ends.push(async () => other.close());
    const { port } = other.address() as AddressInfo;
    const { code, complained } = await start({ DATABASE_URL: databaseUrl(), PORT: `${port}` }).ended;
    expect(code).toBe(1);
    expect(complained).toBe(
      `Port ${port} is in use. Stop the program that uses it, or set PORT to another port.\n`,
    );
  });

  test.each([
    [
      "no server there",
      () => "postgres://postgres@127.0.0.1:1/eightcount",
      /can't connect to PostgreSQL. Check the host and port/,
    ],
    [
      "no such host",
      () => "postgres://postgres@eightcount.invalid/eightcount",
      /can't connect to PostgreSQL/,
    ],
    ["no such database", () => databaseUrl({ name: "nowhere" }), /no database with that name/],
    ["no such user", () => databaseUrl({ user: "nobody" }), /wrong user or password/],
    ["no URL", () => "localhost:5432", /DATABASE_URL: must begin with postgres:\/\//],
  ])("a wrong DATABASE_URL: %s", async (_, url, sentence) => {
    const { code, complained } = await start({ DATABASE_URL: url() }).ended;
    expect(code).toBe(1);
    expect(complained).toMatch(sentence);
    expect(complained).not.toMatch(/\n\s+at /);
  });

  test("several wrong settings are told together", async () => {
    const { code, complained } = await start({ PORT: "http", LOG_LEVEL: "loud" }, ["--roles=api"]).ended;
    expect(code).toBe(1);
    for (const name of ["PORT", "LOG_LEVEL", "--roles=api"]) expect(complained).toContain(name);
  });

  test("production without its secrets says which, and takes no known ones instead", async () => {
    const { code, complained } = await start({ NODE_ENV: "production", DATABASE_URL: databaseUrl() }).ended;
    expect(code).toBe(1);
    for (const name of ["AUTH_SECRET", "MEDIA_SECRET", "PUBLIC_URL"]) expect(complained).toContain(name);
  });

  test("production refuses the demo and cheap password hashes", async () => {
    const env = { NODE_ENV: "production", DATABASE_URL: databaseUrl(), PASSWORD_COST: "low", DEMO: "on" };
    const { code, complained } = await start(env).ended;
    expect(code).toBe(1);
    for (const name of ["PASSWORD_COST", "DEMO"]) expect(complained).toContain(name);
  });

  test("a seller without its address and country says which are missing", async () => {
    const { code, complained } = await start({
      DATABASE_URL: databaseUrl({ name: "nowhere" }),
      SELLER_NAME: "Demo Studio Ltd.",
    }).ended;
    expect(code).toBe(1);
    for (const name of ["SELLER_ADDRESS", "SELLER_COUNTRY"]) expect(complained).toContain(name);
  });

  test("a data folder that can't be one", async () => {
    const file = join(dataDir, "file");
    await writeFile(file, "");
    const { code, complained } = await start({ DATABASE_URL: databaseUrl(), DATA_DIR: join(file, "data") })
      .ended;
    expect(code).toBe(1);
    expect(complained).toContain("DATA_DIR");
    expect(complained).not.toMatch(/\n\s+at /);
  });
});

describe("a start", () => {
  test("of two servers at once brings one database up to date, and both serve; each ends on SIGTERM with nothing left", async () => {
    const empty = await createTestDatabase({ isEmpty: true });
    ends.push(empty.drop);
    const servers = [["--role=api"], []].map((args) =>
      start({ DATABASE_URL: urlOfDatabase(empty.connection) }, args),
    );
    const urls = await Promise.all(servers.map((server) => server.ready()));
    for (const url of urls) {
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
      expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: "alive", release });
    }
    for (const { child } of servers) child.kill("SIGTERM");
    for (const { ended } of servers) expect(await ended).toMatchObject({ code: 0, complained: "" });
    for (const url of urls) await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });

  test("keeps its PostgreSQL, and recovers after it was killed", async () => {
    const first = start({});
    const url = await first.ready();
    const cookieOf = (response: Response) => response.headers.getSetCookie().join("; ").split(";")[0]!;
    const signedIn = await fetch(`${url}/api/auth/sign-in/anonymous`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: url },
      body: "{}",
    });
    expect(signedIn.status).toBe(200);
    const cookie = cookieOf(signedIn);
    first.child.kill("SIGKILL");
    await first.ended;
    const second = start({});
    const again = await second.ready();
    const token = await fetch(`${again}/api/auth/token`, { headers: { cookie } });
    expect(token.status).toBe(200);
    second.child.kill("SIGTERM");
    expect((await second.ended).code).toBe(0);
  });
});

test("in production, servers wait until the database is migrated, and a command says what to do", async () => {
  const empty = await createTestDatabase({ isEmpty: true });
  ends.push(empty.drop);
  const env = {
    NODE_ENV: "production",
    DATABASE_URL: urlOfDatabase(empty.connection),
    AUTH_SECRET: "a".repeat(40),
    MEDIA_SECRET: "m".repeat(40),
    PUBLIC_URL: "https://studio.example",
  };
  const api = start(env, ["--role=api"]);
  const ready = api.ready();
  while (!api.said().includes("Waits for migrations")) await once(api.child.stdout!, "data");
  const run = (file: string) => {
    const program = startProgram({ DATA_DIR: dataDir, ...env }, [], undefined, file);
    ends.push(program.kill);
    return program.ended;
  };
  expect(await run("server/app/rebuild-achievements.ts")).toMatchObject({
    code: 1,
    complained: expect.stringMatching(/lacks \d+ migrations of this release. Run `npm run migrate` first/),
  });
  expect(await run("server/app/migrate.ts")).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^Ran \d+ migrations:\n0001-platform.sql\n/),
  });
  await ready;
  expect((await run("server/app/migrate.ts")).said).toBe("The database is up to date.\n");
});

test("what it logs holds no email or IP address, token or cookie", async () => {
  const server = start({ DATABASE_URL: databaseUrl(), LOG_LEVEL: "trace", TRUSTED_PROXIES: "127.0.0.1" });
  const url = await server.ready();
  const canaries = {
    email: "canary-7f3a@example.test",
    password: "canary-tin-roof-7f3a",
    address: "2001:db8:7f3a::1",
    token: "canary-token-7f3a",
    card: "4242424242424242",
  };
  const headers = {
    "content-type": "application/json",
    origin: url,
    "x-forwarded-for": canaries.address,
    "x-auth-token": `Bearer ${canaries.token}`,
    cookie: `better-auth.session_token=${canaries.token}`,
  };
  const post = (path: string, body: object) =>
    fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  await post("/api/auth/sign-up/email", { ...canaries, name: "Demo Canary" });
  await post("/api/auth/sign-in/email", canaries);
  await post("/api/auth/send-link", { email: canaries.email, purpose: "reset" });
  await post("/api/auth/prove-address", { key: canaries.token });
  await post("/api/auth/sign-in/link", { key: canaries.token });
  await post("/api/auth/sign-in/new-password", { key: canaries.token, password: canaries.password });
  await post("/api/auth/sign-in/code", { challenge: canaries.token, code: canaries.token });
  await post("/api/auth/confirm", { password: canaries.password });
  await fetch(`${url}/api/auth/callback/google?code=${canaries.token}&state=${canaries.token}`, { headers });
  await fetch(`${url}/exports/${canaries.token}/1/${canaries.token}/eightcount.zip`);
  await post("/graphql", { query: `{ studioClasses(filters: { search: "${canaries.card}" }) { total } }` });
  await fetch(`${url}/graphql?token=${canaries.token}`, { headers });
  await fetch(`${url}/no-such-page?email=${canaries.email}`, { headers });
  const clients = { named: ["web", "0.1.0+3f2a91c"], other: [canaries.email, canaries.token] };
  for (const [name, version] of Object.values(clients))
    await fetch(`${url}/graphql`, {
      headers: { ...headers, "x-client-name": name!, "x-client-version": version! },
    });
  server.child.kill("SIGTERM");
  const { said, complained } = await server.ended;
  expect(said + complained).toContain("requestId");
  expect(said).toContain('"client":{"name":"web","version":"0.1.0+3f2a91c"}');
  for (const canary of Object.values(canaries)) expect(said + complained).not.toContain(canary);
});
