/** Every URL of the web, in one place: `patterns` for routes.ts, `paths` for links. */

export const patterns = {
  dashboard: "/dashboard",
  library: "/library",
  category: "/category/$slug",
  studioClass: "/class/$classId",
  player: "/class/$classId/play",
  instructor: "/instructor/$slug",
  loops: "/studio/loops/$classId",
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
  inbox: "/notifications",
  notificationSettings: "/account/notifications",
  settings: "/account/settings",
  subscription: "/account/subscription",
  onboarding: "/onboarding",
  checkout: "/checkout",
  terms: "/terms",
  withdrawal: "/account/withdrawal",
  money: "/studio/money",
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

/** Links. `classId` is the readable id of a class, `slug` that of a category or an instructor. */
export const paths = {
  dashboard: () => patterns.dashboard,
  library: () => patterns.library,
  category: (slug: string) => `/category/${encodeURIComponent(slug)}`,
  studioClass: (classId: string) => `/class/${encodeURIComponent(classId)}`,
  player: (classId: string) => `/class/${encodeURIComponent(classId)}/play`,
  instructor: (slug: string) => `/instructor/${encodeURIComponent(slug)}`,
  loops: (classId: string) => `/studio/loops/${encodeURIComponent(classId)}`,
  remote: () => patterns.remote,
  onDevice: () => patterns.onDevice,
  saved: () => patterns.saved,
  family: () => patterns.family,
  plan: () => patterns.plan,
  challenges: () => patterns.challenges,
  challenge: (slug: string) => `/challenge/${encodeURIComponent(slug)}`,
  badge: (slug: string) => `/badge/${encodeURIComponent(slug)}`,
  login: () => patterns.login,
  register: () => patterns.register,
  forgot: () => patterns.forgot,
  inbox: () => patterns.inbox,
  notificationSettings: () => patterns.notificationSettings,
  settings: () => patterns.settings,
  subscription: () => patterns.subscription,
  onboarding: () => patterns.onboarding,
  checkout: () => patterns.checkout,
  terms: () => patterns.terms,
  withdrawal: () => patterns.withdrawal,
  money: () => patterns.money,
  funnel: () => patterns.funnel,
  attribution: () => patterns.attribution,
  experiments: () => patterns.experiments,
  survey: () => patterns.survey,
  feed: () => patterns.feed,
  upload: () => patterns.upload,
  video: (id: string) => `/video/${encodeURIComponent(id)}`,
  profile: (username: string) => `/@${encodeURIComponent(username)}`,
  moderation: () => patterns.moderation,
  questions: () => patterns.questions,
  post: (id: string) => `/post/${encodeURIComponent(id)}`,
  notFound: () => patterns.notFound,
} as const;

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
