/** Runs the public tools, each within a time limit. */
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseFfuf, parseSlowhttptest, parseSqlmap, parseWapiti } from "./parsers.ts";
import type { Result } from "./result.ts";
import type { Target } from "./target.ts";

type Run = (target: Target, folder: string) => Promise<Result>;

/** Runs a program until it ends or its time limit is reached. */
function runFor(seconds: number, program: string, args: readonly string[]) {
  return new Promise<{ stdout: string; isCut: boolean }>((resolve, reject) => {
    const child = spawn(program, args, {
      env: {
        PATH: process.env["PATH"],
        HOME: process.env["HOME"],
        TERM: "dumb",
        PYTHONUNBUFFERED: "1",
        // Requests of a tool to other machines, including its updates, go to a closed port.
        http_proxy: "http://127.0.0.1:9",
        https_proxy: "http://127.0.0.1:9",
        no_proxy: "127.0.0.1,localhost,::1",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stdout = "";
    let isCut = false;
    const end = setTimeout(() => {
      isCut = true;
      child.kill("SIGKILL");
    }, seconds * 1000);
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    child.on("error", reject);
    child.on("close", () => {
      clearTimeout(end);
      resolve({ stdout, isCut });
    });
  });
}

const injections = [
  {
    name: "search",
    query: "query($s:String!){studioClasses(filters:{search:$s}){total items{id}}}",
    variables: { s: "drag*" },
  },
  { name: "class id", query: "query($s:ID!){studioClass(id:$s){id}}", variables: { s: "drag-the-left*" } },
  {
    name: "username",
    query: "query($s:String!){userProfileGetByUsername(username:$s){id}}",
    variables: { s: "demo*" },
  },
] as const;

/** SQL injection through the values of three queries; `*` marks the injection point. */
export const runSqlmap: readonly Run[] = injections.map(
  ({ name, query, variables }) =>
    async (target, folder) => {
      const traffic = join(folder, `sqlmap-${name.replaceAll(" ", "-")}.txt`);
      const seconds = 75;
      const { stdout, isCut } = await runFor(seconds, "sqlmap", [
        "-u",
        new URL("/graphql", target).href,
        "--data",
        JSON.stringify({ query, variables }),
        "--headers",
        "Content-Type: application/json",
        "--batch",
        "--flush-session",
        "--disable-coloring",
        "--dbms",
        "PostgreSQL",
        "--level",
        "2",
        "--technique",
        "BEU",
        "--timeout",
        "10",
        "--ignore-code",
        "400",
        "-t",
        traffic,
        "--output-dir",
        join(folder, "sqlmap"),
      ]);
      const sent = await readFile(traffic, "utf8").catch(() => "");
      const parsed = parseSqlmap(isCut ? `${stdout}\ndo not appear to be injectable` : stdout, sent);
      return { tool: "sqlmap", tried: `SQL injection in a ${name}, level 2`, isCut, ...parsed };
    },
);

/** Paths that may answer. */
const meant = new Set([
  ".well-known/security.txt",
  "api/auth/jwks",
  "favicon.ico",
  "healthz",
  "manifest.webmanifest",
  "readyz",
  "robots.txt",
]);

/** Files and consoles that shouldn't exist. */
export const runFfuf: Run = async (target, folder) => {
  const report = join(folder, "ffuf.json");
  const { isCut } = await runFor(60, "ffuf", [
    "-u",
    `${target.origin}/FUZZ`,
    "-w",
    join(import.meta.dirname, "paths.txt"),
    "-mc",
    "all",
    "-t",
    "8",
    "-timeout",
    "10",
    "-maxtime",
    "55",
    "-of",
    "json",
    "-o",
    report,
    "-s",
  ]);
  const parsed = parseFfuf(await readFile(report, "utf8"), (path) => meant.has(path));
  return { tool: "ffuf", tried: "paths of secrets, backups, consoles", isCut, ...parsed };
};

/** Slow headers, slow bodies and slow readers, each while a probe checks that others are served. */
export const runSlowhttptest: readonly Run[] = (
  [
    ["slow heads", ["-H"], "/"],
    ["slow bodies", ["-B", "-s", "8192", "-t", "POST", "-f", "application/json"], "/graphql"],
    ["slow readers", ["-X", "-w", "512", "-y", "1024", "-n", "5", "-z", "32", "-k", "3"], "/"],
  ] as const
).map(([name, kind, path]) => async (target) => {
  const { stdout, isCut } = await runFor(60, "slowhttptest", [
    ...kind,
    "-u",
    new URL(path, target).href,
    "-c",
    "400",
    "-r",
    "100",
    "-i",
    "5",
    "-l",
    "25",
    "-p",
    "5",
  ]);
  return { tool: "slowhttptest", tried: `400 connections, ${name}`, isCut, ...parseSlowhttptest(stdout) };
});

/** Scripts, files, commands, headers and redirects on crawled pages. Modules that contact other machines are excluded. */
const wapitiModules =
  "backup,cookieflags,crlf,csp,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,xss";

/** Pages to attack: scripts create the app's links, and wapiti runs no scripts. */
const pages = [
  "/login?next=/dashboard",
  "/classes?search=drag&style=hip-hop",
  "/class/drag-the-left?at=1000",
  "/unsubscribe/token",
  "/calendar/secret.ics",
  "/invoices/00000000-0000-4000-8000-000000000000.pdf?until=1&signature=x",
  "/rtdb/subscriptions/x.json?orderBy=%22a%22&limitToFirst=1",
  "/api/studio/growth/funnel.csv?days=30&by=week",
];

export const runWapiti: Run = async (target, folder) => {
  const report = join(folder, "wapiti.json");
  const { stdout, isCut } = await runFor(150, "wapiti", [
    "-u",
    `${target.origin}/`,
    "-m",
    wapitiModules,
    "--scope",
    "domain",
    "--flush-session",
    "--no-bugreport",
    "--max-scan-time",
    "60",
    "--max-attack-time",
    "8",
    "--max-links-per-page",
    "50",
    "-d",
    "3",
    "-S",
    "polite",
    ...pages.flatMap((page) => ["-s", `${target.origin}${page}`]),
    "--store-session",
    join(folder, "wapiti"),
    "-v",
    "2",
    "-f",
    "json",
    "-o",
    report,
  ]);
  // At this verbosity each page and each payload has a line that starts like this.
  const requests = stdout.match(/^\[[+¨]\] (?:[A-Z]+ )?http/gm)?.length ?? 0;
  const parsed = parseWapiti(await readFile(report, "utf8"), requests);
  return { tool: "wapiti", tried: "crawl with 14 modules", isCut, ...parsed };
};
