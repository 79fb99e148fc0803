import type { Module } from "../platform/module.ts";
import { site } from "../modules/site/manifest.ts";
import { studio } from "../modules/studio/manifest.ts";
import { billing } from "../modules/billing/manifest.ts";
import { catalog } from "../modules/catalog/manifest.ts";
import { challenges } from "../modules/challenges/manifest.ts";
import { courses } from "../modules/courses/manifest.ts";
import { community } from "../modules/community/manifest.ts";
import { growth } from "../modules/growth/manifest.ts";
import { identity } from "../modules/identity/manifest.ts";
import { media } from "../modules/media/manifest.ts";
import { notifications } from "../modules/notifications/manifest.ts";
import { onboarding } from "../modules/onboarding/manifest.ts";
import { practice } from "../modules/practice/manifest.ts";
import { profiles } from "../modules/profiles/manifest.ts";
import { outbox } from "../platform/jobs/maintenance.ts";
import { mail } from "../platform/mail/manifest.ts";
import { maintenance } from "./guests.ts";

/** All modules of the product. A new one is registered only here. */
export const modules: readonly Module[] = [
  outbox,
  mail,
  identity,
  site,
  growth,
  media,
  billing,
  catalog,
  onboarding,
  profiles,
  practice,
  community,
  courses,
  challenges,
  notifications,
  studio,
  maintenance,
];

export const jobs = modules.flatMap((module) => module.jobs ?? []);
export const schedules = modules.flatMap((module) => module.schedules ?? []);
export const reactions = modules.flatMap((module) => module.reactions ?? []);
export const storedFiles = modules.flatMap((module) => module.storedFiles ?? []);
export const diskSweeps = modules.flatMap((module) => module.sweepDisk ?? []);
export const helpers = modules.flatMap((module) => module.help ?? []);
export const backgroundHelpers = modules.flatMap((module) => module.helpInBackground ?? []);
