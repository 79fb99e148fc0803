import type { Viewer } from "../../ctx.ts";
import { Forbidden, RegistrationRequired, Unauthenticated } from "../../platform/errors.ts";

/**
 * Requires a viewer, who may be a guest.
 * @throws Unauthenticated if no one is signed in
 */
export function requireViewer(ctx: { readonly viewer: Viewer | null }): Viewer {
  if (!ctx.viewer) throw new Unauthenticated();
  return ctx.viewer;
}

/**
 * Requires a member.
 * @throws RegistrationRequired, Unauthenticated
 */
export function requireMember(ctx: { readonly viewer: Viewer | null }): Viewer {
  const viewer = requireViewer(ctx);
  if (viewer.isAnonymous) throw new RegistrationRequired();
  return viewer;
}

/**
 * Requires a member whose profile is not a child's.
 * @throws Forbidden, RegistrationRequired, Unauthenticated
 */
export function requireHolder(ctx: { readonly viewer: Viewer | null }): Viewer {
  const viewer = requireMember(ctx);
  if (viewer.isChild) throw new Forbidden();
  return viewer;
}

/**
 * Requires a viewer, possibly a guest, whose profile is not a child's.
 * @throws Forbidden, Unauthenticated
 */
export function requireAdult(ctx: { readonly viewer: Viewer | null }): Viewer {
  const viewer = requireViewer(ctx);
  if (viewer.isChild) throw new Forbidden();
  return viewer;
}
