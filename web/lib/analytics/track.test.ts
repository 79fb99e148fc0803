import { expect, test, vi } from "vitest";
import { startConsent } from "../consent.ts";
import { sendEventsTo, track } from "./track.ts";

test("buffers events until the client has loaded, and counts nothing without consent", () => {
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("addEventListener", () => undefined);
  const counted: unknown[] = [];
  track("Experiment Viewed", { experiment_id: "refused", variant: "control" });
  startConsent({ regime: "opt_out", countryCode: "US", refusedByBrowser: false, choice: null });
  track("Experiment Viewed", { experiment_id: "e", variant: "control" });
  sendEventsTo((event, properties) => void counted.push([event, properties]));
  track("error", { message: "m", platform: "web", location: "l" });
  expect(counted).toEqual([
    ["Experiment Viewed", { experiment_id: "e", variant: "control" }],
    ["error", { message: "m", platform: "web", location: "l" }],
  ]);
  vi.unstubAllGlobals();
});

test("fails to compile with an event that the catalog doesn't list", () => {
  // Each line is a type error. If one were allowed, the type check would fail.
  const wrong = [
    // @ts-expect-error -- no such event
    () => track("Something Else", {}),
    // @ts-expect-error -- a property is missing
    () => track("Experiment Viewed", { experiment_id: "e" }),
    // @ts-expect-error -- a property too many
    () => track("error", { message: "m", platform: "web", location: "l", email: "x" }),
    // @ts-expect-error -- a platform that isn't the web's
    () => track("error", { message: "m", platform: "ios", location: "l" }),
  ];
  expect(wrong).toHaveLength(4);
});
