import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { createTestDatabase } from "../../server/testing/harness.ts";
import { startIn } from "./roots.ts";
import { freePort } from "../../server/testing/free-port.ts";

/**
 * Starts an api and a worker in the image's root folder, as the image's user and with a read-only root, and stops them by SIGTERM.
 * @param data a folder for /data and /tmp
 * @returns what was proved
 * @throws Error if one doesn't start, serve or stop
 */
export async function startRolesIn(root: string, data: string, user: number): Promise<string> {
  const database = await createTestDatabase();
  const { host = "", port: number, user: owner, database: name } = database.connection;
  // The tests' PostgreSQL listens on a socket for its own user only.
  const relay = createServer((client) => {
    const server = connect(`${host}/.s.PGSQL.${number}`);
    client.on("error", () => server.destroy()).pipe(server);
    server.on("error", () => client.destroy()).pipe(client);
  }).listen(0, "127.0.0.1");
  await once(relay, "listening");
  const port = await freePort();
  const env = {
    NODE_ENV: "production",
    DATABASE_URL: `postgres://${String(owner)}@127.0.0.1:${(relay.address() as AddressInfo).port}/${name}`,
    AUTH_SECRET: "a".repeat(40),
    MEDIA_SECRET: "m".repeat(40),
    PUBLIC_URL: "https://studio.example",
    DATA_DIR: "/data",
    HOST: "127.0.0.1",
    PORT: String(port),
    MEDIA_AV1: "on",
  };
  const mounts = [
    { from: data, at: "/data" },
    { from: data, at: "/tmp" },
  ];
  try {
    for (const role of ["api", "worker"]) {
      const args = ["node", "server/main.ts", `--role=${role}`];
      const inside = { env, mounts, user, folder: "/app", isReadOnly: true };
      const child = startIn(root, args, inside, { stdio: ["ignore", "pipe", "inherit"] });
      const ended = once(child, "exit");
      try {
        await waitUntilSaid(child, / is running( at |\n)/);
        if (role === "api") {
          const answer = await fetch(`http://127.0.0.1:${port}/healthz`);
          if (!answer.ok) throw new Error(`/healthz answered ${answer.status}`);
        }
      } finally {
        child.kill("SIGTERM");
        await ended;
      }
      if (child.exitCode !== 0) throw new Error(`The ${role} role ended with ${child.exitCode}`);
    }
  } finally {
    relay.close();
    await database.drop();
  }
  return "both roles started on a read-only root, and ended by SIGTERM";
}

/** Waits for a text. @throws Error if the program ends without it, or doesn't say it within a minute */
async function waitUntilSaid(child: ChildProcess, wanted: RegExp): Promise<void> {
  let text = "";
  child.stdout!.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const signal = AbortSignal.timeout(60_000);
  while (!wanted.test(text)) {
    const end = child.exitCode ?? child.signalCode;
    if (end !== null) throw new Error(`It ended with ${end}: ${text}`);
    await Promise.race([once(child.stdout!, "data", { signal }), once(child, "exit", { signal })]);
  }
}
