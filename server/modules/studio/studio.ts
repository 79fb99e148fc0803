import type { Ctx } from "../../ctx.ts";
import { webhooksWaiting } from "../billing/index.ts";
import { instructorScope } from "../catalog/index.ts";
import { casesWaiting } from "../community/index.ts";
import { refuseLapsedStaff, requireViewer } from "../identity/index.ts";
import { stepsMissing } from "./opening/opening.ts";
import { failedJobsWaiting } from "./failed-jobs.ts";

type Role = "moderator" | "editor";
interface Area {
  /** Roles that may open the page besides admins; the module behind it checks them too. */
  readonly roles: readonly Role[];
  /** Number of items that wait for the viewer. */
  readonly waiting?: (ctx: Ctx) => Promise<number>;
}

/** The studio's pages, in display order. */
const areas = {
  opening: { roles: [], waiting: stepsMissing },
  people: { roles: [] },
  moderation: { roles: ["moderator"], waiting: casesWaiting },
  money: { roles: [], waiting: webhooksWaiting },
  plans: { roles: [] },
  coupons: { roles: [] },
  funnel: { roles: [] },
  attribution: { roles: [] },
  experiments: { roles: [] },
  questions: { roles: ["editor"] },
  library: { roles: ["editor"] },
  // Also open to instructors, with their own classes.
  classes: { roles: ["editor"] },
  challenges: { roles: ["editor"] },
  settings: { roles: [] },
  legal: { roles: [] },
  staff: { roles: [] },
  audit: { roles: [] },
  failedJobs: { roles: [], waiting: failedJobsWaiting },
} as const satisfies Record<string, Area>;

export type AreaKey = keyof typeof areas;
export const areaKeys = Object.keys(areas) as AreaKey[];

/** A page of the studio that the viewer may open. */
export interface StudioArea {
  readonly key: AreaKey;
  /** Null for pages without pending items. */
  readonly waiting: number | null;
}

/**
 * Pages of the studio that the viewer may open; none for anyone who is neither staff nor instructor.
 * @throws SecondStepRequired, Unauthenticated
 */
export async function studioAreas(ctx: Ctx): Promise<StudioArea[]> {
  const { role, personId, accountId } = requireViewer(ctx);
  refuseLapsedStaff(ctx, "moderator", "editor");
  const isStaff = (roles: readonly Role[]): boolean =>
    personId === accountId && (role === "admin" || roles.some((one) => one === role));
  const teaches = (await instructorScope(ctx)) !== null;
  const open = areaKeys.filter((key) => isStaff(areas[key].roles) || (key === "classes" && teaches));
  return Promise.all(
    open.map(async (key) => {
      const { waiting }: Area = areas[key];
      return { key, waiting: waiting ? await waiting(ctx) : null };
    }),
  );
}
