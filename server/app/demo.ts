import type { Shared } from "../platform/ctx-factory.ts";

export async function seedDemo(_shared: Shared): Promise<void> {}
