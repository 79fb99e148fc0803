import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, startTestServer } from "../testing/harness.ts";
import { startProgram, urlOfDatabase } from "../testing/program.ts";

interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: unknown }[];
}

/** What the collector has got, and the authorization that it came with. */
const sent: SentSpan[] = [];
let authorization: string | undefined;
const collector = createServer((request, response) => {
  authorization = request.headers.authorization;
  let text = "";
  request.setEncoding("utf8").on("data", (part: string) => (text += part));
  request.on("end", () => {
    expect(request.url).toBe("/v1/traces");
    const { resourceSpans } = JSON.parse(text) as {
      resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[];
    };
    sent.push(...resourceSpans.flatMap((one) => one.scopeSpans.flatMap(({ spans }) => spans)));
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
});
const secrets = { AUTH_SECRET: "a".repeat(40), MEDIA_SECRET: "m".repeat(40) };
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let env: Record<string, string>;
beforeAll(async () => {
  database = await createTestDatabase();
  collector.listen(0, "127.0.0.1");
  await once(collector, "listening");
  env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Basic%20dGVzdA==",
    OTEL_TRACES_SAMPLER_ARG: "1",
    ...secrets,
  };
});
afterAll(async () => {
  await database?.drop();
  collector.close();
});

const outerTrace = "0af7651916cd43dd8448eb211c80319c";
const traceparent = `00-${outerTrace}-b7ad6b7169203331-01`;

test("follows a request through its operation and statements to the job that it causes", async () => {
  const server = await startTestServer({ database: database.connection, env });
  const [member, other] = [await server.member({ name: "Private Name" }), await server.member()];
  const headers = { traceparent, "x-forwarded-for": "2001:db8::7" };
  const follow = "mutation ($id: ID!) { setFollowing(userId: $id, following: true) }";
  const { errors } = await server.graphql(follow, { id: other.id }, { as: member, headers });
  expect(errors).toEqual([]);
  await expect
    .poll(async () => (await server.pool.query("select from graphile_worker._private_jobs")).rowCount)
    .toBe(0);
  await server.graphql("{ me { id } }", {}, { headers: { traceparent } });
  await server.stop();

  const ours = sent.filter(({ traceId }) => traceId === outerTrace);
  const parentOf = ({ parentSpanId }: SentSpan) => ours.find(({ spanId }) => spanId === parentSpanId);
  const pathOf = (span: SentSpan): string[] => {
    const parent = parentOf(span);
    return [...(parent ? pathOf(parent) : []), span.name];
  };
  const paths = ours.map((span) => pathOf(span).join(" → "));
  expect(paths).toContain("POST /graphql → GraphQL other → SQL platform.insert_event");
  const jobs = ours.filter(({ name }) => name.startsWith("job "));
  expect(jobs.length).toBeGreaterThan(0);
  for (const job of jobs) expect(parentOf(job)?.name).toBe("GraphQL other");
  expect(paths.some((path) => /→ job [\w.]+ → SQL /.test(path))).toBe(true);
  // Without a proxy in front, any client could have sent it.
  expect(ours.filter(({ name }) => name === "POST /graphql")).toHaveLength(1);

  expect(authorization).toBe("Basic dGVzdA==");
  const all = JSON.stringify(sent);
  for (const secret of ["Private Name", member.id, other.id, "example.test", "2001:db8"])
    expect(all).not.toContain(secret);
});

test("traces calls of other services by their host", async () => {
  sent.length = 0;
  const away = createServer((_request, response) => response.writeHead(503).end());
  away.listen(0, "127.0.0.1");
  await once(away, "listening");
  const host = `127.0.0.1:${(away.address() as AddressInfo).port}`;
  const server = await startTestServer({
    database: database.connection,
    env: { ...env, IP_LOCATION_URL: `http://${host}/private-path/{ip}` },
  });
  await server.fetch("/ip-location", { headers: { "x-forwarded-for": "203.0.113.8" } });
  await server.stop();
  away.close();
  const calls = sent.filter(({ name }) => name === `GET ${host}`);
  expect(calls.length).toBeGreaterThan(0);
  expect(JSON.stringify(sent)).not.toContain("private-path");
});

test("log lines name the trace", async () => {
  sent.length = 0;
  const program = startProgram({
    ...env,
    DATABASE_URL: urlOfDatabase(database.connection),
    LOG_LEVEL: "info",
    OTEL_SERVICE_NAME: "studio",
  });
  const url = await program.ready();
  await fetch(`${url}/manifest.webmanifest`);
  program.child.kill("SIGTERM");
  const { code, said } = await program.ended;
  expect(code).toBe(0);
  const span = sent.find(({ name }) => name.startsWith("GET "));
  const lines = said
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as { msg: string; traceId?: string });
  expect(lines.find(({ msg }) => msg === "Answered")?.traceId).toBe(span!.traceId);
});

test("a collector that is away disturbs nothing, and settings that need one say so", async () => {
  const program = startProgram({
    DATABASE_URL: urlOfDatabase(database.connection),
    ...secrets,
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1",
    OTEL_TRACES_SAMPLER_ARG: "1",
  });
  const url = await program.ready();
  expect((await fetch(`${url}/manifest.webmanifest`)).status).toBe(200);
  program.child.kill("SIGTERM");
  expect((await program.ended).code).toBe(0);
  const { code, complained } = await startProgram({ OTEL_TRACES_SAMPLER_ARG: "1" }).ended;
  expect([code, complained]).toEqual([
    1,
    expect.stringContaining("OTEL_TRACES_SAMPLER_ARG also needs OTEL_EXPORTER_OTLP_ENDPOINT"),
  ]);
});
