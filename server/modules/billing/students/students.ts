import type { Ctx } from "../../../ctx.ts";
import { verifiedEmailOf } from "../../identity/index.ts";
import { billingNow } from "../clock.ts";
import { findStudentCoupon } from "../plans/store.ts";
import { findStudentApproval } from "./store.ts";

/** Whether an address is at one of these domains, or below one. */
export function isAtSchool(address: string, domains: readonly string[]): boolean {
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  return domains.some((one) => domain === one || domain.endsWith(`.${one}`));
}

/** How an account shows that it is a student's: neither if it doesn't. */
export interface StudentProof {
  /** Its verified email address is at a school. */
  readonly byEmail: boolean;
  /** Staff approved it until then. */
  readonly approvedUntil: Date | null;
}

async function proofAt(ctx: Pick<Ctx, "db" | "studio">, accountId: string, now: Date): Promise<StudentProof> {
  const until = await findStudentApproval(ctx.db, accountId);
  const address = await verifiedEmailOf(ctx.db, accountId);
  return {
    byEmail: address !== null && isAtSchool(address, ctx.studio.schoolDomains),
    approvedUntil: until && until > now ? until : null,
  };
}

/** How an account shows now that it is a student's. For staff. */
export const studentProofOf = async (ctx: Ctx, accountId: string): Promise<StudentProof> =>
  proofAt(ctx, accountId, await billingNow(ctx));

/** Whether an account is a student's; never for a request without an account. */
export async function isStudent(
  ctx: Pick<Ctx, "db" | "studio">,
  accountId: string | null,
  now: Date,
): Promise<boolean> {
  if (!accountId) return false;
  const { byEmail, approvedUntil } = await proofAt(ctx, accountId, now);
  return byEmail || approvedUntil !== null;
}

/** The student price, as the plans state it. */
export interface StudentOffer {
  readonly code: string;
  readonly basisPoints: number;
  readonly months: number;
  /** Null for all plans. */
  readonly planIds: readonly string[] | null;
  /** Whether the viewer has shown that they are a student. */
  readonly isEligible: boolean;
}

/** The student price that the viewer can still have; null if the studio has none. */
export async function studentOffer(ctx: Ctx): Promise<StudentOffer | null> {
  const now = await billingNow(ctx);
  const accountId = ctx.viewer?.accountId ?? null;
  const coupon = await findStudentCoupon(ctx.db, { now, accountId });
  if (!coupon) return null;
  const { id: code, basisPoints, durationMonths: months, planIds } = coupon;
  if (basisPoints === null || months === null)
    throw new Error(`The student code ${code} has no percentage or no end.`);
  return { code, basisPoints, months, planIds, isEligible: await isStudent(ctx, accountId, now) };
}
