import type { Ctx } from "../../ctx.ts";
import { deleteEnded } from "./store-keys.ts";

/** Deletes expired email tokens, sessions and verifications. */
export const deleteExpired = (ctx: Ctx): Promise<void> => deleteEnded(ctx.db, ctx.clock.now());
