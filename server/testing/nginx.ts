import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const recipe = join(import.meta.dirname, "../../ops/cdn/nginx.conf");

/** What the recipe leaves to the operator. */
export interface NginxSettings {
  readonly port: number;
  /** `MEDIA_CDN_SECRET` and `MEDIA_CDN_ORIGIN_KEY` of the processes. */
  readonly secret: string;
  readonly originKey: string;
  /** Ports of the API processes on this machine. */
  readonly apis: readonly number[];
}

/**
 * Starts nginx with ops/cdn/nginx.conf. Only ports, the cache's folder and secrets are replaced.
 * @throws Error if the recipe lacks one of them, or nginx refuses it
 */
export async function startNginx(settings: NginxSettings): Promise<{
  url: string;
  /** What it has written to its error log. */
  errorLog(): string;
  stop(): Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), "eightcount-nginx-"));
  // nginx started by root runs its workers as another user.
  await chmod(folder, 0o711);
  const site = fill(await readFile(recipe, "utf8"), [
    ["/var/cache/nginx/segments", join(folder, "segments")],
    ["/var/log/nginx/error.log", "stderr"],
    ["listen 80;", `listen 127.0.0.1:${settings.port};`],
    ['MEDIA_CDN_SECRET"', `${settings.secret}"`],
    ['"MEDIA_CDN_ORIGIN_KEY"', `"${settings.originKey}"`],
    ["server 10.0.0.11:3000", `server 127.0.0.1:${settings.apis[0]}`],
    ["server 10.0.0.12:3000", `server 127.0.0.1:${settings.apis[1]}`],
  ]);
  const file = join(folder, "nginx.conf");
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  await writeFile(
    file,
    `daemon off; pid ${join(folder, "pid")};\nevents {}\nhttp {\n${paths.join("\n")}\n${site}\n}\n`,
  );
  const nginx = spawn("nginx", ["-e", "stderr", "-c", file], {
    env: { PATH: `${process.env["PATH"]}:/usr/sbin` },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let complained = "";
  nginx.stderr.on("data", (chunk: Buffer) => (complained += chunk.toString()));
  let failure: Error | null = null;
  nginx.once("error", (error) => (failure = error));
  const url = `http://127.0.0.1:${settings.port}`;
  for (;;) {
    if (failure) throw failure;
    if (nginx.exitCode !== null) throw new Error(`nginx ended with ${nginx.exitCode}: ${complained}`);
    const isOpen = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isOpen) break;
    await sleep(20);
  }
  return {
    url,
    errorLog: () => complained,
    stop: async () => {
      nginx.kill("SIGTERM");
      if (nginx.exitCode === null && nginx.signalCode === null) await once(nginx, "exit");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function fill(text: string, values: readonly (readonly [string, string])[]): string {
  let filled = text;
  for (const [name, value] of values) {
    if (!filled.includes(name)) throw new Error(`ops/cdn/nginx.conf lacks ${name}.`);
    filled = filled.replaceAll(name, value);
  }
  return filled;
}
