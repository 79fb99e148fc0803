import { permissions } from "../../../../contract/staff.ts";
import type { Ctx } from "../../../ctx.ts";
import { requireStaff } from "../../identity/index.ts";

/** @throws NotFound for anyone but editors, Unauthenticated */
export const requireEditor = (ctx: Ctx): ReturnType<typeof requireStaff> =>
  requireStaff(ctx, ...permissions.editLibrary);
