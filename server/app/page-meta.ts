import type { BuiltRoute } from "../../contract/boot.ts";
import type { Ctx } from "../ctx.ts";
import { findClass, instructorBySlug, thumbnailUrl } from "../modules/catalog/index.ts";
import { sharedBadge, sharedChallenge } from "../modules/challenges/index.ts";
import { plainText, post, upload } from "../modules/community/index.ts";
import { photoUrl } from "../modules/identity/index.ts";
import { imageUrlOf } from "../modules/media/index.ts";
import { profileByUsername } from "../modules/profiles/index.ts";
import type { PageMeta } from "../platform/web/page.ts";

type Meta = PageMeta & { readonly isMissing: boolean };

const titles: Readonly<Record<string, string>> = {
  "/dashboard": "Tonight",
  "/library": "Library",
  "/saved": "Saved classes",
  "/plan": "Your week",
  "/family": "Who’s dancing?",
  "/challenges": "Challenges",
  "/feed": "Community",
  "/upload": "Upload a video",
  "/onboarding": "Your first week",
  "/hdyhau": "How did you hear of us?",
  "/login": "Sign in",
  "/register": "Register",
  "/sign-in": "Sign in",
  "/forgot": "Sign in without a password",
  "/reset": "A new password",
  "/verify": "Your address",
  "/not-me": "This wasn’t me",
  "/notifications": "Inbox",
  "/account/notifications": "Notifications",
  "/account/settings": "Settings",
  "/account/subscription": "Subscription",
};
const about =
  "Dance classes you learn by the count: slow them down, loop an eight, turn them round. For yourself and your family.";

/** Title, description and image of a page for clients that don't run its scripts: search engines and link previews. */
export async function metaOf(
  ctx: Ctx,
  matched: { route: BuiltRoute; params: Record<string, string> } | null,
  url: URL,
): Promise<Meta> {
  const address = `${ctx.publicUrl}${url.pathname}`;
  const plain = (name: string | undefined, isMissing = false) => ({
    title: name ? `${name} · Eightcount` : "Eightcount",
    description: about,
    url: address,
    imageUrl: null,
    isMissing,
  });
  if (!matched) return plain("No page here", true);
  // Only editors may know unpublished classes.
  if (matched.route.path === "/studio/classes/$classId") return plain("Classes");
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
      type: "profile",
      structuredData: {
        "@context": "https://schema.org",
        "@type": "ProfilePage",
        mainEntity: {
          "@type": "Person",
          name: found.name,
          url: address,
          jobTitle: "Dance instructor",
          ...(found.bio ? { description: found.bio } : {}),
          ...(found.photo ? { image: thumbnailUrl(ctx, found.photo) } : {}),
        },
      },
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
  if (matched.params["username"])
    return (await metaOfProfile(ctx, matched.params["username"], address)) ?? plain("No page here", true);
  if (matched.params["id"] && matched.route.path === "/post/$id")
    return (await metaOfPost(ctx, matched.params["id"], address)) ?? plain("No page here", true);
  if (matched.params["id"] && matched.route.path === "/video/$id")
    return (await metaOfVideo(ctx, matched.params["id"], address)) ?? plain("No page here", true);
  return plain(titles[matched.route.path]);
}

async function metaOfProfile(ctx: Ctx, username: string, url: string): Promise<Meta | null> {
  const found = await profileByUsername(ctx, username);
  if (!found) return null;
  const name = found.name ? `${found.name} (@${found.username})` : `@${found.username}`;
  const imageUrl = photoUrl(ctx, found.image);
  return {
    title: `${name} · Eightcount`,
    description: found.bio ?? about,
    url,
    imageUrl,
    type: "profile",
    structuredData: {
      "@context": "https://schema.org",
      "@type": "ProfilePage",
      mainEntity: {
        "@type": "Person",
        name: found.name || found.username,
        alternateName: found.username,
        url,
        ...(found.bio ? { description: found.bio } : {}),
        ...(imageUrl ? { image: imageUrl } : {}),
        ...(found.links.length > 0 ? { sameAs: found.links.map((link) => link.url) } : {}),
      },
    },
    isMissing: false,
  };
}

async function metaOfPost(ctx: Ctx, id: string, url: string): Promise<Meta | null> {
  const found = await post(ctx, id);
  if (!found?.author) return null;
  const by = found.author.username ?? "a dancer";
  const thumbnail = found.videoUpload?.asset?.thumbnail;
  const shown = found.classId && !thumbnail ? await findClass(ctx, found.classId) : null;
  const imageUrl = thumbnail ? imageUrlOf(ctx, thumbnail) : shown ? thumbnailUrl(ctx, shown.picture) : null;
  const description = plainText(found.text, 200);
  return {
    title: `${plainText(found.text, 60)} · ${by} on Eightcount`,
    description,
    url,
    imageUrl,
    type: "article",
    structuredData: {
      "@context": "https://schema.org",
      "@type": "SocialMediaPosting",
      text: description,
      datePublished: new Date(found.createdAt).toISOString(),
      author: { "@type": "Person", name: by, url: `${ctx.publicUrl}/@${found.author.username ?? ""}` },
      url,
      ...(imageUrl ? { image: imageUrl } : {}),
    },
    isMissing: false,
  };
}

async function metaOfVideo(ctx: Ctx, id: string, url: string): Promise<Meta | null> {
  const found = await upload(ctx, id);
  if (!found?.author) return null;
  const by = found.author.username ?? "a dancer";
  const { asset } = found;
  const imageUrl = asset?.poster ? imageUrlOf(ctx, asset.poster) : null;
  const name = found.text ? plainText(found.text, 60) : `A video of ${by}`;
  return {
    title: `${name} · ${by} on Eightcount`,
    description: plainText(found.text, 200) || about,
    url,
    imageUrl,
    type: "video.other",
    structuredData: {
      "@context": "https://schema.org",
      "@type": "VideoObject",
      name,
      description: plainText(found.text, 200) || name,
      uploadDate: new Date(found.createdAt).toISOString(),
      author: { "@type": "Person", name: by, url: `${ctx.publicUrl}/@${found.author.username ?? ""}` },
      url,
      ...(asset?.durationMs ? { duration: `PT${Math.round(asset.durationMs / 1000)}S` } : {}),
      ...(imageUrl ? { thumbnailUrl: imageUrl } : {}),
    },
    isMissing: false,
  };
}
