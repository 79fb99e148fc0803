/** People of the composed studio, who reach it by way of Caddy. */
import { randomUUID } from "node:crypto";
import { setDefaultCACertificates, getCACertificates } from "node:tls";
import { setTimeout as sleep } from "node:timers/promises";
import { openBrowser, expectStatus } from "../../server/testing/browser.ts";
import { until } from "../../server/testing/drill/until.ts";
import { speakTo } from "../../server/testing/harness.ts";
import type { TestPerson, TestServer } from "../../server/testing/harness.ts";
import type { Studio } from "./engine.ts";

/** Trusts the certificate that Caddy has made for `localhost`. */
export async function trustCaddy(studio: Studio): Promise<void> {
  const path = "/data/caddy/pki/authorities/local/root.crt";
  const root = await until("Caddy's certificate", 1_000, () =>
    studio.exec("front", "cat", path).catch(() => null),
  );
  setDefaultCACertificates([...getCACertificates("default"), root]);
}

/** Waits until Caddy has seen that a server is ready. */
export const openToVisitors = (studio: Studio): Promise<true> =>
  until("a page by way of Caddy", 500, async () => (await fetch(studio.url)).ok || null);

export type Admin = Pick<TestServer, "graphql" | "subscribe"> & { readonly person: TestPerson };

/** Becomes the first admin as `docs/operate.md` says: signs up, confirms the email, and enters the code that a server has printed. */
export async function becomeAdmin(studio: Studio): Promise<Admin> {
  const { url } = studio;
  const speaking = speakTo(url, (person) => person.token());
  const browser = openBrowser({
    ...speaking,
    url,
    fetch: (path: string, init) => fetch(url + path, init),
  } as TestServer);
  const account = {
    email: `${randomUUID()}@example.test`,
    name: "Demo Owner",
    password: "tango on a tin roof",
  };
  expectStatus(await browser.post("/api/auth/sign-up/email", account), 200);
  // Without SMTP_URL, emails are files in the volume.
  const link = await until("the email", 1_000, async () => {
    const found = await studio
      .exec("worker", "sh", "-c", `cat $(grep --files-with-matches ${account.email} /data/outbox/*.eml)`)
      .catch(() => "");
    return /\/verify#([\w-]+)/.exec(found.replaceAll("=\r\n", "").replaceAll("=3D", "="))?.[1] ?? null;
  });
  expectStatus(await browser.post("/api/auth/prove-address", { key: link }), 200);
  const code = /enter this code: (\S+)/.exec(await studio.logs("api"))?.[1];
  const { errors } = await browser.graphql("mutation ($code: String!) { becomeFirstAdmin(code: $code) }", {
    code,
  });
  if (errors.length > 0) throw new Error(`The code was refused: ${JSON.stringify(errors)}`);
  let token: { text: string; until: number } | null = null;
  const person: TestPerson = {
    id: "owner",
    cookie: browser.cookie(),
    token: async () => {
      if (!token || token.until < Date.now()) {
        const { body } = await browser.get("/api/auth/token");
        token = { text: (body as { token: string }).token, until: Date.now() + 60_000 };
      }
      return token.text;
    },
  };
  return {
    person,
    graphql: (query, variables, given) => speaking.graphql(query, variables, { as: person, ...given }),
    subscribe: (query, variables, given) => speaking.subscribe(query, variables, { as: person, ...given }),
  };
}

/** What visitors were answered while something happened. */
export interface Traffic {
  readonly answers: number;
  /** How often, by status or the connection's error. */
  readonly failures: Readonly<Record<string, number>>;
  readonly maxAnswerMs: number;
}

/** Reads pages and sends POST requests, ten a second, until `work` is done. */
export async function underTraffic(studio: Studio, work: () => Promise<void>): Promise<Traffic> {
  const failures: Record<string, number> = {};
  let [answers, maxAnswerMs, isDone] = [0, 0, false];
  const visit = async (path: string, init: RequestInit = {}) => {
    while (!isDone) {
      const began = performance.now();
      const outcome = await fetch(studio.url + path, init)
        .then(async (answer) => (await answer.arrayBuffer(), answer.ok ? null : String(answer.status)))
        .catch((error: Error) => (error.cause as NodeJS.ErrnoException | undefined)?.code ?? error.name);
      answers += 1;
      if (outcome) failures[outcome] = (failures[outcome] ?? 0) + 1;
      maxAnswerMs = Math.max(maxAnswerMs, performance.now() - began);
      await sleep(200);
    }
  };
  const body = JSON.stringify({ query: "{ __typename }" });
  const headers = { "content-type": "application/json", origin: studio.url };
  const visits = [visit("/login"), visit("/graphql", { method: "POST", headers, body })];
  try {
    await work();
  } finally {
    isDone = true;
    await Promise.all(visits);
  }
  return { answers, failures, maxAnswerMs };
}
