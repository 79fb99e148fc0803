/** News that comes late, in any order and twice, as every provider warns that it may. */
import { expect } from "vitest";
import type { TestServer } from "../../../testing/harness.ts";
import { project } from "../owned/project.ts";

export const shuffled = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);

/** Does work for each item, four at a time. */
export async function inTurns<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = [...items];
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
    }),
  );
}

/** Registers people who never sign in. @returns their ids */
export async function registerPeople({ pool }: TestServer, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into identity."user" (id, name, email, "emailVerified")
     select id, 'Demo', id || '@example.test', false from (select gen_random_uuid() as id from generate_series(1, $1::int)) as made
     returning id`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/** Expects a person's rows to be the provider's present state, so that reading it once more changes nothing. */
export async function expectLastState(server: TestServer, provider: string, id: string): Promise<void> {
  const ctx = server.ctx();
  const owner = ctx.ports.owners.find(provider)!;
  const rows = async () =>
    (
      await server.pool.query<{ status: string }>(
        `select status, plan_id, next_plan_id, store, term_ends_at, access_ends_at, trial_ends_at, dunning_status, resumes_at
         from billing.subscriptions join billing.owned_subscriptions on id = subscription_id
         where person_id = $1 and is_current order by store, created_at, ref`,
        [id],
      )
    ).rows;
  const live = (all: readonly { readonly status: string }[]) =>
    all
      .map(({ status }) => status)
      .filter((status) => status !== "canceled")
      .sort();
  const last = await rows();
  const reading = await owner.readCustomer(ctx, id);
  // What had ended before we heard of it has no row.
  expect(live(last)).toEqual(live(reading.subscriptions));
  await ctx.transact((tx) => project(tx, owner.provider, reading, ctx.clock.now()));
  expect(await rows()).toEqual(last);
}
