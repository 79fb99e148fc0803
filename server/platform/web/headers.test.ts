import { CspEvaluator } from "csp_evaluator/dist/evaluator.js";
import { Severity } from "csp_evaluator/dist/finding.js";
import { CspParser } from "csp_evaluator/dist/parser.js";
import { expect, test } from "vitest";
import { pageHeaders } from "./headers.ts";

/** Findings of the CSP evaluator, without its hints on unused directives. */
function findingsOf(policy: string) {
  const findings = new CspEvaluator(new CspParser(policy).csp).evaluate();
  return findings
    .filter(({ severity }) => severity <= Severity.MEDIUM)
    .map(({ directive, value, description }) => `${directive} ${value ?? ""}: ${description}`);
}

test.each([
  ["alone", pageHeaders([])],
  ["with media apart", pageHeaders(["https://media.example.test", "https://cdn.example.test"])],
  [
    "with a payment gateway",
    pageHeaders([], {
      frame: ["https://js.stripe.com"],
      script: ["https://js.stripe.com"],
      connect: ["https://api.stripe.com"],
    }),
  ],
  ["with code in the HTML", pageHeaders([], null, false, { scripts: ["start()"], styles: ["a{color:red}"] })],
  ["with televisions by Google Cast", pageHeaders([], null, true)],
])("the CSP evaluator finds nothing in the policy of a page %s", (_, headers) => {
  expect(findingsOf(headers["content-security-policy"]!)).toEqual([]);
});

test("allows only Google Cast's sender script, and only if Google Cast is configured", () => {
  expect(pageHeaders([])["content-security-policy"]).not.toContain("gstatic");
  const scripts = new CspParser(pageHeaders([], null, true)["content-security-policy"]!).csp.directives[
    "script-src"
  ];
  expect(scripts).toEqual([
    "'self'",
    "https://www.gstatic.com/cv/js/sender/v1/cast_sender.js",
    "https://www.gstatic.com/eureka/clank/",
  ]);
});

test("the CSP evaluator finds careless policies", () => {
  expect(findingsOf("script-src 'self' 'unsafe-inline'; object-src *").length).toBeGreaterThan(1);
});
