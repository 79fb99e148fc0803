import { expect, test } from "vitest";
import { ToolKeys } from "./tool-keys.ts";

test("runs a tool's action for its key until it is unregistered", () => {
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

test("runs the last key pressed before its tool was registered, once", () => {
  const keys = new ToolKeys();
  const done: string[] = [];
  for (const command of ["note", "remote"] as const) keys.press(command);
  for (const command of ["note", "remote"] as const) keys.set(command, () => done.push(command));
  keys.set("remote", () => done.push("again"));
  expect(done).toEqual(["remote"]);
});
