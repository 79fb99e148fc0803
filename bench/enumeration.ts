/**
 * Whether responses take equally long for email addresses with and without an account: 200 of each, alternating.
 *
 *     npm run bench -- enumeration
 */
import { randomUUID } from "node:crypto";
import { createAccount, prepareAccount } from "../server/modules/identity/index.ts";
import { startTestDatabase, startTestServer } from "../server/testing/harness.ts";

const rounds = 200;
/** Maximum difference of the medians, in milliseconds. */
const bar = 20;
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
const print = (line: string) => process.stdout.write(`${line}\n`);

const stopDatabase = await startTestDatabase();
const server = await startTestServer({ roles: "api", env: { PASSWORD_COST: "full" } });
try {
  const password = "tango on a tin roof";
  const prepared = await prepareAccount(server.ctx(), {
    id: randomUUID(),
    email: "",
    name: "Demo Known",
    username: null,
    role: "member",
    image: null,
    password,
  });
  let made = 0;
  const known = async (): Promise<string> => {
    const email = `known-${(made += 1)}@example.test`;
    await server.ctx().transact((tx) => createAccount(tx, { ...prepared, id: randomUUID(), email }));
    return email;
  };
  const unknown = async (): Promise<string> => `nobody-${(made += 1)}@example.test`;
  /** Every request has its own IP address, so that no rate limit applies. */
  const timeOf = async (path: string, body: object): Promise<{ ms: number; answer: string }> => {
    const part = () => randomUUID().slice(0, 4);
    const started = performance.now();
    const response = await server.fetch(`/api/auth${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        origin: server.url,
        "x-forwarded-for": `2001:db8:${part()}:${part()}::1`,
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    const ms = performance.now() - started;
    return { ms, answer: `${response.status} ${text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "id")}` };
  };
  const calls: Record<string, (email: string) => Promise<{ ms: number; answer: string }>> = {
    "sign in, wrong password": (email) =>
      timeOf("/sign-in/email", { email, password: "not this one at all" }),
    "sign up": (email) =>
      timeOf("/sign-up/email", { email, password: "salsa under the stairs", name: "Demo" }),
    "ask for a new password": (email) => timeOf("/send-link", { email, purpose: "reset" }),
    "ask for a link to sign in": (email) => timeOf("/send-link", { email, purpose: "sign_in" }),
  };
  print(`| What | Known, median ms | Unknown, median ms | Difference | Same answer |\n|---|---|---|---|---|`);
  for (const [name, call] of Object.entries(calls)) {
    await call(await unknown());
    const times = { known: [] as number[], unknown: [] as number[] };
    const answers = new Set<string>();
    for (let round = 0; round < rounds; round += 1)
      for (const kind of round % 2 === 0
        ? (["known", "unknown"] as const)
        : (["unknown", "known"] as const)) {
        const { ms, answer } = await call(await (kind === "known" ? known() : unknown()));
        times[kind].push(ms);
        answers.add(answer);
      }
    const [a, b] = [median(times.known), median(times.unknown)];
    const isSame = answers.size === 1;
    print(
      `| ${name} | ${a.toFixed(1)} | ${b.toFixed(1)} | ${Math.abs(a - b).toFixed(1)} | ${isSame ? "yes" : "no"} |`,
    );
    if (Math.abs(a - b) >= bar || !isSame) process.exitCode = 1;
  }
} finally {
  await server.stop();
  await stopDatabase();
}
