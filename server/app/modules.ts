import type { Module } from "../platform/module.ts";
import { growth } from "../modules/growth/manifest.ts";
import { identity } from "../modules/identity/manifest.ts";

/** Every module of the product. A new one is named here and nowhere else. */
export const modules: readonly Module[] = [identity, growth];

export const jobs = modules.flatMap((module) => module.jobs ?? []);
export const schedules = modules.flatMap((module) => module.schedules ?? []);
export const reactions = modules.flatMap((module) => module.reactions ?? []);
