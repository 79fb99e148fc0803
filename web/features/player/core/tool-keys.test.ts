import { expect, test } from "vitest";
import { ToolKeys } from "./tool-keys.ts";

test("a key does what its tool says, until that is taken back", () => {
  const keys = new ToolKeys();
  const done: string[] = [];
  const takeBack = keys.set("take", () => done.push("camera"));
  keys.press("take");
  const takeBackLater = keys.set("take", () => done.push("record"));
  takeBack();
  keys.press("take");
  takeBackLater();
  expect(done).toEqual(["camera", "record"]);
});

test("the last key pressed before its tool was there is done once it is, and once only", () => {
  const keys = new ToolKeys();
  const done: string[] = [];
  for (const action of ["note", "remote"] as const) keys.press(action);
  for (const action of ["note", "remote"] as const) keys.set(action, () => done.push(action));
  keys.set("remote", () => done.push("again"));
  expect(done).toEqual(["remote"]);
});
