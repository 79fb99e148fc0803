/** Every URL of the web app, in one place: `patterns` for routes.ts, `paths` for links. */

export const patterns = {
  dashboard: "/dashboard",
  library: "/library",
  category: "/category/$slug",
  studioClass: "/class/$classId",
  player: "/class/$classId/play",
  instructor: "/instructor/$slug",
  loops: "/studio/loops/$classId",
  beat: "/studio/beat/$classId",
  remote: "/remote",
  onDevice: "/on-device",
  saved: "/saved",
  family: "/family",
  plan: "/plan",
  challenges: "/challenges",
  challenge: "/challenge/$id",
  badge: "/badge/$id",
  login: "/login",
  register: "/register",
  signInLink: "/sign-in",
  forgot: "/forgot",
  reset: "/reset",
  verify: "/verify",
  notMe: "/not-me",
  inbox: "/notifications",
  notificationSettings: "/account/notifications",
  settings: "/account/settings",
  subscription: "/account/subscription",
  onboarding: "/onboarding",
  checkout: "/checkout",
  terms: "/terms",
  withdrawal: "/account/withdrawal",
  studio: "/studio",
  instructorClasses: "/studio/classes",
  newClass: "/studio/classes/new",
  editClass: "/studio/classes/$classId",
  studioLibrary: "/studio/library",
  studioChallenges: "/studio/challenges",
  staff: "/studio/staff",
  failedJobs: "/studio/dead-letters",
  money: "/studio/money",
  coupons: "/studio/coupons",
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

/** Sign-in and sign-up pages, which are no return targets after signing in. */
const authPages: ReadonlySet<string> = new Set([
  patterns.login,
  patterns.register,
  patterns.signInLink,
  patterns.forgot,
  patterns.reset,
  patterns.verify,
  patterns.family,
]);

/**
 * The path to return to after signing in: a path of this app, or the dashboard. Rejects other origins
 * (`//host`, `/\host`, a scheme).
 */
export function safeReturnPath(next: string | null | undefined, origin: string): string {
  if (!next?.startsWith("/") || /[\\\s]/.test(next)) return paths.dashboard();
  const url = URL.parse(next, origin);
  if (!url || url.origin !== origin) return paths.dashboard();
  if (url.pathname.startsWith("//") || authPages.has(url.pathname)) return paths.dashboard();
  return url.pathname + url.search + url.hash;
}
