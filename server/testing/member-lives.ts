import { seededRandom } from "../platform/seeded-random.ts";

/** What members bought over the years, for reports: plain rows of the tables that billing writes. */
export interface MemberLife {
  readonly accountId: string;
  readonly isDeleted: boolean;
  readonly subscriptions: readonly LivedSubscription[];
  /** When they redeemed a gift card. */
  readonly giftAt: Date | null;
  readonly firstSource: string | null;
  readonly survey: string | null;
  /** Classes that they danced, with when they first might. */
  readonly danced: readonly { readonly classId: string; readonly at: Date }[];
}
export interface LivedSubscription {
  readonly id: string;
  readonly owner: "ledger" | "provider";
  readonly planId: string;
  readonly currencyCode: string;
  readonly status: string;
  readonly isComplimentary: boolean;
  readonly createdAt: Date;
  readonly trialEndsAt: Date | null;
  readonly accessUntil: Date | null;
  readonly cancelReason: string | null;
  readonly dunningStatus: string | null;
  readonly couponId: string | null;
  readonly transitions: readonly { from: string | null; to: string; trigger: string; at: Date }[];
  readonly invoices: readonly LivedInvoice[];
}
/** Amounts in minor units. */
export interface LivedInvoice {
  readonly kind: string;
  readonly status: string;
  readonly dunningStatus: string | null;
  readonly planId: string;
  readonly planValue: number;
  readonly isTaxInclusive: boolean;
  readonly tax: number;
  readonly total: number;
  readonly credits: number;
  readonly paid: number;
  readonly refunded: number;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly issuedAt: Date;
  readonly paidAt: Date | null;
}

export const livedPlans = {
  "premium-monthly": { months: 1, price: 1_500 },
  "basic-monthly": { months: 1, price: 800 },
  "premium-yearly": { months: 12, price: 14_400 },
} as const;
type LivedPlan = keyof typeof livedPlans;
const plans = Object.keys(livedPlans) as LivedPlan[];
const currencies = ["EUR", "EUR", "USD", "JPY"];
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const addMonths = (at: Date, months: number): Date => {
  const moved = new Date(at);
  moved.setUTCMonth(moved.getUTCMonth() + months, 1);
  const days = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(at.getUTCDate(), days));
  return moved;
};

/**
 * Random lives of members up to `now`: trials, promo codes, upgrades, pauses, refunds, failed payments, cancellations and returns, in
 * several currencies, many of them within hours of a month's end, some billed by a provider, some deleted since.
 */
export function livesOf(options: {
  readonly seed: number;
  readonly members: number;
  readonly now: Date;
  readonly months: number;
  readonly classIds: readonly string[];
}): MemberLife[] {
  const random = seededRandom(options.seed);
  const whole = (below: number): number => Math.floor(random() * below);
  const chance = (share: number): boolean => random() < share;
  const pick = <Value>(values: readonly Value[]): Value => values[whole(values.length)]!;
  const uuid = (): string => {
    const hex = Array.from({ length: 32 }, () => whole(16).toString(16)).join("");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
  const { now } = options;

  const someMoment = (): Date => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - whole(options.months), 1));
    // Around the end of a month every zone has another one.
    const at = chance(0.4)
      ? month.getTime() + (random() * 28 - 14) * hourMs
      : month.getTime() + random() * 30 * dayMs;
    return new Date(Math.floor(Math.min(at, now.getTime() - hourMs)));
  };

  const invoiceOf = (
    planId: LivedPlan,
    kind: string,
    startsAt: Date,
    endsAt: Date,
    discount: number,
  ): LivedInvoice => {
    const planValue = Math.round(livedPlans[planId].price * (1 - discount));
    const isTaxInclusive = chance(0.5);
    const tax = chance(0.7) ? Math.round(planValue * 0.19) : 0;
    const total = isTaxInclusive ? planValue : planValue + tax;
    const credits = chance(0.1) ? Math.min(total, whole(400)) : 0;
    const paid = total - credits;
    const refunded = chance(0.08) ? (chance(0.5) ? paid : whole(paid + 1)) : 0;
    const base = { kind, planId, planValue, isTaxInclusive, tax, total, credits, startsAt, endsAt };
    return {
      ...base,
      status: "paid",
      dunningStatus: null,
      paid,
      refunded,
      issuedAt: startsAt,
      paidAt: new Date(startsAt.getTime() + whole(3) * hourMs),
    };
  };

  function ownedSubscription(createdAt: Date): LivedSubscription {
    const transitions: LivedSubscription["transitions"][number][] = [];
    let at = new Date(createdAt.getTime() + whole(40) * dayMs);
    const trialEndsAt = chance(0.3) ? new Date(createdAt.getTime() + 7 * dayMs) : null;
    let status = trialEndsAt && at < trialEndsAt ? "in_trial" : "active";
    let from: string | null = null;
    while (at < now) {
      transitions.push({ from, to: status, trigger: "confirm", at });
      from = status;
      if (status === "canceled") break;
      at = new Date(at.getTime() + (5 + whole(120)) * dayMs);
      const next: Record<string, readonly string[]> = {
        in_trial: ["active", "non_renewing", "canceled"],
        active: ["active", "non_renewing", "paused", "canceled"],
        paused: ["active"],
        non_renewing: ["active", "canceled"],
      };
      status = pick(next[status]!);
    }
    return {
      id: uuid(),
      owner: "provider",
      planId: pick(plans),
      currencyCode: pick(currencies),
      status: transitions.at(-1)?.to ?? "future",
      isComplimentary: false,
      createdAt,
      trialEndsAt,
      accessUntil: new Date(now.getTime() + (whole(60) - 20) * dayMs),
      cancelReason: null,
      dunningStatus: null,
      couponId: null,
      transitions,
      invoices: [],
    };
  }

  function ledgerSubscription(createdAt: Date): LivedSubscription {
    const transitions: LivedSubscription["transitions"][number][] = [];
    const invoices: LivedInvoice[] = [];
    let status: string | null = null;
    const become = (to: string, trigger: string, at: Date): void => {
      transitions.push({ from: status, to, trigger, at });
      status = to;
    };
    let planId = pick(plans);
    const currencyCode = pick(currencies);
    const couponId = chance(0.3) ? pick(["SPRING", "SUMMER"]) : null;
    const isComplimentary = chance(0.05);
    const trialEndsAt = chance(0.4) ? new Date(createdAt.getTime() + 7 * dayMs) : null;
    let cancelReason: string | null = null;
    let dunningStatus: string | null = null;
    let [at, kind] = [trialEndsAt ?? createdAt, "first"];
    const end = (trigger: string, moment: Date): void => {
      cancelReason = chance(0.6) ? pick(["too_expensive", "no_time", "other"]) : null;
      become("canceled", trigger, moment);
    };
    if (isComplimentary) become("non_renewing", "comp", createdAt);
    else if (trialEndsAt) become("in_trial", "confirm_trial", createdAt);
    if (trialEndsAt && trialEndsAt < now && chance(0.3)) end("end_trial_without_method", trialEndsAt);
    while (status !== "canceled" && !isComplimentary && at < now) {
      let endsAt = addMonths(at, livedPlans[planId].months);
      const wasTrial = status === "in_trial";
      if (status !== "active") become("active", wasTrial ? "end_trial_paid" : "confirm", at);
      if (!wasTrial && kind === "renewal" && chance(0.04)) {
        const owed = invoiceOf(planId, kind, at, endsAt, 0);
        const isLost = chance(0.6) && at.getTime() + 14 * dayMs < now.getTime();
        dunningStatus = isLost ? "exhausted" : "in_progress";
        invoices.push({ ...owed, status: "payment_due", dunningStatus, paid: 0, refunded: 0, paidAt: null });
        if (isLost) end("exhaust_dunning", new Date(at.getTime() + 14 * dayMs));
        break;
      }
      invoices.push(invoiceOf(planId, kind, at, endsAt, couponId && chance(0.6) ? 0.25 : 0));
      const within = (): Date =>
        new Date(at.getTime() + Math.floor(random() * (endsAt.getTime() - at.getTime())));
      if (chance(0.06)) {
        const moment = within();
        const other = pick(plans.filter((one) => one !== planId));
        if (moment < now) {
          planId = other;
          endsAt = addMonths(moment, livedPlans[planId].months);
          invoices.push(invoiceOf(planId, "change", moment, endsAt, 0));
          become("active", "change_plan", moment);
          at = moment;
        }
      }
      const fate = random();
      const moment = within();
      if (fate < 0.03 && moment < now) {
        end("cancel_now", moment);
        break;
      }
      if (fate < 0.1 && moment < now) {
        become("non_renewing", "cancel_at_end", moment);
        if (endsAt < now) end("end_term", endsAt);
        break;
      }
      if (fate < 0.14 && endsAt < now) {
        become("paused", "pause", endsAt);
        const resumed = new Date(endsAt.getTime() + (10 + whole(80)) * dayMs);
        if (resumed >= now) break;
        [at, kind] = [resumed, "resume"];
        continue;
      }
      [at, kind] = [endsAt, "renewal"];
    }
    return {
      id: uuid(),
      owner: "ledger",
      planId,
      currencyCode,
      status: status ?? "future",
      isComplimentary,
      createdAt,
      trialEndsAt,
      accessUntil: null,
      cancelReason,
      dunningStatus,
      couponId,
      transitions,
      invoices,
    };
  }

  return Array.from({ length: options.members }, () => {
    const isOwned = chance(0.15);
    const began = someMoment();
    const subscriptions = [isOwned ? ownedSubscription(began) : ledgerSubscription(began)];
    // Who left may come back.
    for (
      let last = subscriptions[0]!;
      last.status === "canceled" && chance(0.4);
      last = subscriptions.at(-1)!
    ) {
      const again = new Date(last.transitions.at(-1)!.at.getTime() + (1 + whole(90)) * dayMs);
      if (again >= now) break;
      subscriptions.push(ledgerSubscription(again));
    }
    const isDeleted = subscriptions.at(-1)!.status === "canceled" && chance(0.15);
    return {
      accountId: uuid(),
      isDeleted,
      subscriptions,
      giftAt: chance(0.08) ? someMoment() : null,
      firstSource: chance(0.4) ? pick(["google", "blog.example", "newsletter"]) : null,
      survey: chance(0.3) ? pick(["friend", "youtube"]) : null,
      danced: Array.from({ length: whole(4) }, (_, place) => ({
        classId: options.classIds[(whole(3) + place * 3) % options.classIds.length]!,
        at: someMoment(),
      })),
    };
  });
}

/** What of some lives had happened at a moment. */
export const livesAt = (lives: readonly MemberLife[], at: Date): MemberLife[] =>
  lives.map((life) => ({
    ...life,
    subscriptions: life.subscriptions
      .filter(({ createdAt }) => createdAt <= at)
      .map((one) => {
        const transitions = one.transitions.filter((step) => step.at <= at);
        return {
          ...one,
          transitions,
          status: transitions.at(-1)?.to ?? "future",
          invoices: one.invoices
            .filter(({ issuedAt }) => issuedAt <= at)
            .map((invoice) =>
              invoice.paidAt && invoice.paidAt > at
                ? { ...invoice, status: "not_paid", paid: 0, refunded: 0, paidAt: null }
                : invoice,
            ),
        };
      }),
  }));
