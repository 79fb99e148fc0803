/** Every URL of the web, in one place: `patterns` for routes.ts, `paths` for links. */

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

/** Links, by the names of their patterns: each takes what stands for its `$…`, such as a class's readable id or an instructor's slug. */
export const paths = Object.fromEntries(
  Object.entries(patterns).map(([name, pattern]) => [
    name,
    (value = "") => pattern.replace(/\$\w+/, () => encodeURIComponent(value)),
  ]),
) as unknown as { readonly [Name in keyof Patterns]: Link<Patterns[Name]> };

/** Pages that lead in: nobody who is in wants to come back to them. */
const ways: ReadonlySet<string> = new Set([
  patterns.login,
  patterns.register,
  patterns.signInLink,
  patterns.forgot,
  patterns.reset,
  patterns.verify,
  patterns.family,
]);

/** The path to return to after signing in: one of ours, or the dashboard. Refuses other origins (`//host`, `/\host`, a scheme). */
export function safeReturnPath(next: string | null | undefined, origin: string): string {
  if (!next?.startsWith("/") || /[\\\s]/.test(next)) return paths.dashboard();
  const url = URL.parse(next, origin);
  if (!url || url.origin !== origin) return paths.dashboard();
  if (url.pathname.startsWith("//") || ways.has(url.pathname)) return paths.dashboard();
  return url.pathname + url.search + url.hash;
}
