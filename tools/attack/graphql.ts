/** Attacks on a GraphQL endpoint like those of the public tools: information disclosure, and the cost of one request. */
import type { Result } from "./result.ts";
import type { Target } from "./target.ts";

interface Attack {
  readonly name: string;
  readonly send: (graphql: URL) => Promise<Response>;
  /** Whether the response is as required. */
  readonly isHeld: (answer: { status: number; text: string; ms: number }) => boolean;
}

const json = { "content-type": "application/json" };
const post = (url: URL, body: unknown, headers: Record<string, string> = json) =>
  fetch(url, { method: "POST", headers, body: typeof body === "string" ? body : JSON.stringify(body) });
const query =
  (text: string, variables: object = {}) =>
  (url: URL) =>
    post(url, { query: text, variables });
const repeat = (count: number, write: (place: number) => string) =>
  Array.from({ length: count }, (_, place) => write(place)).join(" ");
const isRefused = ({ status, text }: { status: number; text: string }) =>
  status >= 400 || /"errors":\s*\[/.test(text);
/** Refused before it used resources. */
const isRefusedSoon = (answer: { status: number; text: string; ms: number }) =>
  isRefused(answer) && answer.ms < 2_000;

/** Each level spreads the next one twice. */
const bomb = (levels: number) =>
  `query Q { ...f0 } ${repeat(levels, (level) => `fragment f${level} on Query { ...f${level + 1} ...f${level + 1} }`)} fragment f${levels} on Query { __typename }`;
const nested = (depth: number) =>
  `{ studioClass(id: "x") ${"{ nextClass ".repeat(depth)} { id } ${"}".repeat(depth)} }`;

const attacks: readonly Attack[] = [
  {
    name: "introspection",
    send: query("{ __schema { types { name } } }"),
    isHeld: isRefused,
  },
  {
    name: "field suggestions",
    send: query("{ studioClases { total } }"),
    isHeld: (answer) => isRefused(answer) && !/did you mean/i.test(answer.text),
  },
  {
    name: "1,000 aliases",
    send: query(`{ ${repeat(1000, (place) => `a${place}: me { id }`)} }`),
    isHeld: isRefusedSoon,
  },
  {
    name: "100 aliases",
    send: query(`{ ${repeat(100, (place) => `a${place}: me { id }`)} }`),
    isHeld: isRefusedSoon,
  },
  {
    name: "500 directives",
    send: query(`{ me ${repeat(500, () => "@include(if: true)")} { id } }`),
    isHeld: isRefusedSoon,
  },
  {
    name: "10,000 same fields",
    send: query(`{ ${repeat(10_000, () => "__typename")} }`),
    isHeld: isRefusedSoon,
  },
  { name: "depth of 50", send: query(nested(50)), isHeld: isRefusedSoon },
  { name: "depth of 5,000", send: query(nested(5_000)), isHeld: isRefusedSoon },
  {
    name: "circular fragments",
    send: query("query { ...a } fragment a on Query { ...b } fragment b on Query { ...a }"),
    isHeld: isRefusedSoon,
  },
  { name: "fragment bomb of 16 levels", send: query(bomb(16)), isHeld: isRefusedSoon },
  { name: "fragment bomb of 60 levels", send: query(bomb(60)), isHeld: isRefusedSoon },
  {
    name: "page of a million",
    send: query("{ studioClasses(pagination: { first: 1000000 }) { items { id } } }"),
    isHeld: ({ text, status, ms }) => ms < 2_000 && (status >= 400 || text.length < 100_000),
  },
  {
    name: "negative page beside a large one",
    send: query(
      `query ($n: Int) { a: studioClass(id: "00000000-0000-4000-8000-000000000000") { discussion(pagination: { first: $n }) { items { id } } }
       b: studioClasses(pagination: { first: 100 }) { items { nextClass { nextClass { nextClass { discussion(pagination: { first: 100 }) { items { id } } } } } } } }`,
      { n: -1_000_000 },
    ),
    isHeld: isRefusedSoon,
  },
  {
    name: "batch of 100",
    send: (url) =>
      post(
        url,
        Array.from({ length: 100 }, () => ({ query: "{ __typename }" })),
      ),
    isHeld: isRefusedSoon,
  },
  { name: "body of 2 MB", send: query(`{ __typename } #${"x".repeat(2_000_000)}`), isHeld: isRefusedSoon },
  {
    name: "mutation by GET",
    send: (url) =>
      fetch(`${url.href}?query=${encodeURIComponent("mutation { setHidesExplicit(hides: true) }")}`),
    isHeld: ({ status }) => status === 405 || status === 404 || status === 400,
  },
  {
    name: "mutation as a form",
    send: (url) =>
      post(url, "query=mutation%20%7B%20setHidesExplicit(hides%3A%20true)%20%7D", {
        "content-type": "application/x-www-form-urlencoded",
      }),
    isHeld: ({ status }) => status === 415 || status === 400,
  },
  {
    name: "mutation as text/plain",
    send: (url) =>
      post(url, { query: "mutation { setHidesExplicit(hides: true) }" }, { "content-type": "text/plain" }),
    isHeld: ({ status }) => status === 415 || status === 400,
  },
  {
    name: "traces and stacks in errors",
    send: query("{ post(id: 1.5e309) { id } }"),
    isHeld: (answer) => isRefused(answer) && !/node_modules|at \w+ \(|"tracing"|\.ts:\d/.test(answer.text),
  },
  {
    name: "an admin's field without a token",
    send: query("{ staff { id } }"),
    isHeld: ({ text }) => text.includes("UNAUTHENTICATED"),
  },
  {
    name: "a token with alg none",
    send: (url) =>
      post(
        url,
        { query: "{ staff { id } }" },
        {
          ...json,
          "x-auth-token": `Bearer ${[
            { alg: "none" },
            { sub: crypto.randomUUID(), sid: crypto.randomUUID(), role: "admin", anon: false, exp: 4e9 },
          ]
            .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
            .join(".")}.`,
        },
      ),
    isHeld: ({ text }) => text.includes("UNAUTHENTICATED"),
  },
];

const maxMs = 15_000;

/** Sends each attack, and checks after each whether the server still answers. */
export async function attackGraphql(target: Target): Promise<Result> {
  const graphql = new URL("/graphql", target);
  const findings: string[] = [];
  for (const { name, send, isHeld } of attacks) {
    const startedAt = performance.now();
    const answer = await Promise.race([
      send(graphql).then(async (response) => ({
        status: response.status,
        text: await response.text(),
        ms: performance.now() - startedAt,
      })),
      new Promise<null>((resolve) => setTimeout(resolve, maxMs, null).unref()),
    ]);
    if (!answer) findings.push(`${name}: no answer within ${maxMs / 1000} s`);
    else if (!isHeld(answer))
      findings.push(`${name}: ${answer.status} in ${Math.round(answer.ms)} ms, ${answer.text.slice(0, 120)}`);
    const alive = await fetch(new URL("/healthz", target), { signal: AbortSignal.timeout(maxMs) }).catch(
      () => null,
    );
    if (!alive?.ok) {
      findings.push(`${name}: the server doesn't answer afterwards`);
      break;
    }
  }
  return {
    tool: "graphql",
    tried: `${attacks.length} requests that tell much or cost much`,
    requests: attacks.length,
    findings,
  };
}
