/**
 * `npm run role -- name@example.com admin`: gives whoever proved an address a role, or takes it with `member`, beside a running server or
 * alone. So a studio comes by its first admin. The address is neither printed nor logged.
 */
import { roles, setRoleAsOperator } from "../modules/identity/index.ts";
import { NotFound } from "../platform/errors.ts";
import { Refused, runOperatorCommand } from "./operator-command.ts";

function readWish(args: readonly string[]) {
  const [address, wanted] = args;
  if (!address || !wanted || args.length > 2)
    throw new Refused("Say whose role and which one: npm run role -- name@example.com admin");
  const role = roles.find((one) => one === wanted);
  if (!role) throw new Refused(`There is no such role; there are ${roles.join(", ")}.`);
  return { address, role };
}

await runOperatorCommand("set-role", () => {
  const wish = readWish(process.argv.slice(2));
  return async (ctx) => {
    try {
      return (await setRoleAsOperator(ctx, wish))
        ? `The account has the role ${wish.role} now; within a minute every server knows.`
        : `The account has the role ${wish.role} already; nothing was changed.`;
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      throw new Refused(
        "Nobody has proved this address: register with it in a browser, follow the link of the mail that comes, and run this again.",
      );
    }
  };
});
