import { useState } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { invalidateQueries } from "../../../graphql/invalidate.ts";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { CurrentFragment } from "./current-fragment.ts";
import type { CancelReason } from "./offers.ts";
import type { PaidWith } from "../checkout/payment-panel.tsx";
import { codeOf } from "../../../graphql/codes.ts";

const Cancel = graphql(
  `
    mutation SubscriptionCancel($id: ID!, $reason: CancelReason, $comment: String) {
      subscription: subscriptionCancel(id: $id, atPeriodEnd: true, reason: $reason, comment: $comment) {
        id
        ...Current
      }
    }
  `,
  [CurrentFragment],
);
const UndoCancel = graphql(
  `
    mutation SubscriptionUndoCancel($id: ID!) {
      subscription: subscriptionUndoCancel(id: $id) {
        id
        ...Current
      }
    }
  `,
  [CurrentFragment],
);
const Pause = graphql(
  `
    mutation SubscriptionPause($id: ID!, $months: Int!) {
      subscription: subscriptionPause(id: $id, months: $months) {
        id
        ...Current
      }
    }
  `,
  [CurrentFragment],
);
const Resume = graphql(
  `
    mutation SubscriptionResume($id: ID!, $amountDue: Int) {
      subscription: subscriptionResume(id: $id, amountDue: $amountDue) {
        id
        ...Current
      }
    }
  `,
  [CurrentFragment],
);
const ChangePlan = graphql(
  `
    mutation SubscriptionChangePlan($id: ID!, $planId: ID!, $amountDue: Int, $prorationTime: DateTime) {
      subscription: subscriptionChangePlan(
        id: $id
        planId: $planId
        amountDue: $amountDue
        prorationTime: $prorationTime
      ) {
        id
        ...Current
      }
    }
  `,
  [CurrentFragment],
);
const ChangeMethod = graphql(
  `
    mutation SubscriptionUpdatePaymentMethod(
      $id: ID!
      $gateway: Gateway!
      $paymentMethodType: PaymentMethodType!
    ) {
      subscription: subscriptionUpdatePaymentMethod(
        id: $id
        gateway: $gateway
        paymentMethodType: $paymentMethodType
      ) {
        id
        ...Current
      }
    }
  `,
  [CurrentFragment],
);
const TakeMonthOff = graphql(
  `
    mutation SubscriptionTakeMonthOff($id: ID!) {
      subscription: subscriptionTakeMonthOff(id: $id) {
        id
        ...Current
      }
    }
  `,
  [CurrentFragment],
);
const StartNow = graphql(
  `
    mutation SubscriptionStartNow($id: ID!, $amountDue: Int!) {
      subscription: subscriptionStartNow(id: $id, amountDue: $amountDue) {
        id
        ...Current
      }
    }
  `,
  [CurrentFragment],
);
const Restart = graphql(
  `
    mutation SubscriptionRestart(
      $id: ID!
      $amountDue: Int!
      $idempotencyKey: String!
      $consentVersion: String
    ) {
      subscription: subscriptionRestart(
        id: $id
        amountDue: $amountDue
        idempotencyKey: $idempotencyKey
        consentVersion: $consentVersion
      ) {
        id
        ...Current
      }
    }
  `,
  [CurrentFragment],
);
const RedeemCoupon = graphql(
  `
    mutation SubscriptionRedeemCoupon($id: ID!, $couponId: ID!) {
      subscription: subscriptionRedeemCoupon(id: $id, couponId: $couponId) {
        id
        ...Current
      }
    }
  `,
  [CurrentFragment],
);
const AcceptPrice = graphql(
  `
    mutation SubscriptionAcceptPrice($id: ID!, $newAmount: Int!) {
      subscription: subscriptionAcceptPrice(id: $id, newAmount: $newAmount) {
        id
        ...Current
      }
    }
  `,
  [CurrentFragment],
);
const Withdraw = graphql(
  `
    mutation SubscriptionWithdraw($id: ID!) {
      subscription: subscriptionWithdraw(id: $id) {
        id
        ...Current
      }
    }
  `,
  [CurrentFragment],
);

defineCacheUpdates({
  subscriptionCancel: invalidateQueries,
  subscriptionUndoCancel: invalidateQueries,
  subscriptionPause: invalidateQueries,
  subscriptionResume: invalidateQueries,
  subscriptionChangePlan: invalidateQueries,
  subscriptionUpdatePaymentMethod: invalidateQueries,
  subscriptionTakeMonthOff: invalidateQueries,
  subscriptionWithdraw: invalidateQueries,
  subscriptionStartNow: invalidateQueries,
  subscriptionRestart: invalidateQueries,
  subscriptionRedeemCoupon: invalidateQueries,
  subscriptionAcceptPrice: invalidateQueries,
});

/** What a preview showed: the amount, in minor units, and the moment of its proration. */
export type ShownAmount = { amountDue: number; prorationTime: string | null };

/** `code`: null on success, otherwise the error code. `confirm`: client secret for the provider's confirmation window. */
type ActResult = { code: string | null; confirm: string | null };

/** Commands of a subscription, one at a time. A required bank confirmation opens at once. */
export function useSubscriptionCommands(id: string) {
  const [, cancel] = useMutation(Cancel);
  const [, undoCancel] = useMutation(UndoCancel);
  const [, pause] = useMutation(Pause);
  const [, resume] = useMutation(Resume);
  const [, changePlan] = useMutation(ChangePlan);
  const [, changeMethod] = useMutation(ChangeMethod);
  const [, takeMonthOff] = useMutation(TakeMonthOff);
  const [, withdraw] = useMutation(Withdraw);
  const [, redeemCoupon] = useMutation(RedeemCoupon);
  const [, acceptPrice] = useMutation(AcceptPrice);
  const [, startNow] = useMutation(StartNow);
  const [, restart] = useMutation(Restart);
  const [busy, setBusy] = useState(false);
  type Answer = Awaited<ReturnType<typeof undoCancel>>;
  const act = async (send: () => Promise<Answer>): Promise<ActResult> => {
    if (busy) return { code: "IN_PROGRESS", confirm: null };
    setBusy(true);
    const { data, error } = await send();
    setBusy(false);
    if (error || !data) return { code: error ? codeOf(error) : "INTERNAL", confirm: null };
    const { nextAction } = readFragment(
      CurrentFragment,
      data.subscription as FragmentOf<typeof CurrentFragment>,
    );
    if (nextAction?.type === "redirect" && nextAction.url) location.assign(nextAction.url);
    return { code: null, confirm: nextAction?.clientSecret ?? null };
  };
  return {
    busy,
    cancel: (reason: CancelReason | null, comment: string) =>
      act(() => cancel({ id, reason, comment: comment || null }) as Promise<Answer>),
    undoCancel: () => act(() => undoCancel({ id })),
    pause: (months: number) => act(() => pause({ id, months }) as Promise<Answer>),
    resume: (amountDue: number | null) => act(() => resume({ id, amountDue }) as Promise<Answer>),
    changePlan: (planId: string, shown: ShownAmount) =>
      act(() => changePlan({ id, planId, ...shown }) as Promise<Answer>),
    changeMethod: ({ provider, token, paymentMethodType }: PaidWith) =>
      act(() => changeMethod({ id, gateway: { provider, token }, paymentMethodType }) as Promise<Answer>),
    takeMonthOff: () => act(() => takeMonthOff({ id }) as Promise<Answer>),
    redeemCoupon: (couponId: string) => act(() => redeemCoupon({ id, couponId }) as Promise<Answer>),
    startNow: (amountDue: number) => act(() => startNow({ id, amountDue }) as Promise<Answer>),
    restart: (order: { amountDue: number; idempotencyKey: string; consentVersion: string | null }) =>
      act(() => restart({ id, ...order }) as Promise<Answer>),
    acceptPrice: (newAmount: number) => act(() => acceptPrice({ id, newAmount }) as Promise<Answer>),
    withdraw: () => act(() => withdraw({ id }) as Promise<Answer>),
  };
}

export type SubscriptionCommands = ReturnType<typeof useSubscriptionCommands>;
