import { expect, test } from "vitest";
import { lastWins } from "./last-wins.ts";

/** Sends that end when the test says so. */
function slow() {
  const sent: number[] = [];
  const answers: (() => void)[] = [];
  const send = (value: number) =>
    new Promise<void>((resolve) => {
      sent.push(value);
      answers.push(resolve);
    });
  return { sent, send, answer: () => answers.shift()?.() };
}

test("sends the last of several values after the one under way, and none between them", async () => {
  const { sent, send, answer } = slow();
  const press = lastWins(send);
  const all = Promise.all([1, 2, 3].map((value) => press(value)));
  expect(sent).toEqual([1]);
  answer();
  await expect.poll(() => sent).toEqual([1, 3]);
  answer();
  await all;
  expect(sent).toEqual([1, 3]);
});

test("sends at once after the earlier ones were answered", async () => {
  const { sent, send, answer } = slow();
  const press = lastWins(send);
  const first = press(1);
  answer();
  await first;
  void press(2);
  expect(sent).toEqual([1, 2]);
});

test("sends the value that waits though the one under way fails", async () => {
  const sent: number[] = [];
  const press = lastWins(async (value: number) => {
    sent.push(value);
    await Promise.resolve();
    if (value === 1) throw new Error("lost");
  });
  await Promise.all([1, 2].map((value) => press(value)));
  expect(sent).toEqual([1, 2]);
});

test("goes on after a failed one", async () => {
  const sent: number[] = [];
  const press = lastWins(async (value: number) => {
    sent.push(value);
    if (value === 1) throw new Error("lost");
  });
  await expect(press(1)).rejects.toThrow("lost");
  await press(2);
  expect(sent).toEqual([1, 2]);
});
