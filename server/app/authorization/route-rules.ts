import { kinds } from "./rules.ts";
import type { Kind } from "./rules.ts";
import type { World } from "./world.ts";

/** A route that is authorized by access token. Statuses by kind. `of` is the owner's object, `missing` one that doesn't exist. */
export interface Route {
  readonly method?: string;
  readonly path: (world: World) => string | Promise<string>;
  readonly missing?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly statuses: Readonly<Record<Kind, number>>;
}
export const each = (status: number, others: Partial<Record<Kind, number>> = {}): Record<Kind, number> => ({
  ...(Object.fromEntries(kinds.map((kind) => [kind, status])) as Record<Kind, number>),
  signedOut: 401,
  // An admin's own routes answer that a second factor is missing.
  ...(others.admin !== undefined && status === 404 ? { lapsedAdmin: 403 } : {}),
  ...others,
});
