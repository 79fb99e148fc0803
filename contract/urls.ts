/**
 * Every page URL, declared once: the web's routes and links, and the server's emails, notifications, redirects and page titles
 * read it. `tools/boundaries/` refuses a page's path that is written elsewhere.
 */

export const patterns = {
  dashboard: "/dashboard",
  comingSoon: "/coming-soon",
  landing: "/welcome",
  library: "/library",
  category: "/category/$slug",
  studioClass: "/class/$classId",
  player: "/class/$classId/play",
  instructor: "/instructor/$slug",
  songs: "/songs",
  song: "/song/$slug",
  loops: "/studio/loops/$classId",
  beat: "/studio/beat/$classId",
  remote: "/remote",
  onDevice: "/on-device",
  saved: "/saved",
  playlists: "/playlists",
  playlist: "/playlist/$id",
  // Its key is the hash: it never leaves the browser with a request for a page.
  sharedPlaylist: "/shared-playlist",
  family: "/family",
  plan: "/plan",
  challenges: "/challenges",
  challenge: "/challenge/$id",
  courses: "/courses",
  certificate: "/certificate/$id",
  course: "/course/$slug",
  badges: "/badges",
  badge: "/badge/$id",
  login: "/login",
  register: "/register",
  signInLink: "/sign-in",
  forgot: "/forgot",
  reset: "/reset",
  verify: "/verify",
  notMe: "/not-me",
  inbox: "/notifications",
  message: "/message/$id",
  notificationSettings: "/account/notifications",
  following: "/account/following",
  settings: "/account/settings",
  subscription: "/account/subscription",
  payInvoice: "/account/subscription/pay",
  onboarding: "/onboarding",
  checkout: "/checkout",
  giftCards: "/gift-cards",
  redeemGift: "/redeem",
  legalPage: "/legal/$kind",
  terms: "/terms",
  withdrawal: "/account/withdrawal",
  cancelContract: "/cancel",
  withdrawContract: "/withdraw",
  studio: "/studio",
  studioPeople: "/studio/people",
  studioPerson: "/studio/people/$id",
  instructorClasses: "/studio/classes",
  newClass: "/studio/classes/new",
  editClass: "/studio/classes/$classId",
  draft: "/draft/$token",
  classFigures: "/studio/classes/$classId/figures",
  studioFigures: "/studio/figures",
  studioSettings: "/studio/settings",
  studioMessages: "/studio/messages",
  studioMessage: "/studio/messages/$id",
  studioSeries: "/studio/messages/series/$id",
  studioLanding: "/studio/landing",
  landingPreview: "/studio/landing/preview",
  studioLegal: "/studio/legal",
  studioOpening: "/studio/open",
  firstAdmin: "/studio/first-admin",
  invitation: "/studio/invitation",
  studioLibrary: "/studio/library",
  studioSongs: "/studio/songs",
  studioRoyalties: "/studio/royalties",
  studioCourses: "/studio/courses",
  studioChallenges: "/studio/challenges",
  staff: "/studio/staff",
  studioAudit: "/studio/audit",
  failedJobs: "/studio/dead-letters",
  studioExport: "/studio/export",
  memberImport: "/studio/import/members",
  videoImport: "/studio/import/videos",
  money: "/studio/money",
  coupons: "/studio/coupons",
  studioGiftCards: "/studio/gift-cards",
  plansAndPrices: "/studio/plans",
  funnel: "/studio/funnel",
  attribution: "/studio/attribution",
  experiments: "/studio/experiments",
  survey: "/hdyhau",
  questions: "/studio/questions",
  post: "/post/$id",
  feed: "/feed",
  upload: "/upload",
  video: "/video/$id",
  profile: "/@$username",
  moderation: "/studio/moderation",
  notFound: "/not-found",
} as const;

type Patterns = typeof patterns;
/** The name of a page, the key of its URL. */
export type PageName = keyof Patterns;
type Link<Pattern extends string> = Pattern extends `${string}$${string}`
  ? (value: string) => string
  : () => string;

/**
 * Link builders by pattern name. Each takes the values of its `$…` parameters, such as a class's slug or an
 * instructor's slug.
 */
export const paths = Object.fromEntries(
  Object.entries(patterns).map(([name, pattern]) => [
    name,
    (value = "") => pattern.replace(/\$\w+/, () => encodeURIComponent(value)),
  ]),
) as unknown as { readonly [Name in keyof Patterns]: Link<Patterns[Name]> };

/** Where browsers send a video that another app shares with the installed app. `web/public/worker.js` takes it. */
export const sharedVideoPath = "/upload/share";

/** Search parameters of a class or player that is opened as part of a set. */
export const setSearch = (setId: string | null | undefined): { set?: string } =>
  setId ? { set: setId } : {};

/** What links call the viewer's set of the day where its id isn't known. */
export const todaysSetId = "today";

/** What the id of a shared playlist's set begins with; its key follows. Anyone who has it sees the playlist. */
export const sharedSetPrefix = "shared-";

/** The id of the set in a page's search parameters; null without one. */
export const setIdOf = (search: { readonly set?: unknown }): string | null =>
  typeof search.set === "string" && search.set !== "" ? search.set : null;
