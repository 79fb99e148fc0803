import type { Ctx } from "../../../ctx.ts";
import { BadInput, NotFound } from "../../../platform/errors.ts";
import { addFamilyMember, requireAdult, requireHolder } from "../../identity/index.ts";
import type { Family } from "../../identity/index.ts";
import { linkChild, listChildren, replaceChildren } from "./store.ts";
import type { ChildRow } from "./store.ts";
import { msg, inEnglish } from "../../../platform/i18n/messages.ts";

export type { ChildRow } from "./store.ts";

const maxChildren = 6;
const oldest = 17;
const levels = ["absolute-beginner", "beginner", "intermediate", "advanced"];
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A child, as sent by its parent. */
export type GivenChild = Pick<ChildRow, "id" | "age" | "level">;

/** The viewer's children; empty if signed out. */
export async function childrenOf(ctx: Ctx): Promise<ChildRow[]> {
  return ctx.viewer ? listChildren(ctx.db, ctx.viewer.personId, ctx.clock.now()) : [];
}

/**
 * Replaces the viewer's children; an empty list clears it. Their profiles stay.
 * @throws BadInput, Forbidden, Unauthenticated
 */
export async function saveChildren(ctx: Ctx, given: readonly GivenChild[]): Promise<ChildRow[]> {
  const { personId } = requireAdult(ctx);
  if (given.length > maxChildren)
    throw new BadInput("children", msg("A family can have up to {maxChildren} profiles.", { maxChildren }));
  if (given.some(({ id }) => !uuid.test(id)) || new Set(given.map(({ id }) => id)).size < given.length)
    throw new BadInput("children", inEnglish("Each child must have a unique UUID."));
  if (given.some(({ age }) => age < 0 || age > oldest))
    throw new BadInput("children", msg("Enter an age of 0 to {oldest}.", { oldest }));
  if (given.some(({ level }) => !levels.includes(level)))
    throw new BadInput("children", inEnglish(`level must be one of: ${levels.join(", ")}.`));
  await replaceChildren(ctx.db, personId, given, ctx.clock.now());
  return childrenOf(ctx);
}

/**
 * Creates a profile for one of the viewer's children. Idempotent.
 * @throws BadInput, FamilyFull, Forbidden, NotFound, RegistrationRequired, Unauthenticated
 */
export async function makeChildProfile(
  ctx: Ctx,
  given: { readonly childId: string; readonly name: string; readonly pin: string | null },
): Promise<Family> {
  const { personId } = requireHolder(ctx);
  const child = (await childrenOf(ctx)).find(({ id }) => id === given.childId);
  if (!child) throw new NotFound("child");
  const { family, memberId } = await addFamilyMember(ctx, {
    name: given.name,
    isChild: true,
    pin: given.pin,
    idempotencyKey: `child ${child.id}`,
  });
  await linkChild(ctx.db, { personId, id: child.id, profileId: memberId });
  return family;
}
