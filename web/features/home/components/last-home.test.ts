import { expect, test } from "vitest";
import { readHome, saveHome } from "./last-home.ts";

function storageOf(limit = Infinity) {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > limit) throw new DOMException("Full", "QuotaExceededError");
      stored.set(key, value);
    },
    removeItem: (key: string) => void stored.delete(key),
  };
}
const at = new Date("2026-11-23T08:10:00Z");

test("returns the last home page of the same profile only", () => {
  const storage = storageOf();
  expect(readHome(storage, "ana")).toBeNull();
  saveHome(storage, "ana", { classes: [1] }, at);
  expect(readHome(storage, "ana")).toEqual({ at, data: { classes: [1] } });
  expect(readHome(storage, "kofi")).toBeNull();
  saveHome(storage, "kofi", { classes: [2] }, at);
  expect(readHome(storage, "ana")).toBeNull();
});

test("returns no home page of another release, whose fields may differ", () => {
  const storage = storageOf();
  saveHome(storage, "ana", { classes: [1] }, at);
  const stored = JSON.parse(storage.getItem("eightcount.home")!) as object;
  storage.setItem("eightcount.home", JSON.stringify({ ...stored, release: "0.0.1+0123456" }));
  expect(readHome(storage, "ana")).toBeNull();
});

test("keeps no outdated page if the device has no space for the new one", () => {
  const storage = storageOf(100);
  saveHome(storage, "ana", {}, at);
  saveHome(storage, "ana", { classes: "x".repeat(200) }, at);
  expect(readHome(storage, "ana")).toBeNull();
});
