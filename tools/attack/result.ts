/** What one tool tried, and what came of it. */
export interface Result {
  readonly tool: string;
  readonly tried: string;
  /** How many requests, or connections, it made. */
  readonly requests: number;
  /** What an attacker could use, a sentence each. */
  readonly findings: readonly string[];
  /** What it reported that is meant to be so, each with why. */
  readonly accepted?: readonly string[];
  /** It was stopped at its time limit. */
  readonly isCut?: boolean;
}

/** `finding`, `cut` at its time limit without one, `nothing tried`, or `held`. */
export function verdictOf({ findings, requests, isCut }: Result): string {
  if (findings.length > 0) return "FINDING";
  if (requests === 0) return "NOTHING TRIED";
  return isCut ? "held until the time limit" : "held";
}

/** Whether a run is good: every tool tried something, and none found anything. */
export const isGood = (results: readonly Result[]): boolean =>
  results.every((result) => result.findings.length === 0 && result.requests > 0);

/** The results as one table, then each finding and what was accepted in a line of its own. */
export function tableOf(results: readonly Result[]): string {
  const rows = [
    ["tool", "what was tried", "requests", "findings", "verdict"],
    ...results.map((result) => [
      result.tool,
      result.tried,
      String(result.requests),
      String(result.findings.length),
      verdictOf(result),
    ]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join("  ")
      .trimEnd(),
  );
  lines.splice(1, 0, widths.map((width) => "-".repeat(width)).join("  "));
  for (const { tool, findings, accepted = [] } of results) {
    for (const finding of findings) lines.push(`FINDING ${tool}: ${finding}`);
    for (const one of accepted) lines.push(`accepted ${tool}: ${one}`);
  }
  return `${lines.join("\n")}\n`;
}
