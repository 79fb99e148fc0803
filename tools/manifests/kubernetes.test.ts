/** Facts about the manifests that Kubernetes itself would only report once something fails. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { transcodeTasks } from "../../server/modules/media/order.ts";
import { createTestDatabase } from "../../server/testing/harness.ts";

const root = join(import.meta.dirname, "../..");
const folder = join(root, "ops/kubernetes");

interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly envFrom: readonly { readonly secretRef?: { readonly name: string } }[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly ports?: readonly { readonly name: string }[];
  readonly resources: { readonly requests?: object; readonly limits?: { readonly memory?: string } };
  readonly securityContext: object;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly lifecycle?: { readonly preStop: { readonly sleep: { readonly seconds: number } } };
  readonly [probe: `${string}Probe`]: { readonly httpGet: { readonly port: string } } | undefined;
}
interface PodSpec {
  readonly automountServiceAccountToken?: boolean;
  readonly terminationGracePeriodSeconds?: number;
  readonly securityContext: object;
  readonly containers: readonly Container[];
  readonly volumes: readonly { readonly name: string }[];
}
interface Template {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: PodSpec;
}
interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly resources?: readonly string[];
  readonly components?: readonly string[];
  readonly spec: {
    readonly replicas?: number;
    readonly template?: Template;
    readonly jobTemplate?: { readonly spec: { readonly template: Template } };
    readonly selector?: Readonly<Record<string, string>> & { readonly matchLabels?: Record<string, string> };
    readonly scaleTargetRef?: { readonly name: string };
    readonly ports?: readonly { readonly targetPort: string }[];
    readonly triggers?: readonly { readonly metadata: { readonly query: string } }[];
  };
}

const files = readdirSync(folder, { encoding: "utf8", recursive: true }).filter((file) =>
  file.endsWith(".yaml"),
);
const read = (file: string): Manifest[] =>
  parseAllDocuments(readFileSync(join(folder, file), "utf8")).map((document) => {
    expect([file, document.errors]).toEqual([file, []]);
    return document.toJS() as Manifest;
  });
const manifests = files.flatMap(read);
const ofKind = (...kinds: string[]) => manifests.filter(({ kind }) => kinds.includes(kind));
const templates = manifests.flatMap(({ kind, metadata, spec }) => {
  const template = spec?.template ?? spec?.jobTemplate?.spec.template;
  return template ? [[`${kind} ${metadata.name}`, template] as const] : [];
});
const deployments = ofKind("Deployment");

test("what is applied names files that exist, and gets the image of the release", () => {
  const applied = ["", "migrate/"].flatMap((path) => {
    const { resources = [], components = [] } = read(`${path}kustomization.yaml`)[0]!;
    expect(components.map((component) => join(path, component))).toEqual(["release"]);
    return resources.map((file) => `${path}${file}`);
  });
  expect(applied.filter((file) => !files.includes(file))).toEqual([]);
  expect(templates).toHaveLength(4);
  const withoutImage = files.filter(
    (file) => !applied.includes(file) && read(file).some(({ spec }) => spec?.template ?? spec?.jobTemplate),
  );
  expect(withoutImage).toEqual([]);
});

test.each(templates)("%s has no rights and no state that it doesn't need", (_name, { spec }) => {
  expect(spec.automountServiceAccountToken).toBe(false);
  expect(spec.securityContext).toMatchObject({
    runAsNonRoot: true,
    seccompProfile: { type: "RuntimeDefault" },
  });
  for (const { securityContext, resources, volumeMounts, image } of spec.containers) {
    expect(image).toBe("eightcount");
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    expect(resources.requests).toBeDefined();
    expect(resources.limits?.memory).toBeDefined();
    expect(volumeMounts.map(({ mountPath }) => mountPath)).toEqual(expect.arrayContaining(["/data", "/tmp"]));
    const volumes = spec.volumes.map(({ name }) => name);
    expect(volumeMounts.filter(({ name }) => !volumes.includes(name))).toEqual([]);
  }
});

test.each(templates)("%s has secrets by reference, and runs a program of the image", (_name, { spec }) => {
  for (const { envFrom, env = [], command } of spec.containers) {
    expect(envFrom).toEqual([{ secretRef: { name: "eightcount" } }]);
    expect(env.filter(({ name }) => /SECRET|KEY|URL|PASSWORD/.test(name))).toEqual([]);
    if (command) expect(existsSync(join(root, command[1]!))).toBe(true);
  }
});

test.each(deployments)("$metadata.name ends in time, and is probed at ports that it has", ({ spec }) => {
  const { terminationGracePeriodSeconds, containers } = spec.template!.spec;
  const cut = /maxShutdownMs = ([\d_]+)/.exec(readFileSync(join(root, "server/main.ts"), "utf8"))![1]!;
  const [container] = containers as [Container];
  const pause = container.lifecycle?.preStop.sleep.seconds ?? 0;
  expect(terminationGracePeriodSeconds).toBeGreaterThan(pause + Number(cut.replaceAll("_", "")) / 1000);
  const ports = container.ports!.map(({ name }) => name);
  for (const probe of ["startupProbe", "livenessProbe"] as const)
    expect(ports).toContain(container[probe]?.httpGet.port);
});

test("each deployment may lose one process at once, and a scaler or Kubernetes alone says how many there are", () => {
  const budgets = ofKind("PodDisruptionBudget").map(({ spec }) => spec.selector?.matchLabels);
  expect(budgets).toEqual(deployments.map(({ spec }) => spec.selector?.matchLabels));
  const names = deployments.map(({ metadata }) => metadata.name);
  for (const { spec } of ofKind("HorizontalPodAutoscaler", "ScaledObject"))
    expect(names).toContain(spec.scaleTargetRef?.name);
  expect(deployments.filter(({ spec }) => spec.replicas !== undefined)).toEqual([]);
});

test("selectors find their pods, and the service a port", () => {
  for (const { spec } of deployments)
    expect(spec.template!.metadata.labels).toEqual(spec.selector?.matchLabels);
  const [service] = ofKind("Service") as [Manifest];
  const api = deployments.find(({ spec }) => spec.template!.metadata.labels["role"] === "api")!;
  expect(api.spec.template!.metadata.labels).toEqual(service.spec.selector);
  const ports = api.spec.template!.spec.containers[0]!.ports!.map(({ name }) => name);
  for (const { targetPort } of service.spec.ports!) expect(ports).toContain(targetPort);
});

test("the queue that workers are scaled by has the transcodes that run or may run, and stretches that helpers could encode", async () => {
  const [{ spec }] = ofKind("ScaledObject") as [Manifest];
  const { query } = spec.triggers![0]!.metadata;
  const database = await createTestDatabase();
  const pool = new pg.Pool(database.connection);
  const add = (task: string, options = "") =>
    pool.query(`select from graphile_worker.add_job('${task}', '{}'::json ${options})`);
  for (const task of Object.values(transcodeTasks)) await add(task);
  await add("mail.send");
  await add(transcodeTasks.studio, ", run_at => now() + interval '1 hour'");
  await pool.query(
    "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w', attempts = max_attempts where id = 1",
  );
  const count = async () => (await pool.query<{ count: number }>(query)).rows;
  const transcodes = Object.keys(transcodeTasks).length;
  expect(await count()).toEqual([{ count: transcodes }]);
  const offer = (isPending: boolean, stretches: number) =>
    pool.query(
      `with asset as (
         insert into media.assets (id, is_pending, requested_at) values (gen_random_uuid(), $1, now()) returning id, requested_at
       )
       insert into media.stretches (asset_id, ordered_at, view, plan, release, name, first_frame, frames, is_stored, is_left_to_owner)
       select id, requested_at, 'front', '{}', 'r', at::text, at, 1, at = 1, at = 2 from asset, generate_series(1, $2::int) as at`,
      [isPending, stretches],
    );
  // The first is stored, the second only its own worker can encode.
  await offer(true, 7);
  await offer(false, 9);
  expect(await count()).toEqual([{ count: transcodes + 5 }]);
  // Eight workers at most help with one video.
  await offer(true, 100);
  expect(await count()).toEqual([{ count: transcodes + 5 + 24 }]);
  await pool.end();
  await database.drop();
});
