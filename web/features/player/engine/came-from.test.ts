import { expect, test } from "vitest";
import { cameFrom } from "./came-from.ts";

const of = (...paths: string[]) => cameFrom(paths.map((path) => `https://dance.example${path}`));

test("names the page before the class and its player", () => {
  expect(of("/", "/library", "/class/sway", "/class/sway/play")).toBe("library");
  expect(of("/library?q=sway", "/class/sway/play")).toBe("search");
  expect(of("/course/first-steps", "/class/sway/play?set=1")).toBe("course");
  expect(of("/@demo-ana", "/class/sway")).toBe("community");
  expect(of("/account/settings", "/class/sway/play")).toBe("other");
});

test("keeps what led to the first class for those danced after it", () => {
  expect(of("/saved", "/class/one", "/class/one/play", "/class/two/play")).toBe("saved");
});

test("tells today's set from the home, and knows a shared playlist that was opened by its link", () => {
  expect(of("/dashboard", "/class/sway/play?set=1")).toBe("set");
  expect(of("/dashboard", "/class/sway/play")).toBe("home");
  expect(of("/class/sway/play?set=shared-0b8f")).toBe("playlist");
});

test("knows a class opened by an email, a notification, and any other link", () => {
  expect(of("/library", "/class/sway?from=email", "/class/sway/play")).toBe("email");
  expect(of("/class/sway?from=notification", "/class/sway/play")).toBe("notification");
  expect(of("/class/sway?from=anything", "/class/sway/play")).toBe("link");
});
