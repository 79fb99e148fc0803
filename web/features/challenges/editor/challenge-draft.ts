import { beginOf, dayAfter, dayOf } from "../components/days.ts";
import type { ChallengeInput, EditedChallenge, Trigger } from "./edited-challenge.ts";

/** A class that counts; without a title it has left the library. */
export type ChosenClass = { id: string; title: string | null };
export type BadgeDraft = { key: string; name: string; description: string; amount: string };

/** A challenge in the editor. */
export type ChallengeDraft = {
  title: string;
  description: string;
  triggerType: Trigger;
  classes: readonly ChosenClass[];
  /** YYYY-MM-DD, in this device's time zone. */
  firstDay: string;
  lastDay: string;
  goalHeader: string;
  subtitleHeader: string;
  earnedByHeader: string;
  badges: readonly BadgeDraft[];
};

export const newBadge = (amount: string): BadgeDraft => ({
  key: crypto.randomUUID(),
  name: "",
  description: "",
  amount,
});

const lastDayOf = (endTime: string): string => dayOf(new Date(new Date(endTime).getTime() - 1));

/** Creates a draft. Null gives the defaults of a new challenge: four weeks from next week on, and a badge. */
export function draftOf(challenge: EditedChallenge | null, now: Date): ChallengeDraft {
  if (!challenge) {
    const firstDay = dayAfter(dayOf(now), 7);
    return {
      title: "",
      description: "",
      triggerType: "class_completed",
      classes: [],
      firstDay,
      lastDay: dayAfter(firstDay, 27),
      goalHeader: "",
      subtitleHeader: "",
      earnedByHeader: "",
      badges: [newBadge("8")],
    };
  }
  const titles = new Map(challenge.requiredClasses.map(({ id, title }) => [id, title]));
  return {
    title: challenge.title,
    description: challenge.description,
    triggerType: challenge.triggerType,
    classes: challenge.requiredClassIds.map((id) => ({ id, title: titles.get(id) ?? null })),
    firstDay: dayOf(new Date(challenge.startTime)),
    lastDay: lastDayOf(challenge.endTime),
    goalHeader: challenge.goalHeader ?? "",
    subtitleHeader: challenge.subtitleHeader ?? "",
    earnedByHeader: challenge.earnedByHeader ?? "",
    badges: challenge.badges.map(({ name, description, amountToEarn }) => ({
      ...newBadge(String(amountToEarn)),
      name,
      description,
    })),
  };
}

/** Converts a draft to the mutation's input. An untouched day keeps its exact time, in any time zone. */
export function inputOf(draft: ChallengeDraft, before: EditedChallenge | null): ChallengeInput {
  const { firstDay, lastDay } = draft;
  const isSameStart = before && dayOf(new Date(before.startTime)) === firstDay;
  const isSameEnd = before && lastDayOf(before.endTime) === lastDay;
  return {
    title: draft.title,
    description: draft.description,
    triggerType: draft.triggerType,
    requiredClassIds:
      draft.triggerType === "required_classes_completed" ? draft.classes.map(({ id }) => id) : [],
    startTime: isSameStart ? before.startTime : beginOf(firstDay).toISOString(),
    endTime: isSameEnd ? before.endTime : beginOf(dayAfter(lastDay, 1)).toISOString(),
    goalHeader: draft.goalHeader.trim() || null,
    subtitleHeader: draft.subtitleHeader.trim() || null,
    earnedByHeader: draft.earnedByHeader.trim() || null,
    badges: draft.badges.map(({ name, description, amount }) => ({
      name,
      description,
      amountToEarn: Number(amount),
    })),
  };
}
