import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect } from "vitest";
import { createLibrary } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { countCompletion } from "../index.ts";

export const day = 24 * 3_600_000;
export let server: TestServer;
export let editor: TestPerson;
let now = Date.UTC(2026, 10, 21, 12);
/** Moves the clock ahead. */
export const advance = (ms: number): void => {
  now += ms;
};
export const at = (days: number) => new Date(now + days * day).toISOString();
export const badge = (amountToEarn: number) => ({
  name: `The ${amountToEarn}`,
  description: `For ${amountToEarn}`,
  amountToEarn,
});
export const input = (change: object = {}) => ({
  title: "Turns of autumn",
  description: "Whole classes, before the leaves are down.",
  triggerType: "class_completed",
  requiredClassIds: [] as string[],
  startTime: at(2),
  endTime: at(9),
  badges: [badge(1), badge(2)],
  ...change,
});
export interface Edited {
  id: string;
  slug: string;
  title: string;
  phase: string;
  startTime: string;
  endTime: string;
  requiredClassIds: string[];
  requiredClasses: { title: string }[];
  goalHeader: string | null;
  badges: { name: string; description: string; amountToEarn: number }[];
  participantsCount: number;
  revision: number;
}
export const fields = `id slug title description triggerType phase startTime endTime requiredClassIds requiredClasses { title }
  goalHeader subtitleHeader earnedByHeader badges { name description amountToEarn } participantsCount revision`;
export const create = (given: object, as = editor, key: string = randomUUID()) =>
  server.graphql<{ createChallenge: Edited }>(
    `mutation ($input: ChallengeInput!, $key: String!) { createChallenge(input: $input, idempotencyKey: $key) { ${fields} } }`,
    { input: given, key },
    { as },
  );
export const change = (id: string, given: object, revision: number, as = editor) =>
  server.graphql<{ changeChallenge: Edited }>(
    `mutation ($id: ID!, $input: ChallengeInput!, $revision: Int!) {
      changeChallenge(id: $id, input: $input, revision: $revision) { ${fields} } }`,
    { id, input: given, revision },
    { as },
  );
export const remove = (id: string, as = editor) =>
  server.graphql<{ deleteChallenge: boolean }>(
    `mutation ($id: ID!) { deleteChallenge(id: $id) }`,
    { id },
    { as },
  );
export async function announce(given: object = {}): Promise<Edited> {
  const { data, errors } = await create(input(given));
  expect(errors).toEqual([]);
  return data!.createChallenge;
}
export const join = (as: TestPerson, id: string) =>
  server.graphql(`mutation ($id: ID!) { joinChallenge(id: $id) { id } }`, { id }, { as });
interface Shown {
  title: string;
  progressAmount: number | null;
  participantsCount: number;
  displayText: { goalHeader: string };
  badges: { isEarned: boolean; badge: { name: string; slug: string } }[];
}
export async function show(id: string, as?: TestPerson): Promise<Shown | null> {
  const { data } = await server.graphql<{ challengeById: Shown | null }>(
    `query ($id: ID!) { challengeById(id: $id) { title progressAmount participantsCount displayText { goalHeader }
      badges { isEarned badge { name slug } } } }`,
    { id },
    as ? { as } : {},
  );
  return data!.challengeById;
}
export const complete = (person: TestPerson, classId: string) =>
  countCompletion(server.ctx(), {
    personId: person.id,
    classId,
    completedAt: new Date(now),
    playedMs: 540_000,
  });
export const codeOf = ({
  errors,
}: {
  readonly errors: readonly { readonly extensions: Record<string, unknown> }[];
}) => ({
  code: errors[0]?.extensions["code"],
  field: errors[0]?.extensions["field"],
});
/** Starts a server with an editor and a clock of its own, and ends it after the tests of a file. */
export function startEditing(): void {
  beforeAll(async () => {
    server = await startTestServer({ roles: "api", clock: { now: () => new Date(now) } });
    await createLibrary(server.pool);
    editor = await server.member({ role: "editor" });
  });
  afterAll(() => server?.stop());
}
