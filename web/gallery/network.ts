import { vi } from "vitest";

/** A request as a component sent it: a path with its body, or a GraphQL operation with its variables. */
export type Sent = { to: string; body: Record<string, unknown> };
/** Answers a request with a body, or with a whole response. */
export type Answer = (body: Record<string, unknown>) => unknown;

/** Encodes a token with these claims, as the web reads it. Nothing verifies it here. */
function token(): string {
  const encode = (part: object) => btoa(JSON.stringify(part)).replaceAll("=", "");
  const now = Math.floor(Date.now() / 1000);
  return `${encode({ alg: "none" })}.${encode({ sub: "mira", anon: false, iat: now, exp: now + 900 })}.none`;
}

/** An error of the authentication API. */
export function refusal(code: string, status = 400): Response {
  return Response.json({ code, message: code }, { status });
}

/** A GraphQL error, about an argument if `field` is given. */
export function graphqlRefusal(code: string, field?: string): Response {
  return Response.json({ data: null, errors: [{ message: code, extensions: { code, field } }] });
}

/** A promise with the function that resolves it, for an answer that is late. */
export function late<Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
  return Promise.withResolvers<Value>();
}

/**
 * Answers the requests of a component test in place of a server.
 * @param answers by path, or by the name of a GraphQL operation; data of an operation needs its `__typename`s
 * @returns what was sent so far, without the session's own requests
 */
export function answerRequests(answers: Readonly<Record<string, Answer>>): Sent[] {
  const sent: Sent[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const path = new URL(input instanceof Request ? input.url : input, location.origin).pathname;
    if (path === "/api/auth/token") return Response.json({ token: token() });
    if (path === "/api/auth/sign-in/anonymous") return Response.json({ token: token() });
    const body = JSON.parse(typeof init?.body === "string" ? init.body : "{}") as Record<string, unknown>;
    const isGraphql = path === "/graphql";
    const to = isGraphql ? String(body["operationName"]) : path;
    const variables = isGraphql ? (body["variables"] as Record<string, unknown>) : body;
    sent.push({ to, body: variables });
    const answer = answers[to];
    if (!answer) throw new TypeError(`No answer to ${to}`);
    const answered = await answer(variables);
    if (answered instanceof Response) return answered;
    return Response.json(isGraphql ? { data: answered } : answered);
  });
  return sent;
}
