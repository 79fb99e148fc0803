/** Checks of headers, methods and encodings over plain HTTP. */
import { request } from "node:http";
import { gzipSync } from "node:zlib";
import type { Result } from "./result.ts";
import type { Target } from "./target.ts";

interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}
interface Attack {
  readonly name: string;
  readonly method?: string;
  /** The raw request path: dots aren't resolved. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** The fault of the response, or null. */
  readonly fault: (answer: Answer) => string | null;
}

const headerOf = ({ headers }: Answer, name: string) => String(headers[name] ?? "");
const unless = (isHeld: boolean, fault: string) => (isHeld ? null : fault);
const hostile = "attacker.example";
const noEcho = (answer: Answer) =>
  unless(
    !answer.text.includes(hostile) && !headerOf(answer, "location").includes(hostile),
    "the answer repeats a foreign host",
  );
const noFile = (answer: Answer) =>
  unless(
    answer.status >= 400 && answer.status < 500 && !answer.text.includes("root:"),
    `answered ${answer.status}`,
  );
const noCors = (answer: Answer) =>
  unless(!headerOf(answer, "access-control-allow-origin"), "another origin may read the answer");
const isRefused = (answer: Answer) =>
  unless(answer.status >= 400 && answer.status < 500, `answered ${answer.status}`);
const json = { "content-type": "application/json" };

const attacks: readonly Attack[] = [
  {
    name: "page without a strict Content-Security-Policy",
    path: "/login",
    fault: (answer) => {
      const policy = headerOf(answer, "content-security-policy");
      return unless(
        /object-src 'none'/.test(policy) &&
          /base-uri 'none'/.test(policy) &&
          /frame-ancestors 'none'/.test(policy) &&
          !/script-src[^;]*unsafe/.test(policy),
        policy || "there is none",
      );
    },
  },
  {
    name: "content types are guessed",
    path: "/",
    fault: (answer) => unless(headerOf(answer, "x-content-type-options") === "nosniff", "nosniff is missing"),
  },
  {
    name: "the server's make is told",
    path: "/",
    fault: (answer) =>
      unless(!answer.headers["x-powered-by"] && !answer.headers["server"], "a header names it"),
  },
  { name: "TRACE", method: "TRACE", path: "/", fault: isRefused },
  { name: "foreign Host", path: "/login", headers: { host: hostile }, fault: noEcho },
  {
    name: "foreign X-Forwarded-Host",
    path: "/login",
    headers: { "x-forwarded-host": hostile },
    fault: noEcho,
  },
  { name: "CORS of pages", path: "/", headers: { origin: `https://${hostile}` }, fault: noCors },
  {
    name: "CORS of GraphQL",
    method: "OPTIONS",
    path: "/graphql",
    headers: { origin: `https://${hostile}`, "access-control-request-method": "POST" },
    fault: noCors,
  },
  {
    name: "sign-in from a foreign origin",
    method: "POST",
    path: "/api/auth/sign-in/anonymous",
    headers: { ...json, origin: `https://${hostile}` },
    body: "{}",
    fault: isRefused,
  },
  {
    name: "method override on the realtime database",
    method: "POST",
    path: "/rtdb/subscriptions/x.json",
    headers: { ...json, "x-http-method-override": "DELETE" },
    body: "{}",
    fault: isRefused,
  },
  { name: "dots out of pictures", path: "/pictures/../../../../etc/passwd", fault: noFile },
  { name: "coded dots out of pictures", path: "/pictures/..%2f..%2f..%2fetc%2fpasswd", fault: noFile },
  {
    name: "twice coded dots out of pictures",
    path: "/pictures/%252e%252e%252fetc%252fpasswd",
    fault: noFile,
  },
  { name: "NUL in a path of pictures", path: "/pictures/x%00.webp", fault: noFile },
  { name: "dots out of assets", path: "/assets/../../package.json", fault: noFile },
  {
    name: "open redirect",
    path: `//${hostile}/%2e%2e`,
    fault: (answer) => unless(!headerOf(answer, "location").includes(hostile), "it leads away"),
  },
  {
    name: "split headers",
    path: `/login?next=%0d%0aSet-Cookie:%20x=1`,
    fault: (answer) => unless(!headerOf(answer, "set-cookie").includes("x=1"), "a cookie was injected"),
  },
  {
    name: "gzip bomb",
    method: "POST",
    path: "/graphql",
    headers: { ...json, "content-encoding": "gzip" },
    body: gzipSync(Buffer.alloc(50 * 1024 * 1024)),
    fault: isRefused,
  },
  {
    name: "prototype pollution",
    method: "POST",
    path: "/graphql",
    headers: json,
    body: '{"query":"{__typename}","__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}',
    fault: (answer) => unless(answer.status < 500, `answered ${answer.status}`),
  },
  {
    name: "unsigned webhook",
    method: "POST",
    path: "/webhooks/stripe",
    headers: json,
    body: '{"type":"payment_intent.succeeded"}',
    fault: isRefused,
  },
];

function send(target: Target, { method = "GET", path, headers = {}, body }: Attack): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: target.hostname, port: target.port, method, path, headers, timeout: 15_000 },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => (text += chunk));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
        response.on("error", reject);
      },
    );
    asked.on("timeout", () => asked.destroy(new Error("no answer within 15 s")));
    asked.on("error", reject);
    asked.end(body);
  });
}

/** Sends the requests one after another. */
export async function attackHttp(target: Target): Promise<Result> {
  const findings: string[] = [];
  for (const attack of attacks) {
    const fault = await send(target, attack).then(attack.fault, (error: Error) =>
      // A server may close the connection instead of reading the request.
      /ECONNRESET|EPIPE/.test(String((error as NodeJS.ErrnoException).code)) ? null : error.message,
    );
    if (fault) findings.push(`${attack.name}: ${fault}`);
  }
  return {
    tool: "http",
    tried: `${attacks.length} headers, methods, paths and encodings`,
    requests: attacks.length,
    findings,
  };
}
