import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseFfuf, parseSlowhttptest, parseSqlmap, parseWapiti } from "./parsers.ts";
import { isGood, tableOf, verdictOf } from "./result.ts";
import { loopbackTarget } from "./target.ts";

/** Recorded output of the tools, against vulnerable servers and safe ones. */
const sample = (name: string) => readFileSync(join(import.meta.dirname, "samples", name), "utf8");

test.each([
  "http://127.0.0.1:3000",
  "http://127.8.9.1:3000/",
  "http://localhost:3000",
  "http://[::1]:3000",
  // URLs have many notations of an address; the resolved host counts.
  "http://2130706433:3000",
])("accepts %s", (text) => {
  expect(loopbackTarget(text).port).toBe("3000");
});

test.each([
  "https://127.0.0.1:3000",
  "http://192.168.1.10:3000",
  "http://10.0.0.1",
  "http://0.0.0.0:3000",
  "http://example.com",
  "http://localhost.example.com",
  "http://127.0.0.1.example.com",
  "http://127.0.0.1@example.com",
  "http://example.com:80@127.0.0.1",
  "http://[::ffff:8.8.8.8]",
  "127.0.0.1:3000",
  "",
])("refuses %s", (text) => {
  expect(() => loopbackTarget(text)).toThrow("is refused");
});

test("reads sqlmap's findings, and its report without findings", () => {
  expect(parseSqlmap(sample("sqlmap-held.txt"), sample("sqlmap-traffic.txt"))).toEqual({
    requests: 3,
    findings: [],
  });
  expect(parseSqlmap(sample("sqlmap-found.txt"), "").findings).toEqual(["id (GET) is injectable"]);
  expect(() => parseSqlmap("[CRITICAL] unable to connect to the target URL", "")).toThrow(
    "without a verdict",
  );
});

test("reads ffuf's results: failures and paths that shouldn't exist", () => {
  const isMeant = (path: string) => ["healthz", "robots.txt"].includes(path);
  expect(parseFfuf(sample("ffuf.json"), isMeant)).toEqual({
    requests: 6,
    findings: ["/class/%00 answers 500 with 151 bytes"],
  });
  expect(parseFfuf(sample("ffuf.json"), () => false).findings).toHaveLength(3);
  expect(() => parseFfuf("{}", isMeant)).toThrow("no results");
});

test("reads whether slowhttptest made the service unavailable", () => {
  expect(parseSlowhttptest(sample("slowhttptest-held.txt"))).toEqual({ requests: 100, findings: [] });
  expect(parseSlowhttptest(sample("slowhttptest-found.txt")).findings[0]).toContain("away");
  expect(() => parseSlowhttptest("Error: bad URL")).toThrow("measured nothing");
});

test("reads wapiti's report, and gives reasons for accepted findings", () => {
  const held = parseWapiti(sample("wapiti-held.json"), 1072);
  expect(held).toMatchObject({ requests: 1072, findings: [] });
  expect(held.accepted).toHaveLength(3);
  expect(parseWapiti(sample("wapiti-found.json"), 10).findings).toEqual([
    "Cross Site Scripting: XSS vulnerability found via injection in the parameter name (/xss)",
  ]);
  expect(() => parseWapiti("{}", 0)).toThrow("no vulnerabilities");
});

test("passes a run if every tool made requests and none found anything", () => {
  const held = { tool: "ffuf", tried: "paths", requests: 6, findings: [] };
  const found = { ...held, tool: "sqlmap", findings: ["id is injectable"] };
  expect(isGood([held])).toBe(true);
  expect(isGood([held, found])).toBe(false);
  expect(isGood([held, { ...held, requests: 0 }])).toBe(false);
  expect([held, found, { ...held, requests: 0 }, { ...held, isCut: true }].map(verdictOf)).toEqual([
    "held",
    "FINDING",
    "NOTHING TRIED",
    "held until the time limit",
  ]);
  expect(tableOf([held, found])).toBe(
    [
      "tool    what was tried  requests  findings  verdict",
      "------  --------------  --------  --------  -------",
      "ffuf    paths           6         0         held",
      "sqlmap  paths           6         1         FINDING",
      "FINDING sqlmap: id is injectable",
      "",
    ].join("\n"),
  );
});
