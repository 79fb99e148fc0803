/** What the client's cache must know of the schema: which types have no id of their own, and what a mutation changes. */
import { gql } from "@urql/core";
import type {
  Cache,
  KeyingConfig,
  OptimisticMutationConfig,
  UpdateResolver,
  UpdatesConfig,
} from "@urql/exchange-graphcache";

/** Parts of their parent; they are kept inside it. */
const embedded = () => null;

/** A type that isn't listed is known by its `id`. */
export const cacheKeys: KeyingConfig = {
  StudioClass: (entity) => text(entity.id),
  Category: (entity) => text(entity.slug),
  Section: (entity) => text(entity.slug),
  InstructorPublic: (entity) => text(entity.slug),
  Instructor: (entity) => text(entity.slug),
  ClassStyle: (entity) => text(entity.slug) ?? text(entity.name),
  WeekPlan: (entity) => text(entity.weekStart),
  // One per person, and a client is one person's.
  PlanCalendar: () => "mine",
  FeatureFlag: (entity) => text(entity.name),
  ArmResult: embedded,
  Attribution: embedded,
  AttributionRow: embedded,
  FunnelRow: embedded,
  GoalResult: embedded,
  SaidRow: embedded,
  ShareInterval: embedded,
  ShareLift: embedded,
  BadgeYear: embedded,
  CaptionTrack: embedded,
  ChallengeBadge: embedded,
  ChallengeText: embedded,
  ChurnByReason: embedded,
  ClassPart: embedded,
  DuePart: embedded,
  DunningCase: embedded,
  DunningTotal: embedded,
  LoopHeat: embedded,
  LoopedStretch: embedded,
  PartMastery: embedded,
  RoomCode: embedded,
  RoomState: embedded,
  ClassVideo: embedded,
  CommentPage: embedded,
  CheckoutEstimate: embedded,
  Configs: embedded,
  EarnedBadges: embedded,
  Experiment: embedded,
  FailedWebhook: embedded,
  InvoiceEstimate: embedded,
  InvoiceLine: embedded,
  InvoicePage: embedded,
  LeaderboardEntry: embedded,
  MoneyOverview: embedded,
  MonthlyIncome: embedded,
  MonthlyRecurring: embedded,
  PaymentAction: embedded,
  PaymentConfig: embedded,
  PersonPage: embedded,
  LeaderboardNeighbour: embedded,
  PlanAlternative: embedded,
  PlanHoliday: embedded,
  PlanSettings: embedded,
  NotificationKindSetting: embedded,
  NotificationPage: embedded,
  Playback: embedded,
  PostPage: embedded,
  PreferenceOption: embedded,
  PreferenceQuestion: embedded,
  ProfilePrivacy: embedded,
  ProgressTime: embedded,
  Revision: embedded,
  SavedClass: embedded,
  SavedClassPage: embedded,
  StudioClassPage: embedded,
  SubscriptionsStanding: embedded,
  TempoSpan: embedded,
  TrialsOverview: embedded,
  UserBadge: embedded,
  UserLink: embedded,
  UserProgress: embedded,
  UsernameCheck: embedded,
  VideoUploadPage: embedded,
};

const progress = gql`
  fragment CachedProgress on StudioClass {
    id
    userProgress {
      completed
      percent
      time {
        hour
        minute
        second
      }
    }
  }
`;

const known = gql`
  fragment CachedMastery on StudioClass {
    id
    mastery {
      partIndex
      level
      isOwnWord
      tempo
      dueAt
    }
  }
`;
/** Whatever else was asked for of the plan is asked for again. */
const forgetPlans = (_result: unknown, _arguments: unknown, cache: Cache): void => {
  cache.invalidate("Query", "weekPlan");
  cache.invalidate("Query", "planAlternatives");
};

const notes = gql`
  fragment CachedNotes on StudioClass {
    id
    notes {
      id
      atMs
      text
      drawing
      changedAt
    }
  }
`;

const following = gql`
  fragment CachedFollowing on Category {
    slug
    isFollowing
  }
`;

const readAt = gql`
  fragment CachedRead on Notification {
    id
    readAt
  }
`;

/** Has a list asked for again, in whatever pages it was asked for. */
function forget(cache: Cache, list: string): void {
  for (const { fieldName, arguments: given } of cache.inspectFields("Query"))
    if (fieldName === list) cache.invalidate("Query", fieldName, given ?? undefined);
}
/** What opens, what it costs and what is charged next hang together: everything is asked for again. */
const forgetQueries: UpdateResolver = (_result, _arguments, cache) => {
  for (const { fieldName, arguments: asked } of cache.inspectFields("Query"))
    if (fieldName !== "configs") cache.invalidate("Query", fieldName, asked);
};

export const cacheUpdates: UpdatesConfig = {
  LiveSubscription: {
    // Whoever shows the inbox's count reads it from the query's place; its list, where it is open, is asked for again.
    inboxChanged(result, _arguments, cache) {
      const inbox = result.inboxChanged as { __typename: "Inbox"; id: string; unread: number };
      cache.link("Query", "inbox", inbox);
      forget(cache, "notifications");
    },
  },
  Mutation: {
    setConsent: (_result, _arguments, cache) => cache.invalidate("Query", "myConsents"),
    // What is read says so at once; without ids that is everything.
    markNotificationsRead(_result, { ids }, cache) {
      if (!Array.isArray(ids)) forget(cache, "notifications");
      else for (const id of ids) cache.writeFragment(readAt, { id, readAt: new Date().toISOString() });
    },
    subscriptionCreateV2: forgetQueries,
    subscriptionCancel: forgetQueries,
    subscriptionUndoCancel: forgetQueries,
    subscriptionPause: forgetQueries,
    subscriptionResume: forgetQueries,
    subscriptionChangePlan: forgetQueries,
    subscriptionUpdatePaymentMethod: forgetQueries,
    // The list is asked for again once the server has answered; meanwhile a class says itself whether it is saved.
    saveClass: (_result, _arguments, cache, { optimistic }) => {
      if (!optimistic) cache.invalidate("Query", "savedClasses");
    },
    unsaveClass: (_result, _arguments, cache, { optimistic }) => {
      if (!optimistic) cache.invalidate("Query", "savedClasses");
    },
    // `classId` must be the class's id, not its slug: the cache knows a class by its id.
    recordPractice(result, { classId }, cache) {
      cache.writeFragment(progress, { id: classId, userProgress: result.recordPractice });
      for (const list of ["continueClasses", "forYouClasses", "savedClasses", "weekPlan"])
        cache.invalidate("Query", list);
    },
    // `classId` must be the class's id here too.
    recordLoop(result, { classId }, cache) {
      cache.writeFragment(known, { id: classId, mastery: result.recordLoop });
      cache.invalidate("Query", "dueParts");
    },
    setMastery(result, { classId }, cache) {
      cache.writeFragment(known, { id: classId, mastery: result.setMastery });
      cache.invalidate("Query", "dueParts");
    },
    // `classId` must be the class's id in these, too.
    saveNote(result, { classId }, cache) {
      const kept = cache.readFragment(notes, { id: classId })?.notes as
        | { id: string; atMs: number }[]
        | undefined;
      const saved = result.saveNote as { id: string; atMs: number };
      const all = [...(kept ?? []).filter(({ id }) => id !== saved.id), saved];
      all.sort((a, b) => a.atMs - b.atMs);
      cache.writeFragment(notes, { id: classId, notes: all });
    },
    removeNote(result, { classId }, cache) {
      const kept = cache.readFragment(notes, { id: classId })?.notes as { id: string }[] | undefined;
      cache.writeFragment(notes, {
        id: classId,
        notes: (kept ?? []).filter(({ id }) => id !== result.removeNote),
      });
    },
    // The answer is the whole set, so that every other category is one that isn't followed.
    followCategories(_result, { categories: followed }, cache, { optimistic }) {
      const slugs = new Set(Array.isArray(followed) ? followed : []);
      for (const { fieldName, fieldKey } of cache.inspectFields("Query")) {
        if (fieldName !== "categories") continue;
        const found = cache.resolve("Query", fieldKey);
        for (const key of Array.isArray(found) ? found : []) {
          const slug = typeof key === "string" ? cache.resolve(key, "slug") : null;
          if (typeof slug === "string")
            cache.writeFragment(following, { slug, isFollowing: slugs.has(slug) });
        }
      }
      if (!optimistic) {
        cache.invalidate("Query", "forYouClasses");
        cache.invalidate("Query", "weekPlan");
      }
    },
    danceTogether: (_result, _arguments, cache) => void cache.invalidate("Query", "dancingTogether"),
    swapPlannedClass: (_result, _arguments, cache) => void cache.invalidate("Query", "planAlternatives"),
    setPlanHoliday: forgetPlans,
    setPlanSettings: forgetPlans,
    setDanceLevelPreference: forgetPlans,
    setDanceReasonPreference: forgetPlans,
    setFamilyGoalPreference: forgetPlans,
    setAccountTypePreference: forgetPlans,
    setDanceHabitPreference: forgetPlans,
    setDanceEnergyPreference: forgetPlans,
    setDanceLocationsPreference: forgetPlans,
    setDanceGoalsPreference: forgetPlans,
    setDanceCadencePreference: forgetPlans,
  },
};

export const optimisticAnswers: OptimisticMutationConfig = {
  saveClass: ({ classId }) => ({ __typename: "StudioClass", id: classId as string, isSaved: true }),
  unsaveClass: ({ classId }) => ({ __typename: "StudioClass", id: classId as string, isSaved: false }),
  followCategories: ({ categories }) =>
    (categories as string[]).map((slug) => ({ __typename: "Category", slug, isFollowing: true })),
};

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
