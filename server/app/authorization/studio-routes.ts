import { each } from "./route-rules.ts";
import type { Route } from "./route-rules.ts";

/** Files of the studio, and images of its brand. */
export const studioRoutes: Readonly<Record<string, Route>> = {
  "GET /api/studio/money/invoices.csv": {
    path: () => "/api/studio/money/invoices.csv",
    statuses: each(404, { finance: 200, admin: 200 }),
  },
  "GET /api/studio/money/subscriptions.csv": {
    path: () => "/api/studio/money/subscriptions.csv",
    statuses: each(404, { finance: 200, admin: 200 }),
  },
  "GET /api/studio/coupon-batches/{id}.csv": {
    path: async ({ make }) => `/api/studio/coupon-batches/${await make.couponBatch()}.csv`,
    statuses: each(404, { finance: 200, admin: 200 }),
  },
  "GET /api/studio/people.csv": {
    path: () => "/api/studio/people.csv",
    statuses: each(404, { admin: 200 }),
  },
  "GET /api/studio/mailing-list.csv": {
    path: () => "/api/studio/mailing-list.csv",
    statuses: each(404, { admin: 200 }),
  },
  // No table: that is refused after authorization.
  "POST /api/studio/member-imports": {
    method: "POST",
    path: () => "/api/studio/member-imports?name=members.csv",
    body: "x",
    statuses: each(404, { admin: 400 }),
  },
  // No table: that is refused after authorization.
  "POST /api/studio/video-imports/{id}/metadata": {
    method: "POST",
    path: async ({ make }) => `/api/studio/video-imports/${(await make.videoImport()).importId}/metadata`,
    body: "x",
    statuses: each(404, { teacher: 400, editor: 400, admin: 400 }),
  },
  "GET /api/studio/audit.csv": {
    path: () => "/api/studio/audit.csv",
    statuses: each(404, { admin: 200 }),
  },
  "GET /api/studio/figures/classes.csv": {
    path: () => "/api/studio/figures/classes.csv?days=28",
    statuses: each(404, { instructor: 200, otherInstructor: 200, teacher: 200, editor: 200, admin: 200 }),
  },
  "GET /api/studio/figures/instructors.csv": {
    path: () => "/api/studio/figures/instructors.csv?days=28",
    statuses: each(404, { instructor: 200, otherInstructor: 200, teacher: 200, editor: 200, admin: 200 }),
  },
  "GET /api/studio/royalties.csv": {
    path: () => "/api/studio/royalties.csv?quarter=2026-Q1",
    statuses: each(404, { editor: 200, finance: 200, admin: 200 }),
  },
  // No one danced the class: there are no figures yet.
  "GET /api/studio/figures/class/{id}/figures.csv": {
    path: ({ classId }) => `/api/studio/figures/class/${classId}/figures.csv`,
    statuses: { ...each(404), childProfile: 403, lapsedAdmin: 403 },
  },
  "GET /api/studio/figures/class/{id}/sources.csv": {
    path: ({ classId }) => `/api/studio/figures/class/${classId}/sources.csv`,
    statuses: { ...each(404), childProfile: 403, lapsedAdmin: 403 },
  },
  // No image: that is refused after authorization.
  "POST /api/studio/brand/{kind}": {
    method: "POST",
    path: () => "/api/studio/brand/icon",
    body: "x",
    statuses: each(404, { admin: 422 }),
  },
  "DELETE /api/studio/brand/{kind}": {
    method: "DELETE",
    path: () => "/api/studio/brand/icon",
    missing: "/api/studio/brand/none",
    statuses: each(404, { admin: 204 }),
  },
  "GET /api/studio/growth/funnel.csv": {
    path: () => "/api/studio/growth/funnel.csv?days=30&by=week",
    statuses: each(404, { admin: 200 }),
  },
  "GET /api/studio/growth/attribution.csv": {
    path: () => "/api/studio/growth/attribution.csv?days=30&touch=first",
    statuses: each(404, { admin: 200 }),
  },
};
