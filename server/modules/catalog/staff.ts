import { permissions } from "../../../contract/staff.ts";
import type { Ctx } from "../../ctx.ts";
import type { ClassRow } from "./store-classes.ts";

/** Whether the viewer may draft classes; a teacher only those of their own instructor page. */
export function isDraftingStaff({ viewer }: Pick<Ctx, "viewer">): boolean {
  if (!viewer || viewer.isChild || viewer.personId !== viewer.accountId) return false;
  return viewer.role === "admin" || permissions.draftClasses.some((role) => role === viewer.role);
}

/** Whether the viewer may open a class whole, in any state: as editors and admins all, and as a teacher their own. */
export function mayPlayAsStaff(ctx: Ctx, { instructorPersonId }: ClassRow): boolean {
  if (!isDraftingStaff(ctx)) return false;
  return ctx.viewer?.role !== "teacher" || instructorPersonId === ctx.viewer.accountId;
}
