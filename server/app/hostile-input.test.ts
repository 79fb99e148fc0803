import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { atOnce, eachOf } from "../testing/each-of.ts";
import { createClass, createLibrary, library } from "../testing/factories.ts";
import { startTestServer } from "../testing/harness.ts";
import type { TestPerson, TestServer } from "../testing/harness.ts";
import { attemptsOf, beyondNumbers, callsOf, fillOf, valueOf } from "../testing/hostile-values.ts";
import type { Call, Known } from "../testing/hostile-values.ts";
import { schema } from "./schema.ts";

let server: TestServer;
let known: Known;
let other: TestPerson;
/** Ids of existing objects of every kind. A call uses the first one that it accepts. */
let ids: readonly string[];

beforeAll(async () => {
  server = await startTestServer({
    roles: "api",
    env: { LOG_LEVEL: "fatal", DATABASE_CONNECTIONS: String(atOnce) },
  });
  await createLibrary(server.pool);
  const studioClass = await createClass(server.pool, { isPlayable: true });
  const draft = await createClass(server.pool, { publishedAt: null });
  other = await server.member({ username: "other" });
  const say = async (query: string, variables: object) => {
    const { data } = await server.graphql<Record<string, { id: string }>>(query, variables, { as: other });
    return Object.values(data ?? {})[0]?.id ?? "";
  };
  const post = await say(
    'mutation ($key: String!) { createPost(text: "Hello", idempotencyKey: $key) { id } }',
    { key: randomUUID() },
  );
  const comment = await say(
    'mutation ($post: ID!, $key: String!) { createComment(postId: $post, text: "Hello", idempotencyKey: $key) { id } }',
    { post, key: randomUUID() },
  );
  const { data } = await server.graphql<{ plans: { id: string }[] }>("{ plans { id } }");
  const { rows } = await server.pool.query<{ id: string }>("select id from growth.experiments limit 1");
  ids = [studioClass.slug, draft.id, post, comment, other.id];
  known = {
    classId: studioClass.id,
    postId: post,
    videoUploadId: null,
    replyToId: null,
    atMs: null,
    userId: other.id,
    personId: other.id,
    username: "other",
    slug: library.instructors[0].slug,
    instructor: library.instructors[0].slug,
    section: library.sections[0],
    style: library.styles[0].slug,
    categories: [library.categories[0].slug],
    planId: data?.plans[0]?.id,
    experimentId: rows[0]?.id,
    countryCode: "US",
    currencyCode: "USD",
    timeZone: "Europe/Berlin",
    text: "Hello",
    name: "Ana",
    title: "Hello",
    level: "beginner",
    type: "choreography",
    pin: "1234",
    currentPin: null,
    language: "en",
    from: "2027-01-01",
    startsAt: "18:30",
    url: "https://example.test",
    color: "amber",
    first: 5,
    pagination: null,
  };
});
afterAll(() => server?.stop());

/** Arguments that a few calls need so that their other arguments are reached. */
const presets: Readonly<Record<string, Known>> = {
  changeQuietHours: { from: "22:00", to: "07:00" },
  setPlanHoliday: { from: "2026-12-01T12:00:00Z", to: "2026-12-02T12:00:00Z" },
  setPlanSettings: { minutes: 20, weekStart: null },
  planBreak: { week: "2026-11-23" },
  suspendAccount: { days: 1 },
  taxRateSet: { region: "", milliPercent: 1000 },
  setHDYHAUSurveyResponse: { slug: "other" },
  saveNote: { id: randomUUID(), drawing: null, atMs: 1 },
};

/** Creates objects that only their owner may change. */
async function ownIds(person: TestPerson): Promise<string[]> {
  const { data } = await server.graphql<{
    createPost: { id: string };
    createFamilyMember: { members: { id: string; isHolder: boolean }[] };
  }>(
    `mutation ($key: String!) {
      createPost(text: "Hello", idempotencyKey: $key) { id }
      createFamilyMember(name: "Ben", isChild: false, idempotencyKey: $key) { members { id isHolder } }
    }`,
    { key: randomUUID() },
    { as: person },
  );
  const member = data?.createFamilyMember.members.find(({ isHolder }) => !isHolder);
  return [data?.createPost.id, member?.id].filter((id) => id !== undefined);
}

const bodyOf = (query: string, variables: object) =>
  JSON.stringify({ query, variables }).replaceAll(JSON.stringify(beyondNumbers), "1e999");

/** The error codes of a call's result, or the HTTP status of a response that isn't GraphQL. */
async function codesOf(kind: Call["kind"], body: string, token: string): Promise<string[]> {
  const closing = new AbortController();
  const response = await server.fetch(kind === "subscription" ? "/graphql/stream" : "/graphql", {
    method: "POST",
    headers: { "content-type": "application/json", "x-auth-token": `Bearer ${token}` },
    body,
    signal: closing.signal,
  });
  if (response.status >= 500) return [`HTTP ${response.status}`];
  let text = "";
  if (kind !== "subscription") text = await response.text();
  else {
    // The first event shows the result.
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += part.value;
      if (/^data: .+\n/m.test(text) || text.includes("event: complete")) break;
    }
    closing.abort();
  }
  return [...text.matchAll(/"code":"(\w+)"/g)].map(([, code]) => code!);
}

const isFault = (code: string) => code === "INTERNAL" || /^HTTP 5(?!03)/.test(code);

/** `HOSTILE_VALUES=all` tries every value in every place, which takes minutes. Otherwise each place gets a third of them. */
const share = process.env["HOSTILE_VALUES"] === "all" ? 1 : 3;
const placeNumber = (text: string) => [...text].reduce((sum, char) => sum + char.codePointAt(0)!, 0);

/** Sends hostile values in every place of a call. @returns the faults, and the number of requests */
async function attack(call: Call, role: "member" | "admin"): Promise<{ faults: string[]; sent: number }> {
  // A call may change its person, for example delete the account. The next call gets a new one.
  const person = await server.member({ role });
  const token = await person.token();
  const run = (filled: Known) => {
    const variables = Object.fromEntries(
      call.args.map(({ name, type }) => [name, valueOf(type, name, filled)]),
    );
    return codesOf(call.kind, bodyOf(call.document, { ...fillOf(call, filled), ...variables }), token);
  };
  let filled: Known = { ...known, ...presets[call.name] };
  // The first id that the call accepts, so that its resolver is reached.
  if (call.document.includes("$id:"))
    for (const id of [...(await ownIds(person)), ...ids]) {
      filled = { ...filled, id };
      if (!(await run(filled)).some((code) => code === "NOT_FOUND" || code === "BAD_INPUT")) break;
    }
  // If a member is refused outright, the admin's run covers the other values.
  const most = role === "member" && (await run(filled)).includes("NOT_FOUND") ? 3 : Infinity;
  const faults = new Set<string>();
  const tried = new Map<string, number>();
  let sent = 0;
  for (const { place, variables } of attemptsOf(call.args, filled)) {
    const before = tried.get(place) ?? 0;
    tried.set(place, before + 1);
    if (before >= most || (before + placeNumber(call.name + place)) % share > 0) continue;
    sent += 1;
    const body = bodyOf(call.document, { ...fillOf(call, filled), ...variables });
    for (const code of await codesOf(call.kind, body, token))
      if (isFault(code)) faults.add(`${role} ${call.name} ${place}: ${code} ${body.slice(-300)}`);
  }
  return { faults: [...faults], sent };
}

const calls = callsOf(schema);

test.each(["member", "admin"] as const)(
  "no value of any argument causes an internal error, as %s",
  { timeout: 240_000 },
  async (role) => {
    const faults: string[] = [];
    let total = 0;
    await eachOf(calls, async (call) => {
      const { faults: found, sent } = await attack(call, role);
      faults.push(...found);
      total += sent;
    });
    expect(faults).toEqual([]);
    expect(total).toBeGreaterThan(2_000);
  },
);

test("calls every field that takes arguments", () => {
  const covered = new Set(calls.map(({ name }) => name));
  const roots = [schema.getQueryType()!, schema.getMutationType()!, schema.getSubscriptionType()!];
  for (const root of roots)
    for (const field of Object.values(root.getFields()))
      if (field.args.length > 0) expect(covered).toContain(field.name);
});
