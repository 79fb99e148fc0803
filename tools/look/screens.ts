import { paths, type PageName } from "../../contract/urls.ts";

/** An account of the demo, by its role in `demo-accounts.txt`; "child" is a child of the family, "guest" is signed out. */
export type Viewer = "guest" | "Member" | "Family" | "child" | "Admin" | "Moderator" | "Instructor";

/** A screen: its address, or the page and the links there that lead to it. */
export interface Screen {
  readonly viewer: Viewer;
  readonly address: string;
  /** CSS selectors of links; the first that matches is opened, one selector after the other. */
  readonly links: readonly string[];
}

const demoClass = "drag-the-left";
const at = (viewer: Viewer, address: string): Screen => ({ viewer, address, links: [] });
/** A screen behind links, each given by the beginning of its address. */
const linked = (viewer: Viewer, address: string, ...beginnings: readonly string[]): Screen => ({
  viewer,
  address,
  links: beginnings.map((beginning) => `a[href^="${beginning}"]:not([href$="/new"])`),
});

/** An example of every page; a page with several faces has several. */
export const screens: Readonly<Record<PageName, readonly Screen[]>> = {
  dashboard: [
    at("guest", paths.dashboard()),
    at("Member", paths.dashboard()),
    at("child", paths.dashboard()),
  ],
  comingSoon: [at("guest", paths.comingSoon())],
  // The demo has a draft, which its preview shows.
  landing: [],
  library: [at("Member", paths.library())],
  category: [at("Member", paths.category("first-steps"))],
  studioClass: [at("Member", paths.studioClass(demoClass)), at("guest", paths.studioClass("round-on-four"))],
  player: [at("Member", paths.player(demoClass)), at("child", paths.player("first-bounce"))],
  instructor: [at("Member", paths.instructor("demo-ana"))],
  classFigures: [
    {
      viewer: "Instructor",
      address: paths.instructorClasses(),
      links: ['a[href^="/studio/loops/"]', 'a[href^="/studio/classes/"][href$="/figures"]'],
    },
  ],
  studioFigures: [at("Admin", paths.studioFigures())],
  loops: [linked("Instructor", paths.instructorClasses(), "/studio/loops/")],
  draft: [],
  beat: [linked("Instructor", paths.instructorClasses(), "/studio/beat/")],
  remote: [at("Member", paths.remote())],
  onDevice: [at("Member", paths.onDevice())],
  saved: [at("Member", paths.saved())],
  playlists: [at("Member", paths.playlists()), at("child", paths.playlists())],
  playlist: [linked("Member", paths.playlists(), "/playlist/")],
  sharedPlaylist: [at("guest", paths.sharedPlaylist())],
  family: [at("Family", paths.family())],
  plan: [at("Member", paths.plan())],
  challenges: [at("Member", paths.challenges())],
  challenge: [linked("Member", paths.challenges(), "/challenge/")],
  songs: [at("Member", paths.songs())],
  song: [linked("Member", paths.songs(), "/song/")],
  courses: [at("Member", paths.courses())],
  course: [linked("Member", paths.courses(), "/course/")],
  // The demo's people have completed no course.
  certificate: [],
  badges: [at("Member", paths.badges())],
  badge: [linked("Member", paths.badges(), "/badge/")],
  login: [at("guest", paths.login())],
  register: [at("guest", paths.register())],
  signInLink: [at("guest", paths.signInLink())],
  forgot: [at("guest", paths.forgot())],
  reset: [at("guest", paths.reset())],
  verify: [at("guest", paths.verify())],
  notMe: [at("guest", paths.notMe())],
  inbox: [at("Member", paths.inbox())],
  // The demo's member gets no announcements before agreeing to them.
  message: [],
  notificationSettings: [at("Member", paths.notificationSettings())],
  following: [at("Member", paths.following())],
  settings: [at("Member", paths.settings())],
  subscription: [at("Member", paths.subscription()), at("guest", paths.subscription())],
  payInvoice: [at("Member", paths.payInvoice())],
  onboarding: [at("guest", paths.onboarding())],
  checkout: [at("guest", paths.checkout())],
  giftCards: [at("guest", paths.giftCards()), at("Member", paths.giftCards())],
  redeemGift: [at("Member", paths.redeemGift())],
  legalPage: [at("guest", paths.legalPage("privacy"))],
  terms: [at("guest", paths.terms())],
  withdrawal: [at("Member", paths.withdrawal())],
  cancelContract: [at("guest", paths.cancelContract())],
  withdrawContract: [at("guest", paths.withdrawContract())],
  studio: [at("Admin", paths.studio())],
  studioPeople: [at("Admin", paths.studioPeople())],
  studioPerson: [linked("Admin", paths.studioPeople(), "/studio/people/")],
  instructorClasses: [at("Instructor", paths.instructorClasses())],
  newClass: [at("Admin", paths.newClass())],
  editClass: [linked("Admin", paths.instructorClasses(), "/studio/classes/")],
  studioSettings: [at("Admin", paths.studioSettings())],
  studioMessages: [at("Admin", paths.studioMessages())],
  studioMessage: [
    at("Admin", paths.studioMessage("new")),
    linked("Admin", paths.studioMessages(), "/studio/messages/"),
  ],
  studioSeries: [at("Admin", paths.studioSeries("welcome"))],
  studioLanding: [at("Admin", paths.studioLanding())],
  landingPreview: [at("Admin", paths.landingPreview())],
  studioLegal: [at("Admin", paths.studioLegal())],
  studioOpening: [at("Admin", paths.studioOpening())],
  firstAdmin: [at("guest", paths.firstAdmin())],
  invitation: [at("guest", paths.invitation())],
  studioLibrary: [at("Admin", paths.studioLibrary())],
  studioRoyalties: [at("Admin", paths.studioRoyalties())],
  studioSongs: [at("Admin", paths.studioSongs())],
  studioCourses: [at("Admin", paths.studioCourses())],
  studioChallenges: [at("Admin", paths.studioChallenges())],
  staff: [at("Admin", paths.staff())],
  studioAudit: [at("Admin", paths.studioAudit())],
  memberImport: [at("Admin", paths.memberImport())],
  videoImport: [at("Admin", paths.videoImport())],
  studioExport: [at("Admin", paths.studioExport())],
  failedJobs: [at("Admin", paths.failedJobs())],
  money: [at("Admin", paths.money())],
  coupons: [at("Admin", paths.coupons()), at("Admin", `${paths.coupons()}?batch=OPEN-DAY`)],
  studioGiftCards: [at("Admin", paths.studioGiftCards())],
  plansAndPrices: [at("Admin", paths.plansAndPrices())],
  funnel: [at("Admin", paths.funnel())],
  attribution: [at("Admin", paths.attribution())],
  experiments: [at("Admin", paths.experiments())],
  survey: [at("Member", paths.survey())],
  questions: [at("Admin", paths.questions())],
  post: [linked("Member", paths.feed(), "/post/")],
  feed: [at("Member", paths.feed())],
  upload: [at("Member", paths.upload())],
  video: [linked("Member", paths.profile("demo_member"), "/video/")],
  profile: [at("Member", paths.profile("demo_member"))],
  moderation: [at("Moderator", paths.moderation())],
  notFound: [at("guest", paths.notFound())],
};
