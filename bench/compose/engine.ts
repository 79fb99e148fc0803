/** The studio of `ops/compose.yaml` as a project of its own in Podman, on loopback. */
import { execFile, spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { until } from "../../server/testing/drill/until.ts";
import { freePort } from "../../server/testing/free-port.ts";

const execute = promisify(execFile);
const ops = join(import.meta.dirname, "../../ops");
const project = "eightcount-bench";
/** Another one than the default, which a studio of this machine may have. */
const subnet = "172.30.185.0/24";
/** How often health checks run where no systemd does it for Podman; milliseconds. */
const healthEveryMs = 5_000;
const maxCommandMs = 600_000;

export interface Studio {
  /** The origin that Caddy serves. */
  readonly url: string;
  /** Runs a command of Compose. @returns its standard output */
  compose(...args: string[]): Promise<string>;
  /** Runs `ops/update.sh`. */
  update(): Promise<void>;
  /** Name of a service's container. */
  container(service: string): string;
  /** Name of one of the Compose file's volumes in Podman. */
  volume(name: string): string;
  /** Runs a command in a service's container. @returns its standard output */
  exec(service: string, ...command: string[]): Promise<string>;
  /** What a service has written. */
  logs(service: string): Promise<string>;
  /** Waits until containers are healthy. */
  healthy(...services: string[]): Promise<void>;
  /** Removes containers, networks and volumes. */
  end(): Promise<void>;
}

/** Runs a command of Podman. @returns its standard output. @throws Error with its standard error */
export async function podman(...args: string[]): Promise<string> {
  const { stdout } = await execute("podman", args, { maxBuffer: 64 * 1024 ** 2, timeout: maxCommandMs });
  return stdout;
}

/**
 * Prepares a studio. Nothing runs until `compose("up", …)`.
 * @param composer program that reads Compose files, such as `docker-compose`
 * @param variables what the Compose file takes from the environment
 * @param settings what `studio.env` has
 */
export async function prepareStudio(
  composer: string,
  image: string,
  variables: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, string>>,
): Promise<Studio> {
  const folder = await mkdtemp(join(tmpdir(), "eightcount-compose-"));
  const socket = `unix://${join(folder, "podman.sock")}`;
  const service = spawn("podman", ["system", "service", "--time", "0", socket], { stdio: "ignore" });
  await until("Podman's API", 200, () => existsSync(join(folder, "podman.sock")));
  const [http, https] = [await freePort(), await freePort()];
  const url = `https://localhost:${https}`;
  const secrets = Object.entries({ ...settings, PUBLIC_URL: url }).map(([name, value]) => `${name}=${value}`);
  await writeFile(join(folder, "studio.env"), secrets.join("\n"), { mode: 0o600 });
  const ours = ["migrate", "api", "api-2", "worker"].map(
    (name) =>
      `  ${name}: { image: ${image}, env_file: !override [${ops}/compose.env, ${folder}/studio.env] }`,
  );
  const front = `  front: { ports: !override ["127.0.0.1:${http}:80", "127.0.0.1:${https}:443"] }`;
  const override = join(folder, "override.yaml");
  await writeFile(override, ["services:", ...ours, front, ""].join("\n"));
  const env = {
    ...process.env,
    ...variables,
    DOCKER_HOST: socket,
    STUDIO_SUBNET: subnet,
    COMPOSE_PROJECT_NAME: project,
    // Read besides the file that `ops/update.sh` names.
    COMPOSE: `${composer} --file ${join(ops, "compose.yaml")} --file ${override}`,
  };
  const run = async (program: string, args: readonly string[]) =>
    (await execute(program, args, { env, maxBuffer: 64 * 1024 ** 2, timeout: maxCommandMs })).stdout;
  const compose = (...args: string[]) =>
    run(composer, ["--file", join(ops, "compose.yaml"), "--file", override, ...args]);
  const container = (name: string) => `${project}-${name}-1`;
  const ticking = new AbortController();
  const ticks = existsSync("/run/systemd/system") ? Promise.resolve() : runHealthChecks(ticking.signal);
  return {
    url,
    compose,
    update: async () => void (await run("sh", [join(ops, "update.sh")])),
    container,
    volume: (name) => `${project}_${name}`,
    exec: (name, ...command) => podman("exec", container(name), ...command),
    logs: async (name) => {
      const { stdout, stderr } = await execute("podman", ["logs", container(name)], {
        maxBuffer: 64 * 1024 ** 2,
      });
      return stdout + stderr;
    },
    healthy: (...services) =>
      until(`healthy ${services.join(", ")}`, 2_000, async () => {
        const states = await Promise.all(
          services.map((name) =>
            podman("inspect", "--format", "{{.State.Status}} {{.State.Health.Status}}", container(name)),
          ),
        );
        return states.every((state) => state.trim() === "running healthy");
      }).then(() => {}),
    end: async () => {
      ticking.abort();
      await ticks;
      await compose("down", "--volumes", "--timeout", "30");
      service.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Does what systemd's timers do for Podman: runs the health check of each container from time to time. */
async function runHealthChecks(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const filter = `label=com.docker.compose.project=${project}`;
    const { stdout } = spawnSync("podman", ["ps", "--quiet", "--filter", filter], { encoding: "utf8" });
    const checks = stdout.split("\n").filter(Boolean);
    // One that fails, or has no check, changes nothing here.
    await Promise.allSettled(checks.map((id) => podman("healthcheck", "run", id)));
    await sleep(healthEveryMs);
  }
}
