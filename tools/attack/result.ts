/** The requests and findings of one tool. */
export interface Result {
  readonly tool: string;
  readonly tried: string;
  /** Number of requests or connections. */
  readonly requests: number;
  /** Exploitable findings, one sentence each. */
  readonly findings: readonly string[];
  /** Intended findings, each with its reason. */
  readonly accepted?: readonly string[];
  /** Stopped at its time limit. */
  readonly isCut?: boolean;
}

/** `finding`, `cut` (at its time limit without a finding), `nothing tried`, or `held`. */
export function verdictOf({ findings, requests, isCut }: Result): string {
  if (findings.length > 0) return "FINDING";
  if (requests === 0) return "NOTHING TRIED";
  return isCut ? "held until the time limit" : "held";
}

/** Whether every tool made requests, and none found anything. */
export const isGood = (results: readonly Result[]): boolean =>
  results.every((result) => result.findings.length === 0 && result.requests > 0);

/** Formats the results as a table, followed by one line per finding and per accepted finding. */
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
