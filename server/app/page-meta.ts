import type { BuiltRoute } from "../../contract/boot.ts";
import { publishedPages } from "../../contract/legal-pages.ts";
import { paths, patterns } from "../../contract/urls.ts";
import type { PageName } from "../../contract/urls.ts";
import type { Ctx } from "../ctx.ts";
import {
  classText,
  findClass,
  findShownClass,
  instructorBySlug,
  portraitPath,
  thumbnailUrl,
  trailerUrl,
} from "../modules/catalog/index.ts";
import { sharedBadge, sharedChallenge } from "../modules/challenges/index.ts";
import { plainText, post, upload } from "../modules/community/index.ts";
import { photoUrl } from "../modules/identity/index.ts";
import { imageUrlOf } from "../modules/media/index.ts";
import { profileByUsername } from "../modules/profiles/index.ts";
import { landingMeta } from "../modules/studio/landing/landing.ts";
import { msg, translate, type Message } from "../platform/i18n/messages.ts";
import {
  about,
  metaOfCategory,
  metaOfCertificate,
  metaOfCourse,
  metaOfShared,
  metaOfSong,
  metaOfUpcoming,
} from "./plain-meta.ts";
import type { Find, Meta } from "./plain-meta.ts";

/** The title of each page; null for the studio's name alone. A page of content is described by what it shows. */
const pages: { readonly [Name in PageName]: Message | Find | null } = {
  dashboard: msg("Today"),
  comingSoon: msg("Opening soon"),
  landing: metaOfLanding,
  library: msg("Library"),
  category: metaOfCategory,
  studioClass: async (ctx, id, url) => (await metaOfClass(ctx, id, url)) ?? metaOfUpcoming(ctx, id, url),
  player: metaOfClass,
  instructor: metaOfInstructor,
  songs: msg("Songs"),
  song: metaOfSong,
  loops: metaOfClass,
  classFigures: metaOfClass,
  studioFigures: msg("Figures"),
  beat: metaOfClass,
  draft: msg("Draft"),
  remote: msg("Remote"),
  onDevice: msg("Downloads"),
  saved: msg("Saved classes"),
  playlists: msg("Playlists"),
  // Only its owner may know its name.
  playlist: msg("Playlist"),
  sharedPlaylist: msg("Playlist"),
  family: msg("Who’s dancing?"),
  plan: msg("Your week"),
  challenges: msg("Challenges"),
  badges: msg("Your badges"),
  courses: msg("Courses"),
  course: metaOfCourse,
  certificate: metaOfCertificate,
  challenge: metaOfShared(sharedChallenge),
  badge: metaOfShared(sharedBadge),
  login: msg("Sign in"),
  register: msg("Sign up"),
  signInLink: msg("Sign in"),
  forgot: msg("Sign in with an email link"),
  reset: msg("Reset your password"),
  verify: msg("Confirm your email"),
  notMe: msg("This wasn’t me"),
  inbox: msg("Inbox"),
  // Only its readers may know its subject.
  message: msg("News"),
  notificationSettings: msg("Notifications"),
  following: msg("Following"),
  settings: msg("Settings"),
  subscription: msg("Subscription"),
  payInvoice: msg("Pay an invoice"),
  onboarding: msg("Your first week"),
  checkout: msg("Choose your plan"),
  giftCards: msg("Gift cards"),
  redeemGift: msg("Redeem a gift card"),
  legalPage: metaOfLegalPage,
  terms: msg("Terms"),
  withdrawal: msg("Withdraw from your contract"),
  cancelContract: msg("Cancel contracts here"),
  withdrawContract: msg("Withdraw from a contract"),
  studio: msg("Studio"),
  studioPeople: msg("People"),
  // Only staff may know names.
  studioPerson: msg("People"),
  instructorClasses: msg("Classes"),
  newClass: msg("New class"),
  // Only editors may know unpublished classes.
  editClass: msg("Classes"),
  studioSettings: msg("Settings"),
  studioAudit: msg("Audit log"),
  studioMessages: msg("Messages"),
  studioMessage: msg("Announcement"),
  studioSeries: msg("Series"),
  studioLanding: msg("Landing page"),
  landingPreview: msg("Landing page"),
  studioLegal: msg("Legal pages"),
  studioOpening: msg("Opening"),
  firstAdmin: msg("First admin"),
  invitation: msg("Invitation to the team"),
  studioLibrary: msg("Library"),
  studioSongs: msg("Songs"),
  studioRoyalties: msg("Music report"),
  studioCourses: msg("Courses"),
  studioChallenges: msg("Challenges"),
  staff: msg("Team"),
  failedJobs: msg("Failed jobs"),
  studioExport: msg("Export"),
  memberImport: msg("Import members"),
  videoImport: msg("Import videos"),
  money: msg("Revenue"),
  coupons: msg("Promo codes"),
  studioGiftCards: msg("Gift cards"),
  plansAndPrices: msg("Plans and prices"),
  funnel: msg("Funnel"),
  attribution: msg("Attribution"),
  experiments: msg("Experiments"),
  survey: msg("How did you hear about us?"),
  questions: msg("Questions"),
  post: metaOfPost,
  feed: msg("Community"),
  upload: msg("Upload a video"),
  video: metaOfVideo,
  profile: metaOfProfile,
  moderation: msg("Moderation"),
  notFound: null,
};
const nameOf = new Map<string, PageName>(
  (Object.keys(patterns) as PageName[]).map((name) => [patterns[name], name]),
);

async function ownMetaOf(
  ctx: Ctx,
  matched: { route: BuiltRoute; params: Record<string, string> } | null,
  { pathname }: URL,
): Promise<Meta> {
  const url = `${ctx.publicUrl}${pathname}`;
  const plain = (name: Message | null, isMissing = false): Meta => ({
    title: name ? `${translate(name, ctx.locale)} · ${ctx.studio.name}` : ctx.studio.name,
    description: translate(about, ctx.locale),
    url,
    imageUrl: null,
    isMissing,
  });
  const name = matched && nameOf.get(matched.route.path);
  if (!name) return plain(msg("Page not found"), true);
  const page = pages[name];
  if (typeof page !== "function") return plain(page);
  const [parameter = ""] = Object.values(matched.params);
  return (await page(ctx, parameter, url)) ?? plain(msg("Page not found"), true);
}

/**
 * Title, description and image of a page for clients that don't run its scripts: search engines and link previews. A page without an
 * image of its own has the studio's.
 */
export async function metaOf(
  ctx: Ctx,
  matched: { route: BuiltRoute; params: Record<string, string> } | null,
  url: URL,
): Promise<Meta> {
  const meta = await ownMetaOf(ctx, matched, url);
  const { share } = ctx.studio.brand;
  return meta.imageUrl || !share ? meta : { ...meta, imageUrl: ctx.publicUrl + share.path };
}

async function metaOfLanding(ctx: Ctx, _given: string, url: string): Promise<Meta | null> {
  const found = await landingMeta(ctx);
  const description = found?.description || translate(about, ctx.locale);
  return found && { ...found, description, url, isMissing: false };
}

const legalNames = {
  imprint: msg("Imprint"),
  privacy: msg("Privacy policy"),
  terms: msg("Terms"),
  rules: msg("House rules"),
} as const;

async function metaOfLegalPage(ctx: Ctx, given: string, url: string): Promise<Meta | null> {
  const kind = publishedPages(ctx.studio, ctx.clock.now()).find((one) => one === given);
  return (
    (kind && {
      title: `${translate(legalNames[kind], ctx.locale)} · ${ctx.studio.name}`,
      description: translate(about, ctx.locale),
      url,
      imageUrl: null,
      isMissing: false,
    }) ??
    null
  );
}

async function metaOfClass(ctx: Ctx, classId: string, url: string): Promise<Meta | null> {
  const found = await findShownClass(ctx, classId, "card");
  if (!found) return null;
  const [title, description] = await Promise.all([
    classText(ctx, found, "title"),
    classText(ctx, found, "description"),
  ]);
  const videoUrl = await trailerUrl(ctx, found);
  return {
    title: `${title} · ${ctx.studio.name}`,
    description: description || translate(about, ctx.locale),
    url,
    imageUrl: thumbnailUrl(ctx, found.picture),
    ...(found.portraitX === null ? {} : { portraitUrl: imageUrlOf(ctx, portraitPath(found.picture)) }),
    ...(videoUrl && { videoUrl }),
    isMissing: false,
  };
}

async function metaOfInstructor(ctx: Ctx, slug: string, url: string): Promise<Meta | null> {
  const found = await instructorBySlug(ctx, slug);
  return (
    found && {
      title: `${found.name} · ${ctx.studio.name}`,
      description: found.bio ?? translate(about, ctx.locale),
      url,
      imageUrl: found.photo ? thumbnailUrl(ctx, found.photo) : null,
      type: "profile",
      structuredData: {
        "@context": "https://schema.org",
        "@type": "ProfilePage",
        mainEntity: {
          "@type": "Person",
          name: found.name,
          url,
          jobTitle: translate(msg("Dance instructor"), ctx.locale),
          ...(found.bio ? { description: found.bio } : {}),
          ...(found.photo ? { image: thumbnailUrl(ctx, found.photo) } : {}),
          ...(found.links.length > 0 ? { sameAs: found.links } : {}),
        },
      },
      isMissing: false,
    }
  );
}

async function metaOfProfile(ctx: Ctx, username: string, url: string): Promise<Meta | null> {
  const found = await profileByUsername(ctx, username);
  if (!found) return null;
  const name = found.name ? `${found.name} (@${found.username})` : `@${found.username}`;
  const imageUrl = photoUrl(ctx, found.image);
  return {
    title: `${name} · ${ctx.studio.name}`,
    description: found.bio ?? translate(about, ctx.locale),
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

/** The title of what a dancer posted. */
const titleOfWork = (ctx: Ctx, title: string, by: string): string =>
  translate(msg("{title} · {by} on {studioName}", { title, by, studioName: ctx.studio.name }), ctx.locale);

async function metaOfPost(ctx: Ctx, id: string, url: string): Promise<Meta | null> {
  const found = await post(ctx, id);
  if (!found?.author) return null;
  const by = found.author.username ?? translate(msg("a dancer"), ctx.locale);
  const thumbnail = found.videoUpload?.asset?.thumbnail;
  const shown = found.classId && !thumbnail ? await findClass(ctx, found.classId) : null;
  const imageUrl = thumbnail ? imageUrlOf(ctx, thumbnail) : shown ? thumbnailUrl(ctx, shown.picture) : null;
  const description = plainText(found.text, 200);
  return {
    title: titleOfWork(ctx, plainText(found.text, 60), by),
    description,
    url,
    imageUrl,
    type: "article",
    structuredData: {
      "@context": "https://schema.org",
      "@type": "SocialMediaPosting",
      text: description,
      datePublished: new Date(found.createdAt).toISOString(),
      author: {
        "@type": "Person",
        name: by,
        url: ctx.publicUrl + paths.profile(found.author.username ?? ""),
      },
      url,
      ...(imageUrl ? { image: imageUrl } : {}),
    },
    isMissing: false,
  };
}

async function metaOfVideo(ctx: Ctx, id: string, url: string): Promise<Meta | null> {
  const found = await upload(ctx, id);
  if (!found?.author) return null;
  const by = found.author.username ?? translate(msg("a dancer"), ctx.locale);
  const { asset } = found;
  const imageUrl = asset?.poster ? imageUrlOf(ctx, asset.poster) : null;
  const name = found.text
    ? plainText(found.text, 60)
    : translate(msg("Video by {name}", { name: by }), ctx.locale);
  return {
    title: titleOfWork(ctx, name, by),
    description: plainText(found.text, 200) || translate(about, ctx.locale),
    url,
    imageUrl,
    type: "video.other",
    structuredData: {
      "@context": "https://schema.org",
      "@type": "VideoObject",
      name,
      description: plainText(found.text, 200) || name,
      uploadDate: new Date(found.createdAt).toISOString(),
      author: {
        "@type": "Person",
        name: by,
        url: ctx.publicUrl + paths.profile(found.author.username ?? ""),
      },
      url,
      ...(asset?.durationMs ? { duration: `PT${Math.round(asset.durationMs / 1000)}S` } : {}),
      ...(imageUrl ? { thumbnailUrl: imageUrl } : {}),
    },
    isMissing: false,
  };
}
