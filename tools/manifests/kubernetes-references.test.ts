/** What the manifests refer to: each name is one that exists, once Kustomize has built them. */
import { createECDH } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { readConfig } from "../../server/platform/config/index.ts";
import { environment } from "../../server/platform/config/environment.ts";

const folder = join(import.meta.dirname, "../../ops/kubernetes");
const text = (file: string) => readFileSync(join(folder, file), "utf8");
type Node = Readonly<Record<string, unknown>>;
type Manifest = Node & { readonly kind: string; readonly metadata: { readonly name: string } };
const files = readdirSync(folder, { encoding: "utf8", recursive: true }).filter((file) =>
  file.endsWith(".yaml"),
);
const manifests = files
  .filter((file) => !file.endsWith("kustomization.yaml"))
  .flatMap((file) => parseAllDocuments(text(file)).map((document) => document.toJS() as Manifest));

/** Every object within a value, with the key under which it stands. */
function* nodesOf(value: unknown, key = ""): Generator<readonly [key: string, node: Node]> {
  if (Array.isArray(value)) for (const item of value) yield* nodesOf(item, key);
  else if (typeof value === "object" && value !== null) {
    yield [key, value as Node];
    for (const [name, inner] of Object.entries(value)) yield* nodesOf(inner, name);
  }
}
const nodes = [...nodesOf(manifests)];
/** Values of a field in objects that stand under a key, or anywhere. */
const valuesOf = (field: string, under?: string): unknown[] =>
  nodes.flatMap(([key, node]) =>
    (under === undefined || key === under) && field in node ? [node[field]] : [],
  );
const namesOf = (kind: string) =>
  manifests.filter((one) => one.kind === kind).map(({ metadata }) => metadata.name);
const containers = nodes.flatMap(([key, node]) => (key === "containers" ? [node] : []));
const ports = containers.flatMap(({ ports: own = [] }) => own as { name: string; containerPort: number }[]);

/** Secrets that the operator creates, and those that the certificates' controller does. */
const givenSecrets = ["eightcount", "eightcount-tls"];

test.each([
  ["ServiceAccount", valuesOf("serviceAccountName"), namesOf("ServiceAccount")],
  [
    "Secret",
    [...valuesOf("name", "secretRef"), ...valuesOf("name", "secretKeyRef"), ...valuesOf("secretName")],
    givenSecrets,
  ],
  ["PersistentVolumeClaim", valuesOf("claimName"), namesOf("PersistentVolumeClaim")],
  ["Service", valuesOf("name", "service"), namesOf("Service")],
  ["Deployment", valuesOf("name", "scaleTargetRef"), namesOf("Deployment")],
] as const)("each %s that is named exists", (_kind, named, existing) => {
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !existing.includes(name as string))).toEqual([]);
});

test("nothing is read from a ConfigMap, as there is none", () => {
  expect(namesOf("ConfigMap")).toEqual([]);
  expect([...valuesOf("name", "configMapRef"), ...valuesOf("name", "configMapKeyRef")]).toEqual([]);
});

test("probes, the service, the ingress, network rules and the scraper name ports that containers have", () => {
  const byName = [
    ...valuesOf("port", "httpGet"),
    ...valuesOf("targetPort", "ports"),
    ...valuesOf("port", "podMetricsEndpoints"),
  ];
  const names = ports.map(({ name }) => name);
  expect(byName.length).toBeGreaterThan(5);
  expect(byName.filter((port) => !names.includes(port as string))).toEqual([]);
  const [service] = manifests.filter(({ kind }) => kind === "Service");
  const served = [...nodesOf(service)].flatMap(([key, node]) => (key === "ports" ? [node["name"]] : []));
  expect([...nodesOf(valuesOf("service"))].map(([, node]) => node["name"])).toEqual([
    "eightcount",
    ...served,
  ]);
  const policies = manifests.filter(({ kind }) => kind === "NetworkPolicy");
  const allowed = [...nodesOf(policies)].flatMap(([key, node]) => (key === "ports" ? [node["port"]] : []));
  expect(allowed.toSorted()).toEqual(
    [...new Set(ports.map(({ containerPort }) => containerPort))].toSorted(),
  );
});

test("processes share no folder: those of a deployment have volumes of their own", () => {
  const deployments = manifests.filter(({ kind }) => kind === "Deployment");
  const volumes = [...nodesOf(deployments)].flatMap(([key, node]) => (key === "volumes" ? [node] : []));
  expect(volumes.length).toBeGreaterThan(0);
  for (const volume of volumes) {
    expect(Object.keys(volume).toSorted()).toEqual(["emptyDir", "name"]);
    expect(volume["emptyDir"]).toHaveProperty("sizeLimit");
  }
});

test("with the Secret that the manifest describes, each role and the migration have valid settings", () => {
  const comment = text("eightcount.yaml")
    .split("\n")
    .filter((line) => line.startsWith("#"))
    .join(" ");
  const [, listed = ""] = /The Secret `eightcount` holds (.+?) and the keys of/.exec(comment) ?? [];
  const keys = listed.match(/[A-Z][A-Z\d_]+/g) ?? [];
  expect(keys.filter((key) => !Object.hasOwn(environment.shape, key))).toEqual([]);
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  const examples: Record<string, string> = {
    VAPID_PUBLIC_KEY: pair.getPublicKey("base64url"),
    VAPID_PRIVATE_KEY: pair.getPrivateKey("base64url"),
    DATABASE_URL: "postgres://eightcount@postgres/eightcount",
    PUBLIC_URL: "https://dance.example",
    MAIL_FROM: "studio@dance.example",
    SMTP_URL: "smtp://mail.example",
    S3_ENDPOINT: "https://s3.example",
  };
  const secret = Object.fromEntries(keys.map((key) => [key, examples[key] ?? "x".repeat(43)]));
  const image = { NODE_ENV: "production", HOST: "0.0.0.0", PORT: "3000", DATA_DIR: "/data" };
  expect(containers.length).toBe(4);
  for (const { env = [], args = [] } of containers) {
    const own = Object.fromEntries(
      (env as { name: string; value: string }[]).map(({ name, value }) => [name, value]),
    );
    expect(Object.keys(own).filter((key) => !Object.hasOwn(environment.shape, key))).toEqual([]);
    const config = readConfig({ ...image, ...secret, ...own }, args as string[]);
    expect(config.s3?.endpoint).toBe("https://s3.example");
  }
});
