import type { Ctx } from "../../../ctx.ts";
import { isUniqueViolation } from "../../../platform/db.ts";
import { UsernameInvalid, UsernameTaken } from "../errors.ts";
import { requireHolder, requireViewer } from "../viewer.ts";
import { findPersonForUpdate, holdUsername, isNameTaken, releaseUsername, updateUsername } from "./store.ts";
import type { PersonRow } from "../store.ts";

/** How long a released username is held for its former owner, in days. */
const holdDays = 90;
const form = /^[a-z](?:[a-z0-9_]|\.(?![.]|$)){2,29}$/i;

/** Reserved usernames that could be taken for the studio or a page. */
const reserved = new Set(
  `about abuse account admin administrator anonymous api app apps auth badge badges billing blog category challenge challenges checkout class
  classes community contact copyright dance dashboard deleted demo eightcount everyone family favicon feed guest hdyhau health help home info
  instructor instructors invoice legal library login logout mail me media member members moderator news newsletter notifications null oauth
  official onboarding payment payments pictures plan plans post posts press privacy profile register root sales saved search security settings
  shop signin signup site staff static status studio subscription support system team teacher terms test trust undefined upload uploads user
  username users verified webmaster webhook webhooks welcome www you`.split(/\s+/),
);

/** Same as PostgreSQL's `identity.name_look`: maps lookalikes to one form. */
const lookalikeOf = (name: string) => name.toLowerCase().replaceAll("0", "o").replaceAll(/[1i]/g, "l");
const reservedLookalikes = new Set([...reserved].map(lookalikeOf));

function check(name: string, field: string): string {
  const trimmed = name.trim().replace(/^@/, "");
  if (!form.test(trimmed)) throw new UsernameInvalid("form", field);
  return trimmed;
}

/**
 * Whether a username is unavailable to the viewer: taken, held or reserved.
 * @throws UsernameInvalid for a malformed username
 */
export async function isUsernameTaken(ctx: Ctx, username: string): Promise<boolean> {
  const { accountId } = requireViewer(ctx);
  const name = check(username, "username");
  return (
    reservedLookalikes.has(lookalikeOf(name)) ||
    isNameTaken(ctx.db, { name, personId: accountId, now: ctx.clock.now() })
  );
}

/**
 * Sets the viewer's username. The previous one is held for them for 90 days.
 * @throws Forbidden, UsernameInvalid, UsernameTaken, RegistrationRequired, Unauthenticated
 */
export async function setUsername(ctx: Ctx, newUsername: string): Promise<PersonRow> {
  const { accountId: personId } = requireHolder(ctx);
  const name = check(newUsername, "newUsername");
  if (reservedLookalikes.has(lookalikeOf(name))) throw new UsernameInvalid("reserved", "newUsername");
  try {
    return await ctx.transact(async (tx) => {
      const now = tx.clock.now();
      const before = await findPersonForUpdate(tx.db, personId);
      if (await isNameTaken(tx.db, { name, personId, now })) throw new UsernameTaken();
      await releaseUsername(tx.db, { name, personId, now });
      if (before.username && lookalikeOf(before.username) !== lookalikeOf(name)) {
        const heldUntil = new Date(now.getTime() + holdDays * 24 * 60 * 60 * 1000);
        await holdUsername(tx.db, { name: before.username, personId, heldUntil });
      }
      return updateUsername(tx.db, { personId, name });
    });
  } catch (error) {
    // Two people requested it concurrently, and the other was first.
    if (isUniqueViolation(error)) throw new UsernameTaken();
    throw error;
  }
}
