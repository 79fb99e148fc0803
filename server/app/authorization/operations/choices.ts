import { randomUUID } from "node:crypto";
import { adult, holder, only, open, viewer } from "../rules.ts";
import type { Operations } from "../rules.ts";

const pushKeys = JSON.stringify({ p256dh: "B".repeat(87), auth: "A".repeat(22) });

/** Answers and settings: onboarding, consent, notifications. */
export const choices: Operations = {
  Query: {
    children: {
      rule: open,
      args: async ({ make }) => {
        await make.child();
        return {};
      },
      select: "age",
      secret: { text: () => '"age":8', to: ["owner"] },
    },
    configs: { rule: open },
    userPreferenceOptions: { rule: open },
    userPreferenceOptionsVariantB: { rule: open },
    myConsents: { rule: adult },
    inbox: { rule: viewer },
    follows: {
      rule: viewer,
      args: async ({ make }) => {
        await make.follow();
        return {};
      },
      select: "slug",
      secret: { text: () => "demo-kofi", to: ["owner"] },
    },
    notificationSettings: { rule: viewer },
    notifications: {
      rule: viewer,
      args: async ({ make }) => {
        await make.notification();
        return {};
      },
      select: "items { url }",
      secret: { text: () => "/owners-news", to: ["owner"] },
    },
  },
  Mutation: {
    setAccountTypePreference: { rule: viewer, args: () => ({ slug: "family" }) },
    setDanceCadencePreference: { rule: viewer, args: () => ({ slugs: ["monday"], daysPerWeek: 2 }) },
    setDanceEnergyPreference: { rule: viewer, args: () => ({ slug: "steady" }) },
    setDanceGoalsPreference: { rule: viewer, args: () => ({ slugs: [] }) },
    setDanceHabitPreference: { rule: viewer, args: () => ({ slug: "weekly" }) },
    setDanceLevelPreference: { rule: viewer, args: () => ({ slug: "beginner" }) },
    setDanceLocationsPreference: { rule: viewer, args: () => ({ slugs: ["small-room"] }) },
    setDanceReasonPreference: { rule: viewer, args: () => ({ slug: "learn" }) },
    setFamilyGoalPreference: { rule: viewer, args: () => ({ slug: "together" }) },
    setUserAgeResponse: { rule: viewer, args: () => ({ slug: "25-34" }) },
    setHDYHAUSurveyResponse: { rule: viewer, args: () => ({ slug: "friend" }) },
    setChildren: {
      rule: adult,
      args: () => ({ children: [{ id: randomUUID(), age: 8, level: "beginner" }] }),
    },
    createChildProfile: {
      rule: only(["owner"], holder),
      target: "childId",
      args: async ({ make }) => ({ childId: await make.child(), name: "Demo Child" }),
      past: ["FAMILY_FULL"],
    },
    setReleaseAlert: {
      rule: holder,
      args: async ({ make }) => ({ classId: await make.upcoming(), isOn: true }),
    },
    setFollow: { rule: adult, args: () => ({ kind: "style", slug: "house", following: true }) },
    setConsent: {
      rule: adult,
      args: () => ({ analytics: true, advertising: false, place: "settings" }),
    },
    changeNotificationKind: { rule: viewer, args: () => ({ type: "UGCComment", push: false }) },
    changeQuietHours: { rule: viewer, args: () => ({ from: "22:00", to: "07:00" }) },
    markNotificationsRead: {
      rule: viewer,
      target: "ids",
      args: async ({ make }) => ({ ids: [await make.notification()] }),
    },
    registerPushSubscription: {
      rule: adult,
      args: () => ({
        endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
        keys: pushKeys,
        platform: "web",
      }),
    },
    removePushSubscription: {
      rule: viewer,
      args: () => ({ endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}` }),
    },
  },
  LiveSubscription: { inboxChanged: { rule: viewer } },
};
