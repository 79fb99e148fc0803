import { serverAudits } from "graphql-http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../testing/harness.ts";
import type { TestServer } from "../../testing/harness.ts";

let server: TestServer;
let closed: TestServer;

beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  closed = await startTestServer({
    roles: "api",
    env: { GRAPHQL_OPEN: "off", GRAPHQL_INTROSPECTION: "off" },
  });
});
afterAll(async () => {
  await server.stop();
  await closed.stop();
});

const post = (target: TestServer, body: string, headers: Record<string, string> = {}) =>
  target.fetch("/graphql", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });

describe("requests that the endpoint refuses", () => {
  test("refuses a body that isn't JSON with a GraphQL error", async () => {
    const response = await post(server, "{");
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: "BAD_INPUT" } }] });
  });

  test("refuses a body of more than 100 KB", async () => {
    const response = await post(
      server,
      JSON.stringify({ query: `{ configs { __typename } } # ${"x".repeat(110_000)}` }),
    );
    expect(response.status).toBe(413);
  });

  test("refuses a batch of operations", async () => {
    const response = await post(
      server,
      JSON.stringify([{ query: "{ __typename }" }, { query: "{ __typename }" }]),
    );
    expect(response.status).toBe(400);
  });

  test("refuses other content types than JSON, so that another site's form can't post", async () => {
    const response = await server.fetch("/graphql", {
      method: "POST",
      headers: { "content-type": "text/plain" },
      body: JSON.stringify({ query: "{ __typename }" }),
    });
    expect([400, 415]).toContain(response.status);
  });

  test("refuses more than five aliases", async () => {
    const fields = Array.from({ length: 6 }, (_, index) => `a${index}: configs { __typename }`).join(" ");
    const { errors } = await server.graphql(`{ ${fields} }`);
    expect(errors[0]?.extensions.code).toBe("DOCUMENT_TOO_COMPLEX");
  });

  test("reports a variable of the wrong type as the client's error", async () => {
    for (const search of [["a", "b"], { a: 1 }, 8]) {
      const { errors } = await server.graphql(
        "query ($search: String) { studioClasses(filters: { search: $search }) { total } }",
        { search },
      );
      expect(errors.map(({ extensions }) => extensions.code)).toEqual(["BAD_INPUT"]);
    }
  });

  test("refuses a hundred rows of more than twenty fields each, also with a variable as page size", async () => {
    const ask = `query ($first: Int) { studioClasses(pagination: { first: $first }) { items {
      id classId title level type isExplicit isSaved isLocked accessType publishedAt description thumbnailImageUrl
      styleV2 { slug name } instructor { slug name } section { slug name } video { durationInMs } userProgress { percent } } } }`;
    expect((await server.graphql(ask, { first: 100 })).errors[0]?.extensions.code).toBe(
      "DOCUMENT_TOO_COMPLEX",
    );
    expect((await server.graphql(ask, { first: 50 })).errors).toEqual([]);
    expect((await server.graphql(ask)).errors).toEqual([]);
  });

  test("refuses a negative page size that would offset its siblings' cost", async () => {
    const dear = `studioClasses(pagination: { first: 100 }) { items {
      id classId title nextClass { id title nextClass { id title discussion(pagination: { first: 100 }) { items { id } } } } } }`;
    const cheap = `studioClass(id: "00000000-0000-0000-0000-000000000000") { discussion(pagination: { first: -1000000 }) { items { id } } }`;
    for (const document of [`{ ${dear} }`, `{ ${cheap} ${dear} }`])
      expect((await server.graphql(document)).errors[0]?.extensions.code).toBe("DOCUMENT_TOO_COMPLEX");
  });

  test("refuses a page size that is hidden in a variable's default", async () => {
    const { errors } =
      await server.graphql(`query ($first: Int = 100) { studioClasses(pagination: { first: $first }) {
      items { id classId title level type isExplicit isSaved isLocked accessType publishedAt description thumbnailImageUrl
        styleV2 { slug name } instructor { slug name } section { slug name } } } }`);
    expect(errors[0]?.extensions.code).toBe("DOCUMENT_TOO_COMPLEX");
  });

  const bomb = (levels: number) =>
    Array.from(
      { length: levels },
      (_, at) => `fragment f${at} on Query { ...f${at + 1} ...f${at + 1} }`,
    ).join(" ") + ` fragment f${levels} on Query { __typename }`;
  test.each([
    ["twenty levels", 20],
    ["as many levels as spreads allow", 24],
    ["sixty levels", 60],
  ])("refuses fragments that double at each of %s", async (_levels, levels) => {
    for (const target of [server, closed]) {
      const { errors, data } = await target.graphql(`query Q { ...f0 } ${bomb(levels)}`);
      expect(data).toBeNull();
      expect(errors[0]?.extensions.code).toBe(
        target === server ? "DOCUMENT_TOO_COMPLEX" : "DOCUMENT_NOT_TRUSTED",
      );
    }
  });

  test("refuses more than fifty fragment spreads", async () => {
    const spread = "fragment f on Query { __typename }";
    expect((await server.graphql(`{ ${"...f ".repeat(50)} } ${spread}`)).errors).toEqual([]);
    const { errors } = await server.graphql(`{ ${"...f ".repeat(51)} } ${spread}`);
    expect(errors[0]?.extensions.code).toBe("DOCUMENT_TOO_COMPLEX");
  });

  test("refuses a field repeated more than fifty times, also within inline fragments", async () => {
    const field = "configs { __typename } ";
    expect((await server.graphql(`{ ${field.repeat(51)} }`)).errors).toEqual([]);
    for (const again of [field.repeat(52), `... { ${field} } `.repeat(52)])
      expect((await server.graphql(`{ ${again} }`)).errors[0]?.extensions.code).toBe("DOCUMENT_TOO_COMPLEX");
  });

  test("refuses more than a thousand tokens", async () => {
    const { errors, data } = await server.graphql(`{ ${"configs { __typename } ".repeat(300)} }`);
    expect(data).toBeNull();
    expect(errors).toHaveLength(1);
  });

  test("refuses an unknown document if only trusted ones are accepted", async () => {
    const { errors, data } = await closed.graphql("{ configs { __typename } }");
    expect(data).toBeNull();
    expect(errors[0]?.extensions.code).toBe("DOCUMENT_NOT_TRUSTED");
  });

  test("refuses an unknown field without suggesting known ones", async () => {
    const quiet = await startTestServer({ roles: "api", env: { GRAPHQL_INTROSPECTION: "off" } });
    try {
      const { errors } = await quiet.graphql("{ confgs { __typename } }");
      expect(errors[0]?.message).not.toContain("configs");
      const introspection = await quiet.graphql("{ __schema { types { name } } }");
      expect(introspection.data).toBeNull();
    } finally {
      await quiet.stop();
    }
  });
});

describe("viewer of a request", () => {
  test("me is null without a token", async () => {
    expect((await server.graphql<{ me: null }>("{ me { id } }")).data).toEqual({ me: null });
  });

  test("a guest is a viewer", async () => {
    const person = await server.anonymous();
    const { data } = await server.graphql<{ me: { id: string; isMe: boolean } }>(
      "{ me { id isMe } }",
      {},
      { as: person },
    );
    expect(data?.me).toEqual({ id: person.id, isMe: true });
  });

  test.each(["Bearer nonsense", "nonsense", "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0."])(
    "refuses the token %s as UNAUTHENTICATED",
    async (token) => {
      const { errors, data } = await server.graphql(
        "{ configs { __typename } }",
        {},
        { headers: { "x-auth-token": token } },
      );
      expect(data).toBeNull();
      expect(errors[0]?.extensions.code).toBe("UNAUTHENTICATED");
    },
  );

  test("answers the new media type with the matching HTTP status", async () => {
    const response = await post(server, JSON.stringify({ query: "{ __typename }" }), {
      accept: "application/graphql-response+json",
      "x-auth-token": "Bearer nonsense",
    });
    expect(response.status).toBe(401);
  });

  test("registering keeps the account and revokes the old session", async () => {
    const person = await server.anonymous();
    const response = await server.fetch("/api/auth/sign-up/email", {
      method: "POST",
      headers: { "content-type": "application/json", cookie: person.cookie, origin: server.url },
      body: JSON.stringify({
        email: "stays@example.test",
        password: "a long enough password",
        name: "Demo Stays",
      }),
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ user: { id: person.id, isAnonymous: false } });
    const old = await server.fetch("/api/auth/token", { headers: { cookie: person.cookie } });
    expect(old.status).toBe(401);
  });
});

// The audit suite of the GraphQL over HTTP specification: https://graphql.github.io/graphql-over-http
describe("GraphQL over HTTP", () => {
  test.each(serverAudits({ url: "http://replaced" }).map(({ id, name }) => [id, name]))(
    "%s: %s",
    async (id) => {
      const audit = serverAudits({ url: `${server.url}/graphql` }).find((found) => found.id === id)!;
      const result = await audit.fn();
      expect(result.status === "ok" ? "ok" : `${result.status}: ${result.reason}`).toBe("ok");
    },
  );
});
