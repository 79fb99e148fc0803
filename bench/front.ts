/** HTTP/2 and TLS before a server, as a reverse proxy adds them. Browsers need `--ignore-certificate-errors`. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { createSecureServer, type ServerHttp2Session } from "node:http2";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Front {
  /** Origin under which browsers reach the server. */
  readonly base: string;
  stop(): Promise<void>;
}

/** Starts it on a free port of loopback. @param origin of the server */
export async function startFront(origin: string): Promise<Front> {
  const folder = await mkdtemp(join(tmpdir(), "eightcount-front-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const subject = ["-subj", "/CN=localhost", "-days", "2", "-keyout", key, "-out", cert];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...subject], { stdio: "pipe" });
  const front = createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) }, (asked, answer) => {
    const headers = Object.fromEntries(
      Object.entries(asked.headers).filter(([name]) => !name.startsWith(":")),
    );
    const passed = request(
      new URL(asked.url, origin),
      { method: asked.method, headers: { ...headers, host: asked.authority, "x-forwarded-proto": "https" } },
      (found) => {
        const { connection: _, "keep-alive": __, "transfer-encoding": ___, ...headers } = found.headers;
        answer.writeHead(found.statusCode ?? 500, headers);
        found.pipe(answer);
      },
    );
    passed.on("error", () => answer.destroy());
    asked.pipe(passed);
  });
  const sessions = new Set<ServerHttp2Session>();
  front.on("session", (session) => {
    sessions.add(session);
    session.on("close", () => sessions.delete(session));
  });
  front.listen(0, "127.0.0.1");
  await once(front, "listening");
  return {
    base: `https://localhost:${(front.address() as AddressInfo).port}`,
    stop: async () => {
      front.close();
      for (const session of sessions) session.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
