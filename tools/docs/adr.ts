/** The form of the decisions in docs/adr, and their index. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Untruth } from "./check.ts";

const folder = "docs/adr";

interface Decision {
  readonly file: string;
  readonly number: string;
  readonly title: string;
  readonly status: string;
  readonly date: string;
}

/** Reads the decisions below `root` in the order of their numbers, with a sentence for each that isn't in form. */
export function readDecisions(root: string): { decisions: Decision[]; faults: Untruth[] } {
  const decisions: Decision[] = [];
  const faults: Untruth[] = [];
  for (const name of readdirSync(join(root, folder))
    .filter((one) => /^\d{4}-.*\.md$/.test(one))
    .sort()) {
    const file = `${folder}/${name}`;
    const text = readFileSync(join(root, file), "utf8");
    const say = (line: number, says: string): void => void faults.push({ file, line, says });
    const number = name.slice(0, 4);
    const [, title] = new RegExp(`^# ${number}\\. (.+)\\n`).exec(text) ?? [];
    const [, status] = /^- Status: (proposed|accepted|superseded by \d{4})$/m.exec(text) ?? [];
    const [, date] = /^- Date: (\d{4}-\d\d-\d\d)$/m.exec(text) ?? [];
    if (!title) say(1, `heading "# ${number}. …"`);
    if (!status) say(3, 'line "- Status: accepted", "proposed" or "superseded by NNNN"');
    if (!date) say(4, 'line "- Date: YYYY-MM-DD"');
    if (decisions.some((other) => other.number === number))
      say(1, `number that only it has: ${number} is taken`);
    decisions.push({ file: name, number, title: title ?? "", status: status ?? "", date: date ?? "" });
  }
  return { decisions, faults };
}

/** What docs/adr/README.md says. */
export function indexOf(decisions: readonly Decision[]): string {
  const rows = decisions.map(
    ({ file, number, title, status, date }) => `| [${number}](${file}) | ${title} | ${status} | ${date} |`,
  );
  return `# Decisions

What was decided that can be argued about, and why. Begin a new one with [the template](template.md), under the next free number;
\`node tools/docs/main.ts --write\` writes this list. A decision that no longer holds stays, and names the one that replaced it.

| Number | Decision | Status | Date |
| --- | --- | --- | --- |
${rows.join("\n")}
`;
}

/** Whether docs/adr/README.md lists the decisions as they are. */
export function isIndexed(root: string, decisions: readonly Decision[]): boolean {
  const cells = (text: string) =>
    text
      .split("\n")
      .map((line) => line.replaceAll(/[\s-]+/g, " ").trim())
      .join("\n")
      .trim();
  return cells(readFileSync(join(root, folder, "README.md"), "utf8")) === cells(indexOf(decisions));
}
