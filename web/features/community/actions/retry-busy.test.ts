import { CombinedError } from "@urql/core";
import { expect, test } from "vitest";
import { retryBusy } from "./retry-busy.ts";

const refused = (code: string, facts: object = {}) => ({
  data: null,
  error: new CombinedError({ graphQLErrors: [{ message: code, extensions: { code, ...facts } }] }),
});
type Answer = ReturnType<typeof refused> | { data: string; error?: undefined };
/** Returns the answers in turn, and records the wait after each rejection. */
async function run(...answers: Answer[]) {
  const waited: number[] = [];
  let calls = 0;
  const result = await retryBusy<Answer>(
    async () => answers[calls++]!,
    async (ms) => void waited.push(ms),
  );
  return { result: result.data, calls, waited };
}

test("waits as long as a busy server asks for, then succeeds", async () => {
  expect(await run(refused("UNAVAILABLE", { retryAfterSeconds: 3 }), { data: "there" })).toEqual({
    result: "there",
    calls: 2,
    waited: [3000],
  });
});

test("gives up after the third rejection", async () => {
  const busy = refused("UNAVAILABLE");
  expect(await run(busy, busy, busy)).toEqual({ result: null, calls: 3, waited: [2000, 2000] });
});

test("doesn't retry other errors", async () => {
  expect(await run(refused("UPLOAD_LIMIT"))).toEqual({ result: null, calls: 1, waited: [] });
});
