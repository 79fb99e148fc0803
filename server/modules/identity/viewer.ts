import type { Viewer } from "../../ctx.ts";
import { Forbidden, RegistrationRequired, Unauthenticated } from "../../platform/errors.ts";

/** The viewer, anonymous or not. @throws Unauthenticated when nobody is signed in */
export function requireViewer(ctx: { readonly viewer: Viewer | null }): Viewer {
  if (!ctx.viewer) throw new Unauthenticated();
  return ctx.viewer;
}

/** The viewer, who must have registered. @throws RegistrationRequired, Unauthenticated */
export function requireMember(ctx: { readonly viewer: Viewer | null }): Viewer {
  const viewer = requireViewer(ctx);
  if (viewer.isAnonymous) throw new RegistrationRequired();
  return viewer;
}

/** The viewer, who must have registered, and no child of a family. @throws Forbidden, RegistrationRequired, Unauthenticated */
export function requireHolder(ctx: { readonly viewer: Viewer | null }): Viewer {
  const viewer = requireMember(ctx);
  if (viewer.isChild) throw new Forbidden();
  return viewer;
}

/** The viewer, anonymous or not, and no child of a family. @throws Forbidden, Unauthenticated */
export function requireAdult(ctx: { readonly viewer: Viewer | null }): Viewer {
  const viewer = requireViewer(ctx);
  if (viewer.isChild) throw new Forbidden();
  return viewer;
}
