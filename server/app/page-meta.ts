import type { BuiltRoute } from "../../contract/boot.ts";
import type { Ctx } from "../ctx.ts";
import { findClass, instructorBySlug, thumbnailUrl } from "../modules/catalog/index.ts";
import { sharedBadge, sharedChallenge } from "../modules/challenges/index.ts";
import type { PageMeta } from "../platform/web/page.ts";

const titles: Readonly<Record<string, string>> = {
  "/dashboard": "Tonight",
  "/library": "Library",
  "/saved": "Saved classes",
  "/plan": "Your week",
  "/family": "Who’s dancing?",
  "/challenges": "Challenges",
  "/onboarding": "Your first week",
  "/hdyhau": "How did you hear of us?",
  "/login": "Sign in",
  "/register": "Register",
  "/sign-in": "Sign in",
  "/forgot": "Sign in without a password",
  "/reset": "A new password",
  "/verify": "Your address",
  "/notifications": "Inbox",
  "/account/notifications": "Notifications",
  "/account/settings": "Settings",
  "/account/subscription": "Subscription",
};
const about =
  "Dance classes you learn by the count: slow them down, loop an eight, turn them round. For yourself and your family.";

/** Title, description and picture of a page for those who don't run it: search engines and link previews. */
export async function metaOf(
  ctx: Ctx,
  matched: { route: BuiltRoute; params: Record<string, string> } | null,
  url: URL,
): Promise<PageMeta & { readonly isMissing: boolean }> {
  const address = `${ctx.publicUrl}${url.pathname}`;
  const plain = (name: string | undefined, isMissing = false) => ({
    title: name ? `${name} · Eightcount` : "Eightcount",
    description: about,
    url: address,
    imageUrl: null,
    isMissing,
  });
  if (!matched) return plain("No page here", true);
  const { classId, slug } = matched.params;
  if (classId) {
    const found = await findClass(ctx, classId);
    if (!found) return plain("No page here", true);
    return {
      title: `${found.title} · Eightcount`,
      description: found.description || about,
      url: address,
      imageUrl: thumbnailUrl(ctx, found.picture),
      isMissing: false,
    };
  }
  if (slug && matched.route.path.startsWith("/instructor/")) {
    const found = await instructorBySlug(ctx, slug);
    if (!found) return plain("No page here", true);
    return {
      title: `${found.name} · Eightcount`,
      description: found.bio ?? about,
      url: address,
      imageUrl: found.photo ? thumbnailUrl(ctx, found.photo) : null,
      isMissing: false,
    };
  }
  const share = { "/badge/$id": sharedBadge, "/challenge/$id": sharedChallenge }[matched.route.path];
  if (share) {
    const found = await share(ctx, matched.params["id"] ?? "");
    if (!found) return plain("No page here", true);
    return {
      title: `${found.title} · Eightcount`,
      description: found.description,
      url: address,
      imageUrl: ctx.publicUrl + found.imagePath,
      isMissing: false,
    };
  }
  return plain(titles[matched.route.path]);
}
