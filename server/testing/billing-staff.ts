import { randomUUID } from "node:crypto";
import type { Viewer } from "../ctx.ts";
import { findCredit } from "../modules/billing/accounts/store.ts";
import { billingNow } from "../modules/billing/clock.ts";
import { findSucceededPayment } from "../modules/billing/payments/store.ts";
import { invoicesOfAccount } from "../modules/billing/people/people.ts";
import { addDays } from "../modules/billing/rules/calendar.ts";
import { giveCredit, givePlan, refundForPerson } from "../modules/billing/staff/money-acts.ts";
import { giveDays } from "../modules/billing/staff/plan-acts.ts";
import { findLiveSubscription } from "../modules/billing/subscriptions/store.ts";
import type { BillingStep } from "./billing-steps.ts";
import type { TestServer } from "./harness.ts";

/** The member of staff of each server, whose session stays confirmed. */
const staff = new WeakMap<TestServer, Promise<Viewer>>();

async function createStaff({ pool }: TestServer): Promise<Viewer> {
  const [id, sessionId] = [randomUUID(), randomUUID()];
  await pool.query(
    `insert into identity."user" (id, name, email, "emailVerified", role) values ($1, 'Staff', $2, true, 'admin')`,
    [id, `${id}@example.test`],
  );
  await pool.query(
    `insert into identity."session" (id, "expiresAt", token, "updatedAt", "userId", "confirmedAt")
     values ($1::uuid, timestamptz '2090-01-01', $1::text, now(), $2, timestamptz '2089-01-01')`,
    [sessionId, id],
  );
  return {
    personId: id,
    accountId: id,
    isChild: false,
    hidesExplicit: false,
    sessionId,
    role: "admin",
    isAnonymous: false,
  };
}

/** What staff do for a person in a random history. */
export async function actAsStaff(
  server: TestServer,
  accountId: string,
  act: BillingStep["act"],
): Promise<unknown> {
  let found = staff.get(server);
  if (!found) staff.set(server, (found = createStaff(server)));
  const ctx = server.ctx(await found);
  const order = { accountId, idempotencyKey: randomUUID() };
  const live = await findLiveSubscription(ctx.db, accountId);
  switch (act) {
    case "staffDays":
      return live && giveDays(ctx, { ...order, subscriptionId: live.id, version: live.version, days: 9 });
    case "staffCredit": {
      const currencyCode = live?.currencyCode ?? "EUR";
      const balance = await findCredit(ctx.db, accountId, currencyCode);
      return giveCredit(ctx, { ...order, amount: 333, currencyCode, balance, reason: "" });
    }
    case "staffPlan":
      return givePlan(ctx, {
        ...order,
        planId: "premium-monthly",
        until: addDays(await billingNow(ctx), 20),
      });
    default: {
      const { items } = await invoicesOfAccount(ctx, accountId, { first: 10, after: null });
      const one = items.find(({ refundable }) => refundable > 0);
      if (!one || !(await findSucceededPayment(ctx.db, one.invoice.id))) return null;
      const isEnd = act === "staffRefundAndEnd";
      return refundForPerson(ctx, {
        ...order,
        invoiceId: one.invoice.id,
        amount: isEnd ? one.refundable : Math.ceil(one.refundable / 3),
        refundable: one.refundable,
        reason: "",
        version: isEnd ? one.planVersion : null,
      });
    }
  }
}
