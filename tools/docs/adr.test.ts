import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { indexOf, isIndexed, readDecisions } from "./adr.ts";

let root: string;
const write = (name: string, text: string): void => writeFileSync(join(root, "docs/adr", name), text);
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "eightcount-adr-"));
  mkdirSync(join(root, "docs/adr"), { recursive: true });
  write("0001-a.md", "# 0001. One\n\n- Status: accepted\n- Date: 2026-01-02\n\nBecause.\n");
});
afterEach(() => rmSync(root, { recursive: true }));

test("takes a decision in form, and the index that lists it", () => {
  const { decisions, faults } = readDecisions(root);
  expect(faults).toEqual([]);
  write("README.md", indexOf(decisions));
  expect(isIndexed(root, decisions)).toBe(true);
  write("README.md", indexOf(decisions).replace("One", "Two"));
  expect(isIndexed(root, decisions)).toBe(false);
});

test("names what a decision lacks, and numbers that are taken", () => {
  write("0001-b.md", "# 1. Other\n");
  expect(readDecisions(root).faults.map(({ says }) => says)).toEqual([
    'heading "# 0001. …"',
    'line "- Status: accepted", "proposed" or "superseded by NNNN"',
    'line "- Date: YYYY-MM-DD"',
    "number that only it has: 0001 is taken",
  ]);
});
