import { randomUUID } from "node:crypto";
import type pg from "pg";
import { seedChallenges } from "../modules/challenges/index.ts";
import type { TestPerson, TestServer } from "./harness.ts";

const weekMs = 7 * 24 * 3_600_000;

/** Publishes a member's video without its files. @returns its id */
export async function createVideo(pool: pg.Pool, authorId: string): Promise<string> {
  const id = randomUUID();
  await pool.query(
    `insert into media.assets (id, owner_kind, owner_id, availability, version) values ($1, 'video_upload', $2, 'available', gen_random_uuid())`,
    [id, authorId],
  );
  await pool.query(
    `insert into community.content (id, kind, author_id, text, created_at) values ($1, 'video_upload', $2, 'Third try', now())`,
    [id, authorId],
  );
  await pool.query(
    "insert into community.standing (person_id, since) values ($1, now()) on conflict (person_id) do nothing",
    [authorId],
  );
  return id;
}

/** Opens a challenge that runs. @returns its slug */
export async function createChallenge(server: TestServer): Promise<string> {
  const slug = `c-${randomUUID().slice(0, 8)}`;
  const challenge = {
    slug,
    title: "Eight counts",
    description: "Eight classes",
    triggerType: "class_completed" as const,
    requiredClassIds: [],
    startsAt: new Date(Date.now() - weekMs),
    endsAt: new Date(Date.now() + weekMs),
    goalHeader: "Complete classes",
    subtitleHeader: "Any of them",
    earnedByHeader: "Earned by",
    badges: [{ slug: `${slug}-eight`, name: "Eight", description: "Eight classes", amountToEarn: 8 }],
  };
  await server.ctx().transact((tx) => seedChallenges(tx, [challenge], []));
  return slug;
}

/** A member's request. @returns the codes of its errors */
export type Act = (person: TestPerson, id: string) => Promise<readonly string[]>;

/** What people do to something popular, as members at a server. */
export function actsAt(server: Pick<TestServer, "graphql">): Record<"like" | "join", Act> {
  const act =
    (mutation: string): Act =>
    async (as, id) => {
      const { errors } = await server.graphql(`mutation ($id: ID!) { ${mutation} }`, { id }, { as });
      return errors.map(({ extensions }) => extensions.code);
    };
  return {
    like: act("setLike(contentType: video_upload, id: $id, liked: true)"),
    join: act("joinChallenge(id: $id) { id }"),
  };
}
