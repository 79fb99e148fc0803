import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patterns } from "../../contract/urls.ts";
import { removeFamilyMember } from "../modules/identity/family/family.ts";
import { openBrowser } from "../testing/browser.ts";
import { startTestServer } from "../testing/harness.ts";
import type { TestPerson, TestServer } from "../testing/harness.ts";
import { mailTo, subjectsTo } from "../testing/mailbox.ts";
import { buildSmallWeb } from "../testing/small-web.ts";

let server: TestServer;
let member: TestPerson;
let admin: TestPerson;
let webDir: string;
beforeAll(async () => {
  webDir = await buildSmallWeb();
  server = await startTestServer({ webDir });
  [member, admin] = [await server.member(), await server.member({ role: "admin" })];
});
afterAll(async () => {
  await server?.stop();
  await rm(webDir, { recursive: true, force: true });
});

const codesOf = async (query: string, variables: object, as: TestPerson) =>
  (await server.graphql(query, variables, { as })).errors.map(({ extensions }) => extensions.code);

/** Sends raw bytes, which no client library would send. @returns the status */
const raw = (head: string) =>
  new Promise<number>((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    let answer = "";
    socket
      .once("error", reject)
      .on("data", (bytes: Buffer) => (answer += bytes.toString("latin1")))
      .once("close", () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])));
    socket.write(`${head}\r\nConnection: close\r\n\r\n`);
  });

describe("texts in GraphQL", () => {
  const rename = "mutation ($name: String) { updateProfile(profile: { name: $name }) { name } }";

  test.each([
    ["NUL", "a\u0000"],
    ["half a character", "a\ud800"],
    ["a control character", "a\u0007"],
    ["a reversed direction", "a\u202egpj"],
    ["characters that show nothing", "\u200b\u3164"],
    ["a web address", "https://evil.example/free-gift-click"],
    ["a host", "evil.click"],
  ])("refuses a name with %s with a message and its field", async (_what, name) => {
    const { errors } = await server.graphql(rename, { name }, { as: member });
    expect(errors).toMatchObject([{ extensions: { code: "BAD_INPUT" }, message: /\.$/ }]);
    expect(String(errors[0]?.extensions["field"])).toMatch(/name$/);
  });

  test.each(["J.Lo", "Dr. No", "ليلى", "Cruz 👨‍👩‍👧‍👦"])("accepts %s as a name", async (name) => {
    const { data } = await server.graphql(rename, { name }, { as: member });
    expect(data).toEqual({ updateProfile: { name } });
  });

  test("checks a string literal in the document like a variable", async () => {
    const literal = String.raw`{ studioClass(id: "a\u0000") { id } }`;
    expect(await codesOf(literal, {}, member)).toEqual(["BAD_INPUT"]);
    expect(await codesOf(String.raw`{ studioClass(id: "a\ud800") { id } }`, {}, member)).toEqual([
      "BAD_INPUT",
    ]);
  });

  test("applies the rules for names to families and rooms", async () => {
    const add =
      "mutation ($name: String!, $key: String!) { createFamilyMember(name: $name, isChild: false, idempotencyKey: $key) { activeId } }";
    expect(await codesOf(add, { name: "www.evil", key: randomUUID() }, member)).toEqual(["BAD_INPUT"]);
  });

  test("treats a post of invisible characters as empty", async () => {
    const post =
      "mutation ($text: String!, $key: String!) { createPost(text: $text, idempotencyKey: $key) { id } }";
    for (const text of ["\u200b\u200b", "\u3164", "\u2800\n\u00ad", ">".repeat(2000)])
      expect(await codesOf(post, { text, key: randomUUID() }, member)).toEqual(["BAD_INPUT"]);
  });
});

describe("texts over HTTP", () => {
  test("serves no page for a path with a forbidden text", async () => {
    for (const path of Object.values<string>(patterns)) {
      if (!path.includes("$")) continue;
      for (const bad of ["%00", "a%07b", "%ff", "a%ED%A0%80"]) {
        const answer = await server.fetch(path.replace(/\$\w+/, bad), {
          headers: { accept: "text/html", cookie: member.cookie },
        });
        expect([400, 404], `${path} ${bad}`).toContain(answer.status);
      }
    }
  });

  test.each(["a b", "a/b", "a@b", "[::1", "a:x", "a\\b", '"a"'])("refuses Host: %s", async (host) => {
    expect(await raw(`GET /dashboard HTTP/1.1\r\nHost: ${host}`)).toBe(400);
  });

  test.each(["dance.example", "127.0.0.1:3000", "[::1]:80", "xn--tnze-loa.example"])(
    "accepts Host: %s",
    async (host) => {
      expect(await raw(`GET /dashboard HTTP/1.1\r\nHost: ${host}`)).toBe(200);
    },
  );

  test("refuses texts of a sign-up in the format of that route's other errors", async () => {
    const email = `demo-${randomUUID()}@example.test`;
    for (const name of ["a\u0000", "\ud800", "\u202eana", "\u200b", "https://evil.example/gift"]) {
      const { status, body } = await openBrowser(server).post("/api/auth/sign-up/email", {
        email,
        password: "tango on a tin roof",
        name,
      });
      expect([status, body.code, body.field]).toEqual([400, "BAD_INPUT", "name"]);
    }
    const broken = await server.fetch("/api/auth/sign-in/email", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: Buffer.from([0x7b, 0xff, 0x7d]),
    });
    expect(broken.status).toBe(400);
  });

  test("checks texts of the realtime database", async () => {
    const token = await admin.token();
    const put = (path: string, body: string, method = "PUT") =>
      server.fetch(`/rtdb/${path}.json?auth=${token}`, { method, body });
    for (const body of [
      String.raw`"a\u0000"`,
      String.raw`{"a":"\ud800"}`,
      String.raw`{"\udc00":1}`,
      "1e999",
      `${"[".repeat(100)}1${"]".repeat(100)}`,
    ])
      expect([body.slice(0, 20), (await put("texts/one", body)).status]).toEqual([body.slice(0, 20), 400]);
    expect((await put("texts/sum", "1.7e308")).status).toBe(200);
    expect((await put("texts/sum", '{".sv":{"increment":1.7e308}}')).status).toBe(400);
    expect((await put("texts", '{"a":{".sv":{"increment":1e999}}}', "PATCH")).status).toBe(400);
    expect((await server.fetch(`/rtdb/texts/a%00.json?auth=${token}`)).status).toBe(400);
  });
});

describe("emails to an address that isn't verified", () => {
  test("contain no text from the person who entered the address", async () => {
    const email = `demo-${randomUUID()}@example.test`;
    const browser = openBrowser(server);
    const name = "Winner Claimyourgift";
    await browser.post("/api/auth/sign-up/email", { email, password: "tango on a tin roof", name });
    await browser.post("/api/auth/send-link", { email, purpose: "reset" });
    await browser.post("/api/auth/send-link", { email, purpose: "sign_in" });
    for (const subject of ["Confirm your email", "Choose a new password", "Your sign-in link"]) {
      const mail = await mailTo(server, email, subject);
      expect(mail.text + mail.html).not.toContain("Winner");
    }
    expect(await subjectsTo(server, email)).toHaveLength(3);
  });

  test("greet by name once the address is verified", async () => {
    const someone = await server.member({ name: "Greta Garbo" });
    await server.graphql("mutation { deleteAccount { id } }", {}, { as: someone });
    const { rows } = await server.pool.query<{ email: string }>(
      `select email from identity."user" where id = $1`,
      [someone.id],
    );
    expect((await mailTo(server, rows[0]!.email, "Your account will be deleted in 14 days")).text).toContain(
      "Hello Greta,",
    );
  });
});

describe("cursors", () => {
  const cursor = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString("base64url");

  test.each([
    "notifications",
    "invoices",
    "drafts",
    "moderationCases",
    "studioCoupons",
    "couponBatches",
    "studioChallenges",
    "studioClasses",
    "posts",
    "failedJobs",
    "studioPeople",
    "studioAudit",
    "savedClasses",
  ])("%s refuses a cursor from no list", async (field) => {
    const queue = field === "moderationCases" ? "queue: open, " : "";
    for (const after of [
      cursor(1e300, randomUUID()),
      cursor(1e300, 1e300, randomUUID()),
      cursor(-1e300, randomUUID()),
      cursor(0.5, randomUUID()),
      cursor(9e15, randomUUID()),
      cursor(1e300, "a\u0000"),
      cursor("\ud800", "a", randomUUID()),
      cursor("a\u0000", "b", randomUUID(), "c"),
      cursor(1e300),
    ]) {
      const { errors } = await server.graphql(
        `query ($after: String) { ${field}(${queue}pagination: { after: $after }) { __typename } }`,
        { after },
        { as: admin },
      );
      for (const { extensions } of errors) expect(extensions.code).toBe("BAD_INPUT");
    }
  });
});

test("asks a removed profile to sign in", async () => {
  const holder = await server.member();
  const asHolder = await holder.token();
  const run = <Data>(token: string, query: string, variables: object) =>
    server.graphql<Data>(query, variables, { headers: { "x-auth-token": `Bearer ${token}` } });
  const { data } = await run<{ createFamilyMember: { members: { id: string; isHolder: boolean }[] } }>(
    asHolder,
    'mutation ($key: String!) { createFamilyMember(name: "Ben", isChild: false, idempotencyKey: $key) { members { id isHolder } } }',
    { key: randomUUID() },
  );
  const { id } = data!.createFamilyMember.members.find(({ isHolder }) => !isHolder)!;
  const choose = "mutation ($id: ID!) { chooseFamilyMember(id: $id) { activeId } }";
  expect((await run(asHolder, choose, { id })).errors).toEqual([]);
  const asProfile = await holder.token();
  expect((await run(asProfile, "{ me { id } }", {})).data).toEqual({ me: { id } });
  // In another session, so that this one's token stays valid for a moment.
  const elsewhere = {
    personId: holder.id,
    accountId: holder.id,
    isChild: false,
    hidesExplicit: false,
    sessionId: randomUUID(),
    role: "member",
    isAnonymous: false,
  } as const;
  await removeFamilyMember(server.ctx(elsewhere), id);
  const { rows } = await server.pool.query<{ id: string }>(
    "update growth.experiments set is_running = true, share = 100, countries = null returning id",
  );
  for (const [query, variables] of [
    ["mutation ($id: ID!) { setExperiment(experimentId: $id) { variant } }", { id: rows[0]!.id }],
    [
      "mutation ($at: DateTime!) { setPlanHoliday(from: $at, to: $at, isOff: true) { weekStart } }",
      { at: new Date().toISOString() },
    ],
  ] as const) {
    const { errors } = await run(asProfile, query, variables);
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(["UNAUTHENTICATED"]);
  }
});
