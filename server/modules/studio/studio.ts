import type { LimitedRole } from "../../../contract/staff.ts";
import { limitedRoles, permissions } from "../../../contract/staff.ts";
import type { Ctx } from "../../ctx.ts";
import { revenueItemsWaiting } from "../billing/index.ts";
import { instructorScope } from "../catalog/index.ts";
import { casesWaiting } from "../community/index.ts";
import { refuseLapsedStaff, requireViewer } from "../identity/index.ts";
import { stepsMissing } from "./opening/opening.ts";
import { failedJobsWaiting } from "./failed-jobs.ts";
interface Area {
  /** Roles that may open the page besides admins; the module behind it checks them too. */
  readonly roles: readonly LimitedRole[];
  /** Number of items that wait for the viewer. */
  readonly waiting?: (ctx: Ctx) => Promise<number>;
}

/** The studio's pages, in display order. */
const areas = {
  opening: { roles: [], waiting: stepsMissing },
  people: { roles: permissions.seePeople },
  moderation: { roles: permissions.moderate, waiting: casesWaiting },
  money: { roles: permissions.manageRevenue, waiting: revenueItemsWaiting },
  plans: { roles: permissions.setPrices },
  coupons: { roles: permissions.setPrices },
  giftCards: { roles: permissions.refund },
  funnel: { roles: [] },
  attribution: { roles: [] },
  experiments: { roles: [] },
  questions: { roles: permissions.editLibrary },
  library: { roles: permissions.editLibrary },
  // Also open to teachers and instructors, with their own classes.
  classes: { roles: permissions.editLibrary },
  figures: { roles: permissions.editLibrary },
  songs: { roles: permissions.draftClasses },
  royalties: { roles: permissions.reportRoyalties },
  courses: { roles: permissions.editLibrary },
  challenges: { roles: permissions.editLibrary },
  messages: { roles: permissions.sendMessages },
  settings: { roles: [] },
  landing: { roles: [] },
  legal: { roles: [] },
  staff: { roles: [] },
  memberImport: { roles: [] },
  audit: { roles: [] },
  export: { roles: [] },
  failedJobs: { roles: [], waiting: failedJobsWaiting },
} as const satisfies Record<string, Area>;

export type AreaKey = keyof typeof areas;
/** Also open to instructors. */
const ofTeachers: ReadonlySet<AreaKey> = new Set(["classes", "figures"]);
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
  refuseLapsedStaff(ctx, ...limitedRoles);
  const isStaff = (roles: readonly LimitedRole[]): boolean =>
    personId === accountId && (role === "admin" || roles.some((one) => one === role));
  const teaches = (await instructorScope(ctx)) !== null;
  const open = areaKeys.filter((key) => isStaff(areas[key].roles) || (ofTeachers.has(key) && teaches));
  return Promise.all(
    open.map(async (key) => {
      const { waiting }: Area = areas[key];
      return { key, waiting: waiting ? await waiting(ctx) : null };
    }),
  );
}
