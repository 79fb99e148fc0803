import { randomUUID } from "node:crypto";
import { afterAll, beforeAll } from "vitest";
import { createClass, createLibrary } from "../../testing/factories.ts";
import { startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";
import { countCompletion, seedChallenges } from "./index.ts";
import type { NewChallenge } from "./index.ts";

export const day = 24 * 3_600_000;
export let server: TestServer;
export let now = Date.UTC(2026, 10, 21, 12);
/** Moves the clock ahead. */
export const advance = (ms: number): void => {
  now += ms;
};
export async function announce(change: Partial<NewChallenge> = {}): Promise<string> {
  const slug = `c-${randomUUID().slice(0, 8)}`;
  await server.ctx().transact((tx) =>
    seedChallenges(
      tx,
      [
        {
          slug,
          title: "Eight counts",
          description: "Eight classes",
          triggerType: "class_completed",
          requiredClassIds: [],
          startsAt: new Date(now - 7 * day),
          endsAt: new Date(now + 7 * day),
          goalHeader: "Complete classes",
          subtitleHeader: "Any of them",
          earnedByHeader: "Earned by",
          badges: [
            { slug: `${slug}-one`, name: "One", description: "One class", amountToEarn: 1 },
            { slug: `${slug}-three`, name: "Three", description: "Three classes", amountToEarn: 3 },
          ],
          ...change,
        },
      ],
      [],
    ),
  );
  return slug;
}
export interface Shown {
  id: string;
  isJoined: boolean;
  progressAmount: number | null;
  rank: number | null;
  badges: { badge: { name: string }; isEarned: boolean }[];
  participantLeaderboard: { user: { id: string }; progressAmount: number; reachedAt: string }[];
}
export async function complete(person: TestPerson, classId?: string, at = now): Promise<string> {
  const id = classId ?? (await createClass(server.pool)).id;
  await countCompletion(server.ctx(), {
    personId: person.id,
    classId: id,
    completedAt: new Date(at),
    playedMs: 540_000,
  });
  return id;
}
/** Starts a server with a clock of its own, and ends it after the tests of a file. */
export function startChallenges(): void {
  beforeAll(async () => {
    server = await startTestServer({ roles: "api", clock: { now: () => new Date(now) } });
    await createLibrary(server.pool);
  });
  afterAll(() => server?.stop());
}
