import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "./calendar.ts";
import { nextDue } from "./due.ts";
import type { Due, Timed } from "./due.ts";
import { afterFailure } from "./dunning.ts";
import { grantsAccess, isTerminal, nextStatus, subscriptionStatuses, triggers } from "./states.ts";

describe("the state machine", () => {
  test("reaches only the nine statuses, keeps terminal ones, and derives access from the status alone", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...triggers), { maxLength: 40 }), (happened) => {
        let status: (typeof subscriptionStatuses)[number] = "pending";
        for (const trigger of happened) {
          const before = status;
          try {
            status = nextStatus(before, trigger);
          } catch (error) {
            expect(error).toMatchObject({ code: "ILLEGAL_TRANSITION" });
          }
          expect(subscriptionStatuses).toContain(status);
          if (isTerminal(before)) expect(status).toBe(before);
          if (isTerminal(status)) expect(grantsAccess(status)).toBe(false);
        }
      }),
    );
  });

  test("restores the status before the cancellation on undo", () => {
    expect(nextStatus("non_renewing", "undo_cancel", { isInTrial: true })).toBe("in_trial");
    expect(nextStatus("non_renewing", "undo_cancel")).toBe("active");
  });
});

describe("dunning", () => {
  const since = new Date("2026-01-01T00:00:00Z");
  test("retries after 1, 3, 5 and 7 days, then is exhausted", () => {
    const steps = [0, 1, 3, 5, 7].map((days, attempts) =>
      afterFailure({ since, attempts, isRetryable: true, now: addDays(since, days) }),
    );
    expect(steps).toEqual([
      ...[1, 3, 5, 7].map((days) => ({ kind: "retry", at: addDays(since, days) })),
      { kind: "exhausted" },
    ]);
  });
  test("goes on where the schedule is if the worker was away", () => {
    const step = afterFailure({ since, attempts: 1, isRetryable: true, now: addDays(since, 4) });
    expect(step).toEqual({ kind: "retry", at: addDays(since, 5) });
  });
  test("does not retry a hard decline, and leaves a week for another card", () => {
    expect(afterFailure({ since, attempts: 0, isRetryable: false, now: since })).toEqual({
      kind: "wait",
      at: addDays(since, 7),
    });
  });
});

describe("due steps", () => {
  const start = new Date("2026-01-01T00:00:00Z");
  const timed = (overrides: Partial<Timed>): Timed => ({
    status: "active",
    termStartsAt: null,
    isPrepaid: false,
    planRenews: true,
    pendingUntil: null,
    startsAt: null,
    trialEndsAt: null,
    termEndsAt: null,
    resumesAt: null,
    retryAt: null,
    dunningStatus: null,
    remindedAt: null,
    periodUnit: "month",
    createdAt: start,
    ...overrides,
  });
  test("remind 7 and 2 days before a trial's end, then end it", () => {
    const trialEndsAt = addDays(start, 14);
    let remindedAt: Date | null = null;
    const seen: [string, Date][] = [];
    for (let round = 0; round < 3; round += 1) {
      const due: Due = nextDue(timed({ status: "in_trial", trialEndsAt, remindedAt }))!;
      seen.push([due.kind, due.at]);
      remindedAt = due.at;
    }
    expect(seen).toEqual([
      ["remind_trial", addDays(start, 7)],
      ["remind_trial", addDays(start, 12)],
      ["end_trial", trialEndsAt],
    ]);
  });
  test("remind 30 days before a yearly renewal, and of a monthly plan once a year", () => {
    const termEndsAt = addDays(start, 365);
    expect(nextDue(timed({ termEndsAt, periodUnit: "year" }))).toEqual({
      kind: "remind_renewal",
      at: addDays(termEndsAt, -30),
    });
    const monthEnd = addDays(start, 31);
    expect(nextDue(timed({ termEndsAt: monthEnd }))).toEqual({ kind: "renew", at: monthEnd });
    const yearly = addDays(start, 365);
    const later = addDays(start, 366);
    expect(nextDue(timed({ termEndsAt: later }))).toEqual({ kind: "remind_yearly", at: yearly });
    expect(nextDue(timed({ termEndsAt: later, remindedAt: yearly }))).toEqual({ kind: "renew", at: later });
  });
  test("remind once, three days before a pause ends", () => {
    const resumesAt = addDays(start, 30);
    const at = addDays(resumesAt, -3);
    expect(nextDue(timed({ status: "paused", resumesAt }))).toEqual({ kind: "remind_resume", at });
    expect(nextDue(timed({ status: "paused", resumesAt, remindedAt: at }))).toEqual({
      kind: "resume",
      at: resumesAt,
    });
  });
  test("renew nothing while a payment is open, and change nothing after the end", () => {
    expect(
      nextDue(timed({ termEndsAt: start, dunningStatus: "in_progress", retryAt: addDays(start, 1) })),
    ).toEqual({ kind: "retry_payment", at: addDays(start, 1) });
    for (const status of ["canceled", "future_canceled", "canceled_during_pending"] as const)
      expect(nextDue(timed({ status, termEndsAt: start, trialEndsAt: start }))).toBeNull();
  });
});
