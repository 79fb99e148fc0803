/** The form of commit messages, as CONTRIBUTING.md describes it. */

export interface Commit {
  readonly sha: string;
  readonly message: string;
}

const maxSubject = 72;
const maxLine = 100;

/** What a message lacks; empty when it is in form. */
export function faultsOf(message: string): string[] {
  const [subject = "", second = "", ...body] = message.trimEnd().split("\n");
  const faults: string[] = [];
  if (!/^[a-z][a-z0-9-]*(, [a-z][a-z0-9-]*)*: \S/.test(subject))
    faults.push("begin with the area and what the commit does: `billing: retry a payment once`");
  if (subject.length > maxSubject)
    faults.push(`keep the subject within ${maxSubject} characters, not ${subject.length}`);
  if (subject.endsWith(".")) faults.push("end the subject without a period");
  if (second !== "") faults.push("leave the second line empty");
  if (!body.some((line) => line.trim() !== "")) faults.push("say in the body why, and how it was checked");
  if (body.some((line) => line.length > maxLine && /\s/.test(line.trim())))
    faults.push(`wrap the body at ${maxLine} characters`);
  return faults;
}

/** A sentence for each fault of each commit. */
export const checkCommits = (commits: readonly Commit[]): string[] =>
  commits.flatMap(({ sha, message }) =>
    faultsOf(message).map((fault) => `${sha.slice(0, 9)} ${message.split("\n")[0]}: ${fault}`),
  );
