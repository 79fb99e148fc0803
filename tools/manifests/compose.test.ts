import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { environment } from "../../server/platform/config/environment.ts";

const root = join(import.meta.dirname, "../..");
const { services, volumes, networks } = parse(readFileSync(join(root, "ops/compose.yaml"), "utf8"), {
  merge: true,
}) as {
  services: Readonly<
    Record<
      string,
      {
        readonly image: string;
        readonly entrypoint?: readonly string[];
        readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
        readonly restart: string;
        readonly stop_grace_period?: string;
        readonly volumes?: readonly string[];
        readonly env_file?: readonly string[];
        readonly environment?: Readonly<Record<string, string>>;
        readonly networks?: readonly string[];
        readonly logging?: { readonly options: Readonly<Record<string, string>> };
        readonly healthcheck?: { readonly test: readonly string[]; readonly start_period?: string };
        readonly pull_policy?: string;
      }
    >
  >;
  volumes: Readonly<Record<string, object>>;
  networks: {
    readonly studio: { readonly ipam: { readonly config: readonly { readonly subnet: string }[] } };
  };
};
const defaults = parseEnv(readFileSync(join(root, "ops/compose.env"), "utf8"));
const ours = Object.entries(services).filter(([, { image }]) => image === "eightcount");

test("Caddy reaches each server by its name, and the servers trust that network alone", () => {
  const names = services["front"]!.environment!["UPSTREAMS"]!.split(" ");
  const servers = ours.filter(([name]) => name.startsWith("api")).map(([name]) => `${name}:3000`);
  expect(servers.length).toBeGreaterThan(1);
  expect(names).toEqual(servers);
  // Not `default`: an installation's network of that name has another subnet, which Compose may leave as it is.
  expect(Object.keys(networks)).toEqual(["studio"]);
  const all = Object.values(services);
  expect(all.map((service) => service.networks)).toEqual(all.map(() => ["studio"]));
  const subnets = networks.studio.ipam.config.map(({ subnet }) => subnet).join();
  expect(ours.map(([, { environment: own }]) => own?.["TRUSTED_PROXIES"])).toEqual(ours.map(() => subnets));
});

test("servers and workers are asked whether they are alive, and no log fills the disk", () => {
  for (const [name, { healthcheck, environment: own }] of ours.filter(([one]) => one !== "migrate")) {
    const target = name === "worker" ? `${own!["METRICS_PORT"]}/healthz` : "3000/readyz";
    // Some engines split a word that has spaces or quotes.
    expect([name, healthcheck?.test]).toEqual([name, ["CMD", "node", "server/app/probe.ts", target]]);
    expect(healthcheck?.start_period).toBe("1h");
  }
  for (const { logging } of Object.values(services))
    expect(logging?.options).toMatchObject({
      "max-size": expect.any(String),
      "max-file": expect.any(String),
    });
});

test("no service builds the image again, or looks for it in a registry", () => {
  expect(ours.filter(([, service]) => "build" in service)).toEqual([]);
  expect(ours.map(([, service]) => service.pull_policy)).toEqual(ours.map(() => "never"));
});

test("an update replaces each server that Caddy knows, one after the other", () => {
  const script = readFileSync(join(root, "ops/update.sh"), "utf8");
  const replaced = /^servers="(.+)"$/m.exec(script)?.[1]?.split(" ");
  const known = services["front"]!.environment!["UPSTREAMS"]!.split(" ");
  expect(replaced?.map((name) => `${name}:3000`)).toEqual(known);
});

test("settings with secrets aren't committed", () => {
  const ignored = readFileSync(join(root, ".gitignore"), "utf8").split("\n");
  for (const file of ["studio.env", ".env"]) expect(ignored).toContain(file);
});

test("each worker makes backups into a volume of its own, whose folder the image has", () => {
  const image = readFileSync(join(root, "ops/Containerfile"), "utf8");
  for (const [, { volumes: mounted }] of ours) {
    expect(mounted).toContain(`backups:${defaults["BACKUP_TO"]}`);
    expect(image).toMatch(new RegExp(`chown node:node .*${defaults["BACKUP_TO"]}\\b`));
  }
});

test("studio.env may set what the Compose file sets by default", () => {
  expect(Object.keys(defaults).toSorted()).toEqual(["BACKUP_TO", "TRANSCODES_AT_ONCE"]);
  expect(Object.keys(defaults).filter((name) => !Object.hasOwn(environment.shape, name))).toEqual([]);
  for (const [, { env_file: files, environment: own }] of ours) {
    // The last file wins, and `environment` over all files.
    expect(files).toEqual(["compose.env", "studio.env"]);
    expect(Object.keys(own!)).toEqual(["DATABASE_URL", "TRUSTED_PROXIES", "METRICS_PORT"]);
  }
});

test("the database is migrated once it is there, and servers and workers start after that", () => {
  const { migrate, api, worker } = services as Record<
    "migrate" | "api" | "worker",
    (typeof services)[string]
  >;
  expect(migrate.depends_on).toEqual({ postgres: { condition: "service_healthy" } });
  expect(existsSync(join(root, migrate.entrypoint![1]!))).toBe(true);
  for (const service of [api, worker]) {
    expect(service.image).toBe(migrate.image);
    expect(service.depends_on?.["migrate"]).toEqual({ condition: "service_completed_successfully" });
  }
});

test("a process may take as long to stop as the server does", () => {
  const [, cut = ""] = /maxShutdownMs = ([\d_]+)/.exec(readFileSync(join(root, "server/main.ts"), "utf8"))!;
  for (const name of ["api", "worker"]) {
    const [, seconds] = /^(\d+)s$/.exec(services[name]!.stop_grace_period ?? "")!;
    expect(Number(seconds) * 1000).toBeGreaterThan(Number(cut.replaceAll("_", "")));
  }
});

test("each volume that is named exists, and each setting of the example", () => {
  const named = Object.values(services)
    .flatMap((service) => service.volumes ?? [])
    .map((volume) => volume.split(":")[0]!);
  expect(named.filter((name) => !(name in volumes) && !existsSync(join(root, "ops", name)))).toEqual([]);
  const example = readFileSync(join(root, "ops/studio.env.example"), "utf8");
  const settings = [...example.matchAll(/^([A-Z\d_]+)=/gm)].map(([, name]) => name!);
  expect(settings.length).toBeGreaterThan(20);
  expect(settings.filter((name) => !Object.hasOwn(environment.shape, name))).toEqual([]);
  for (const { environment: own = {} } of Object.values(services).filter(
    ({ image }) => image === "eightcount",
  ))
    expect(Object.keys(own).filter((name) => !Object.hasOwn(environment.shape, name))).toEqual([]);
});

test("a process that ended starts again, but not a migration that has run", () => {
  const others = Object.entries(services).filter(([name]) => name !== "migrate");
  expect(others.map(([, { restart }]) => restart)).toEqual(others.map(() => "${RESTART:-unless-stopped}"));
  expect(services["migrate"]!.restart).toBe("on-failure");
});
