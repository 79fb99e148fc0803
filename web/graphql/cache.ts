/** What the client's cache must know of the schema: which types have no id of their own, and what a mutation changes. */
import { gql } from "@urql/core";
import type {
  Cache,
  KeyingConfig,
  OptimisticMutationConfig,
  UpdateResolver,
  UpdatesConfig,
} from "@urql/exchange-graphcache";

/** A type that isn't listed is known by its `id`, and without one is kept inside its parent. */
export const cacheKeys: KeyingConfig = {
  StudioClass: (entity) => text(entity.id),
  Category: (entity) => text(entity.slug),
  Section: (entity) => text(entity.slug),
  InstructorPublic: (entity) => text(entity.slug),
  Instructor: (entity) => text(entity.slug),
  ClassStyle: (entity) => text(entity.slug),
  WeekPlan: (entity) => text(entity.weekStart),
  // One per person, and a client is one person's.
  PlanCalendar: () => "mine",
  EditedInstructor: (entity) => text(entity.slug),
  FeatureFlag: (entity) => text(entity.name),
  StudioArea: (entity) => text(entity.key),
  StudioQuestion: (entity) => text(entity.type),
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
  forget(cache, "weekPlan");
  forget(cache, "planAlternatives");
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

const likedTypes = { post: "Post", comment: "Comment", video_upload: "VideoUpload" } as const;
type LikedType = keyof typeof likedTypes;

/** Writes fields of one thing. */
function patch(cache: Cache, typename: string, data: { id: unknown } & Record<string, unknown>): void {
  const fields = Object.keys(data);
  cache.writeFragment(
    gql(`fragment ${fields.join("_")}_of_${typename} on ${typename} { ${fields.join(" ")} }`),
    data,
  );
}

/** Has a list asked for again, in whatever pages it was asked for. */
function forget(cache: Cache, list: string, entity = "Query"): void {
  for (const { fieldName, arguments: given } of cache.inspectFields(entity))
    if (fieldName === list) cache.invalidate(entity, fieldName, given ?? undefined);
}

/** Lists that hold what somebody said: asked for again when it or who is met changes. */
function forgetLists(cache: Cache): void {
  forget(cache, "posts");
  for (const { fieldName, fieldKey } of cache.inspectFields("Query")) {
    const key = cache.resolve("Query", fieldKey);
    if (typeof key !== "string") continue;
    if (["post", "studioClass", "videoUpload"].includes(fieldName)) forget(cache, "discussion", key);
    if (fieldName === "comment") forget(cache, "replyPage", key);
  }
}
/** What opens, what it costs and what is charged next hang together: everything is asked for again. */
const forgetQueries: UpdateResolver = (_result, _arguments, cache) => {
  for (const { fieldName, arguments: asked } of cache.inspectFields("Query"))
    if (fieldName !== "configs") cache.invalidate("Query", fieldName, asked);
};

/** What people see of the library is asked for again; the editor's own class is the mutation's answer. */
const forgetLibrary: UpdateResolver = (_result, _arguments, cache) => {
  for (const { fieldName, arguments: asked } of cache.inspectFields("Query"))
    if (!["configs", "editedClass"].includes(fieldName)) cache.invalidate("Query", fieldName, asked);
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
    // What is read says so at once; without ids that is everything.
    markNotificationsRead(_result, { ids }, cache) {
      if (!Array.isArray(ids)) forget(cache, "notifications");
      else for (const id of ids) cache.writeFragment(readAt, { id, readAt: new Date().toISOString() });
    },
    setHidesExplicit: forgetQueries,
    subscriptionCreateV2: forgetQueries,
    subscriptionCancel: forgetQueries,
    subscriptionUndoCancel: forgetQueries,
    subscriptionPause: forgetQueries,
    subscriptionResume: forgetQueries,
    subscriptionChangePlan: forgetQueries,
    subscriptionUpdatePaymentMethod: forgetQueries,
    setConsent: (_result, _arguments, cache) => forget(cache, "myConsents"),
    setFollowing(_result, { userId, following: isFollowing }, cache, { optimistic }) {
      patch(cache, "User", { id: userId, isFollowing });
      if (!optimistic) forget(cache, "posts");
    },
    setBlocked(_result, { userId, blocked: isBlockedByMe }, cache, { optimistic }) {
      patch(cache, "User", { id: userId, isBlockedByMe });
      if (isBlockedByMe) patch(cache, "User", { id: userId, isFollowing: false });
      if (!optimistic) forgetLists(cache);
    },
    setMuted(_result, { userId, muted: isMutedByMe }, cache, { optimistic }) {
      patch(cache, "User", { id: userId, isMutedByMe });
      if (!optimistic) forgetLists(cache);
    },
    setLike(result, { contentType, id, liked: likedByMe }, cache) {
      patch(cache, likedTypes[contentType as LikedType], { id, likedByMe, likesCount: result.setLike });
    },
    report(_result, { contentType, id }, cache) {
      const type = likedTypes[contentType as LikedType];
      if (type) patch(cache, type, { id, reportedByMe: true });
    },
    createPost: (_result, _arguments, cache) => forget(cache, "posts"),
    deletePost(_result, { id }, cache) {
      cache.invalidate({ __typename: "Post", id: id as string });
      forget(cache, "posts");
    },
    createComment: (_result, _arguments, cache) => forgetLists(cache),
    createClassComment: (_result, _arguments, cache) => forgetLists(cache),
    createVideoComment: (_result, _arguments, cache) => forgetLists(cache),
    deleteComment: (_result, _arguments, cache) => forgetLists(cache),
    subscriptionTakeMonthOff: forgetQueries,
    subscriptionWithdraw: forgetQueries,
    // The list is asked for again once the server has answered; meanwhile a class says itself whether it is saved.
    saveClass: (_result, _arguments, cache, { optimistic }) => {
      if (!optimistic) forget(cache, "savedClasses");
    },
    unsaveClass: (_result, _arguments, cache, { optimistic }) => {
      if (!optimistic) forget(cache, "savedClasses");
    },
    // `classId` must be the class's id, not its slug: the cache knows a class by its id.
    recordPractice(result, { classId }, cache) {
      cache.writeFragment(progress, { id: classId, userProgress: result.recordPractice });
      for (const list of ["continueClasses", "forYouClasses", "savedClasses", "weekPlan"])
        forget(cache, list);
    },
    // `classId` must be the class's id here too.
    recordLoop(result, { classId }, cache) {
      cache.writeFragment(known, { id: classId, mastery: result.recordLoop });
      forget(cache, "dueParts");
    },
    setMastery(result, { classId }, cache) {
      cache.writeFragment(known, { id: classId, mastery: result.setMastery });
      forget(cache, "dueParts");
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
        forget(cache, "forYouClasses");
        forget(cache, "weekPlan");
      }
    },
    createClass: (_result, _arguments, cache) => forget(cache, "drafts"),
    deleteDraft: (_result, _arguments, cache) => forget(cache, "drafts"),
    changeClass: forgetLibrary,
    publishClass: forgetLibrary,
    unpublishClass: forgetLibrary,
    danceTogether: (_result, _arguments, cache) => void forget(cache, "dancingTogether"),
    swapPlannedClass: (_result, _arguments, cache) => void forget(cache, "planAlternatives"),
    saveQuestionOptions: (_result, _arguments, cache) => {
      for (const list of ["userPreferenceOptions", "userPreferenceOptionsVariantB"]) forget(cache, list);
    },
    saveQuestionOrder: (_result, _arguments, cache) => {
      for (const list of ["studioQuestions", "userPreferenceOptions", "userPreferenceOptionsVariantB"])
        forget(cache, list);
    },
    // The answer is the whole list.
    setChildren: (result, _arguments, cache) => {
      cache.link("Query", "children", result.setChildren as { __typename: "Child"; id: string }[]);
      forgetPlans(result, {}, cache);
    },
    createChildProfile: (_result, _arguments, cache) => forget(cache, "children"),
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
  setFollowing: ({ following: isFollowing }) => isFollowing as boolean,
  setMuted: ({ muted: isMuted }) => isMuted as boolean,
  setLike({ contentType, id, liked: isLiked }, cache) {
    const entity = { __typename: likedTypes[contentType as LikedType], id: id as string };
    const before = Number(cache.resolve(entity, "likesCount") ?? 0);
    if (cache.resolve(entity, "likedByMe") === isLiked) return before;
    return Math.max(0, before + (isLiked ? 1 : -1));
  },
  saveClass: ({ classId }) => ({ __typename: "StudioClass", id: classId as string, isSaved: true }),
  unsaveClass: ({ classId }) => ({ __typename: "StudioClass", id: classId as string, isSaved: false }),
  followCategories: ({ categories }) =>
    (categories as string[]).map((slug) => ({ __typename: "Category", slug, isFollowing: true })),
};

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
