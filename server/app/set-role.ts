/**
 * `npm run role -- name@example.com admin`: grants a role to the account with that verified email address; `member` revokes it.
 * Works with or without a running server. Shows the account and asks first; `--yes` confirms in scripts. Nothing is logged.
 */
import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { roles } from "../../contract/staff.ts";
import type { Role } from "../ctx.ts";
import { readAccountsOfAddress, setRoleAsOperator } from "../modules/identity/index.ts";
import type { AddressedAccount } from "../modules/identity/index.ts";
import { NotFound } from "../platform/errors.ts";
import { Refused, runOperatorCommand } from "./operator-command.ts";

interface RoleRequest {
  readonly address: string;
  readonly role: Role;
  readonly isConfirmed: boolean;
}

const usage = `Usage: npm run role -- <email> <${roles.join("|")}> [--yes]`;
const unverified =
  "No account has confirmed this email. Sign up with it in a browser, open the link in the email while signed in, then run this again.";

function readRequest(args: readonly string[]): RoleRequest {
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], options: { yes: { type: "boolean" } }, allowPositionals: true });
  } catch {
    throw new Refused(usage);
  }
  const [address, wanted] = parsed.positionals;
  if (!address || !wanted || parsed.positionals.length > 2) throw new Refused(usage);
  const role = roles.find((one) => one === wanted);
  if (!role) throw new Refused(`Unknown role. Use one of: ${roles.join(", ")}.`);
  return { address, role, isConfirmed: parsed.values.yes === true };
}

const withArticle = (role: Role): string =>
  role === "finance" || role === "support" ? `in ${role}` : `${/^[ae]/.test(role) ? "an" : "a"} ${role}`;

const describe = ({ id, name, role, isVerified, signedUpAt, sessions }: AddressedAccount): string =>
  [
    `Account    ${id}`,
    // A name is user input: it must not contain terminal control characters.
    `Name       ${name.replaceAll(/\p{C}/gu, "")}`,
    `Signed up  ${signedUpAt.toISOString().slice(0, 16).replace("T", " ")} UTC`,
    `Email      ${isVerified ? "confirmed" : "not confirmed"}`,
    `Sessions   ${sessions}`,
    `Role       ${role}`,
  ].join("\n");

/** Asks at the terminal. @throws Refused without a yes, or without a terminal */
async function confirm({ role }: RoleRequest): Promise<void> {
  if (!process.stdin.isTTY)
    throw new Refused("No terminal to ask for confirmation. Nothing was changed. Add --yes to confirm.");
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await Promise.race([
      terminal.question(`Set the role of this account to ${role}? [y/N] `),
      once(terminal, "close").then(() => ""),
    ]);
    if (!/^y(es)?$/i.test(answer.trim())) throw new Refused("Nothing was changed.");
  } finally {
    terminal.close();
  }
}

await runOperatorCommand("set-role", () => {
  const request = readRequest(process.argv.slice(2));
  return async (ctx) => {
    const [account, ...others] = await readAccountsOfAddress(ctx, request.address);
    if (account) process.stdout.write(`${describe(account)}\n`);
    if (!account?.isVerified) throw new Refused(unverified);
    if (others.length > 0)
      process.stdout.write(`Other accounts with this email, not confirmed: ${others.length}\n`);
    if (account.role === request.role)
      return `No change: this account is already ${withArticle(request.role)}.`;
    if (!request.isConfirmed) await confirm(request);
    try {
      const { address, role } = request;
      await setRoleAsOperator(ctx, { address, role, personId: account.id });
      return `Done: this account is now ${withArticle(role)}. Takes effect within a minute.`;
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      throw new Refused(unverified);
    }
  };
});
