import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, startTestServer } from "../testing/harness.ts";
import type { TestServer } from "../testing/harness.ts";
import { forgetWebDocumentsJob, forgetWebFilesJob } from "../platform/jobs/maintenance.ts";
import { buildSmallWeb } from "../testing/small-web.ts";

const code = "export const page = 'Challenges';\n".repeat(200);
/** What only one of two releases has. Servers of this release have no field `weather`. */
const builds = {
  former: {
    documents: {
      GetFormerPage: "query GetFormerPage { me { id } configs { __typename } }",
      GetGone: "{ gone }",
      FormerChange: 'subscription FormerChange { challengeChanged(id: "a") { id } }',
    },
    assets: { "former-3c4d.js": code },
  },
  next: {
    documents: {
      GetNextPage: "query GetNextPage { configs { __typename } me { id } }",
      GetWeather: "{ weather }",
      NextChange: 'subscription NextChange { challengeChanged(id: "b") { id } }',
      WeatherChange: "subscription WeatherChange { weather }",
    },
    assets: { "next-5e6f.js": code },
  },
};

let database: Awaited<ReturnType<typeof createTestDatabase>>;
const folders: string[] = [];
let former: TestServer;
let next: TestServer;
beforeAll(async () => {
  database = await createTestDatabase();
  const start = async (build: (typeof builds)[keyof typeof builds]) => {
    const webDir = await buildSmallWeb(undefined, build);
    folders.push(webDir);
    return startTestServer({
      database: database.connection,
      webDir,
      roles: "api",
      env: { GRAPHQL_OPEN: "off", AUTH_SECRET: "a".repeat(40), MEDIA_SECRET: "m".repeat(40) },
    });
  };
  former = await start(builds.former);
  next = await start(builds.next);
});
afterAll(async () => {
  await former?.stop();
  await next?.stop();
  await database?.drop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const idOf = (document: string) => createHash("sha256").update(document).digest("hex");
/** Sends a document by its id, as the web app of another release does. */
async function send(server: TestServer, document: string) {
  const response = await server.fetch("/graphql", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-client-name": "web",
      "x-client-version": "0.1.0+1a2b3c4",
    },
    body: JSON.stringify({ documentId: idOf(document) }),
  });
  const { data, errors } = (await response.json()) as {
    data?: unknown;
    errors?: { extensions: { code: string } }[];
  };
  return { response, data, code: errors?.[0]?.extensions.code ?? null };
}

describe("while servers of two releases run", () => {
  test("answers the documents of a page of either release at each server", async () => {
    for (const server of [former, next])
      for (const document of [builds.former.documents.GetFormerPage, builds.next.documents.GetNextPage]) {
        const { code, data } = await send(server, document);
        expect(code).toBeNull();
        expect(data).toMatchObject({ me: null });
      }
  });

  test("serves the code of either release from each server, compressed or not", async () => {
    for (const server of [former, next])
      for (const name of ["former-3c4d.js", "next-5e6f.js"])
        for (const encoding of ["br", "identity"]) {
          const response = await server.fetch(`/assets/${name}`, {
            headers: { "accept-encoding": encoding },
          });
          expect(response.status).toBe(200);
          expect(response.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
          expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
          expect(response.headers.get("content-encoding")).toBe(encoding === "br" ? "br" : null);
          expect(await response.text()).toBe(code);
        }
  });

  test("lets a page try again, at another server, what this one can't execute", async () => {
    for (const [server, document] of [
      [former, builds.next.documents.GetWeather],
      [next, builds.former.documents.GetGone],
    ] as const) {
      const { response, code } = await send(server, document);
      expect(response.status).toBe(503);
      expect(code).toBe("UNAVAILABLE");
      expect(response.headers.get("retry-after")).toBe("1");
      expect(response.headers.get("x-unprocessed")).toBe("1");
    }
  });

  test("streams the documents of either release from each server, by their id", async () => {
    const open = async (server: TestServer, document: string) => {
      const response = await server.fetch("/graphql/stream", {
        method: "POST",
        headers: { "content-type": "application/json", accept: "text/event-stream" },
        body: JSON.stringify({ documentId: idOf(document) }),
      });
      const { status } = response;
      await response.body?.cancel();
      return status;
    };
    for (const server of [former, next]) {
      expect(await open(server, builds.former.documents.FormerChange)).toBe(200);
      expect(await open(server, builds.next.documents.NextChange)).toBe(200);
      expect(await open(server, "subscription { none }")).toBe(400);
    }
    expect(await open(former, builds.next.documents.WeatherChange)).toBe(503);
  });

  test("refuses made-up names of documents and files", async () => {
    for (const documentId of ["a\u0000", "x".repeat(90_000), "../../etc"]) {
      const response = await next.fetch("/graphql", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ documentId }),
      });
      expect(response.status).toBeLessThan(500);
    }
    expect((await next.fetch(`/assets/${"a".repeat(5_000)}.js`)).status).toBe(404);
  });

  test("refuses documents and files of no release", async () => {
    expect((await send(next, "{ __typename }")).code).toBe("CLIENT_OUTDATED");
    const response = await next.fetch("/assets/none-7a8b.js");
    expect(response.status).toBe(404);
    expect(response.headers.get("cache-control")).toBe("no-store");
  });
});

test("tells pages of a release that runs nowhere to reload for what others can't execute", async () => {
  const document = "{ gone  }";
  await next.pool.query("insert into platform.web_documents select $1, 'Gone', $2, now()", [
    idOf(document),
    document,
  ]);
  expect((await send(next, document)).code).toBe("CLIENT_OUTDATED");
});

test("deletes a release 14 days after a server last offered it", async () => {
  const age = (table: string) =>
    next.pool.query(`update platform.${table} set offered_at = now() - interval '15 days'`);
  await age("web_documents");
  await age("web_files");
  const again = await startTestServer({ database: database.connection, webDir: folders[1]!, roles: "api" });
  await again.stop();
  const left = async () => {
    const { rows } = await next.pool.query<{ name: string }>(
      "select name from platform.web_documents union all select path from platform.web_files order by 1",
    );
    return rows.map(({ name }) => name);
  };
  expect(await left()).toContain("GetFormerPage");
  const run = (job: typeof forgetWebFilesJob) =>
    job.run(next.ctx(), {}, { signal: new AbortController().signal, attempt: 1, isLastAttempt: false });
  await run(forgetWebDocumentsJob);
  await run(forgetWebFilesJob);
  expect(await left()).toEqual([
    "/assets/next-5e6f.js",
    "/assets/shell-1a2b.css",
    "Config",
    "GetMeProfile",
    "GetNextPage",
    "GetWeather",
    "NextChange",
    "OfPath",
    "WeatherChange",
  ]);
});
