/** Parsers of the public tools' output. Each throws on an unknown format: no output is not a clean result. */
import { stripVTControlCharacters } from "node:util";
import type { Result } from "./result.ts";

type Parsed = Pick<Result, "requests" | "findings" | "accepted">;

/** @param stdout of `sqlmap --batch` @param traffic log of `-t`, one entry per request */
export function parseSqlmap(stdout: string, traffic: string): Parsed {
  const requests = traffic.match(/^HTTP request \[#\d+\]/gm)?.length ?? 0;
  const injectable = [...stdout.matchAll(/^Parameter: (.+)$/gm)].map(([, name]) => `${name} is injectable`);
  const isDone = /do not appear to be injectable|does not seem to be injectable/.test(stdout);
  if (injectable.length === 0 && !isDone && !/sqlmap identified the following/.test(stdout))
    throw new Error(`sqlmap ended without a verdict: ${stdout.slice(-400)}`);
  return { requests, findings: injectable };
}

interface FfufReport {
  readonly results: readonly {
    readonly input: { readonly FUZZ: string };
    readonly status: number;
    readonly length: number;
  }[];
}
/** @param json of `ffuf -mc all -of json` @param isMeant whether a path may answer @returns unexpected paths, and failures */
export function parseFfuf(json: string, isMeant: (path: string) => boolean): Parsed {
  const { results } = JSON.parse(json) as FfufReport;
  if (!Array.isArray(results)) throw new Error("ffuf's report has no results.");
  return {
    requests: results.length,
    findings: results
      .filter(({ status, input }) => status >= 500 || (status < 300 && !isMeant(input.FUZZ)))
      .map(({ status, input, length }) => `/${input.FUZZ} answers ${status} with ${length} bytes`),
  };
}

/** @param stdout of `slowhttptest`; colors are allowed */
export function parseSlowhttptest(stdout: string): Parsed {
  const plain = stripVTControlCharacters(stdout);
  const seen = [...plain.matchAll(/service available:\s+(YES|NO)/g)].map(([, answer]) => answer);
  if (seen.length === 0) throw new Error(`slowhttptest measured nothing: ${plain.slice(-400)}`);
  const counts = [...plain.matchAll(/(?:initializing|pending|connected|error|closed):\s+(\d+)/g)].slice(-5);
  const away = seen.filter((answer) => answer === "NO").length;
  return {
    requests: counts.reduce((sum, [, count]) => sum + Number(count), 0),
    findings: away > 0 ? [`the service was away at ${away} of ${seen.length} looks`] : [],
  };
}

interface WapitiReport {
  readonly vulnerabilities: Readonly<
    Record<string, readonly { readonly info: string; readonly path: string; readonly level: number }[]>
  >;
  readonly anomalies: Readonly<
    Record<string, readonly { readonly info: string; readonly path: string; readonly level: number }[]>
  >;
  readonly infos: Readonly<Record<string, unknown>>;
}
/** Findings of wapiti that are intended. */
const meant: readonly { readonly text: RegExp; readonly why: string }[] = [
  { text: /X-Frame-Options is not set/, why: "frame-ancestors of the Content-Security-Policy says it" },
  {
    text: /Strict-Transport-Security is not set/,
    why: "the server of this run speaks http; with https it is sent",
  },
  {
    text: /X-XSS-Protection is not set/,
    why: "browsers took that filter out; the Content-Security-Policy holds",
  },
];
/** @param json of `wapiti -f json` @param requests the number in its output */
export function parseWapiti(json: string, requests: number): Parsed {
  const { vulnerabilities, anomalies } = JSON.parse(json) as WapitiReport;
  if (!vulnerabilities || !anomalies) throw new Error("wapiti's report has no vulnerabilities.");
  const reported = [vulnerabilities, anomalies].flatMap((group) =>
    Object.entries(group).flatMap(([kind, found]) =>
      found.map(({ info, path }) => ({ kind, text: `${kind}: ${info} (${path})` })),
    ),
  );
  const reasonOf = (text: string) => meant.find((one) => one.text.test(text))?.why;
  return {
    requests,
    findings: reported.filter(({ text }) => !reasonOf(text)).map(({ text }) => text),
    accepted: reported.flatMap(({ text }) => (reasonOf(text) ? [`${text}: ${reasonOf(text)}`] : [])),
  };
}
