import type { TestPerson, TestServer } from "../../../testing/harness.ts";

/** Saves that a person danced a class at a time, in milliseconds since 1970. */
export async function saveDanced(
  server: TestServer,
  person: TestPerson,
  classId: string,
  at: number,
): Promise<void> {
  await server.pool.query(
    `insert into practice.records (person_id, class_id, viewed_at, played_ms) values ($1, $2, $3, 1000)
     on conflict (person_id, class_id) do update set viewed_at = excluded.viewed_at`,
    [person.id, classId, new Date(at)],
  );
}
