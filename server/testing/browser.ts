import { randomUUID } from "node:crypto";
import type { TestServer } from "./harness.ts";

/** A test browser with its own cookies and its own IP address. */
export interface TestBrowser {
  /** Its current session cookie, as a header. */
  cookie(): string;
  /** Adopts the cookies of another browser, like a thief. */
  take(cookie: string): void;
  post(path: string, body?: object, headers?: Record<string, string>): Promise<BrowserAnswer>;
  get(path: string): Promise<BrowserAnswer>;
  /** Sends an operation with the current session. */
  graphql<Data = Record<string, never>>(
    query: string,
    variables?: object,
  ): Promise<Awaited<ReturnType<TestServer["graphql"]>> & { data: Data | null }>;
}

export interface BrowserAnswer {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- a body of any route; tests check what they expect
  readonly body: any;
}

/** Opens a browser that is signed out. */
export function openBrowser(
  server: TestServer,
  options: { address?: string; origin?: string } = {},
): TestBrowser {
  const jar = new Map<string, string>();
  const address = options.address ?? `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`;
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const send = async (path: string, init: RequestInit): Promise<BrowserAnswer> => {
    const response = await server.fetch(path, {
      redirect: "manual",
      ...init,
      headers: {
        origin: options.origin ?? server.url,
        "x-forwarded-for": address,
        ...(jar.size > 0 ? { cookie: cookie() } : {}),
        ...init.headers,
      },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split(";");
      const name = pair.slice(0, pair.indexOf("="));
      if (attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute))) jar.delete(name);
      else jar.set(name, pair.slice(pair.indexOf("=") + 1));
    }
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
  const browser: TestBrowser = {
    cookie,
    take: (given) => {
      jar.clear();
      for (const pair of given.split("; "))
        jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    },
    get: (path) => send(path, {}),
    post: (path, body = {}, headers = {}) =>
      send(path, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      }),
    graphql: async (query, variables) => {
      const { body } = await browser.get("/api/auth/token");
      return (await server.graphql(query, variables, {
        headers: { "x-auth-token": `Bearer ${(body as { token: string }).token}` },
      })) as never;
    },
  };
  return browser;
}

/** The account that a browser is signed in to. One without a session cookie is signed out for certain. */
export async function signedInAccount(browser: TestBrowser): Promise<string | null> {
  if (!browser.cookie().includes("session_token")) return null;
  const { status, body } = await browser.get("/api/auth/token");
  return status === 200 ? subjectOf(body.token as string) : null;
}
const subjectOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString()) as { sub: string }).sub;

/** @throws if an answer has another status */
export function expectStatus(answer: BrowserAnswer, status: number): void {
  if (answer.status !== status) failOn(answer);
}

/** @throws always, with the answer in the message */
export function failOn({ status, body }: BrowserAnswer): never {
  throw new Error(`Unexpected answer ${status}: ${JSON.stringify(body)}`);
}
