import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { invalidateQueries } from "../../../graphql/invalidate.ts";

/** What staff do for a person. Each mutation answers with the person as it is afterwards. */
export const StudioRefund = graphql(`
  mutation StudioRefund(
    $personId: ID!
    $key: ID!
    $invoiceId: ID!
    $amount: Int!
    $refundable: Int!
    $reason: String!
    $endVersion: Int
  ) {
    studioRefund(
      personId: $personId
      key: $key
      invoiceId: $invoiceId
      amount: $amount
      refundable: $refundable
      reason: $reason
      endVersion: $endVersion
    ) {
      id
    }
  }
`);
export const StudioCancelPlan = graphql(`
  mutation StudioCancelPlan(
    $personId: ID!
    $key: ID!
    $subscriptionId: ID!
    $version: Int!
    $atPeriodEnd: Boolean!
  ) {
    studioCancelPlan(
      personId: $personId
      key: $key
      subscriptionId: $subscriptionId
      version: $version
      atPeriodEnd: $atPeriodEnd
    ) {
      id
    }
  }
`);
export const StudioUndoCancel = graphql(`
  mutation StudioUndoCancel($personId: ID!, $key: ID!, $subscriptionId: ID!, $version: Int!) {
    studioUndoCancel(personId: $personId, key: $key, subscriptionId: $subscriptionId, version: $version) {
      id
    }
  }
`);
export const StudioResumePlan = graphql(`
  mutation StudioResumePlan($personId: ID!, $key: ID!, $subscriptionId: ID!, $version: Int!, $amount: Int) {
    studioResumePlan(
      personId: $personId
      key: $key
      subscriptionId: $subscriptionId
      version: $version
      amount: $amount
    ) {
      id
    }
  }
`);
export const StudioChangePlan = graphql(`
  mutation StudioChangePlan(
    $personId: ID!
    $key: ID!
    $subscriptionId: ID!
    $version: Int!
    $planId: ID!
    $nextAmount: Int!
  ) {
    studioChangePlan(
      personId: $personId
      key: $key
      subscriptionId: $subscriptionId
      version: $version
      planId: $planId
      nextAmount: $nextAmount
    ) {
      id
    }
  }
`);
export const StudioPausePlan = graphql(`
  mutation StudioPausePlan($personId: ID!, $key: ID!, $subscriptionId: ID!, $version: Int!, $months: Int!) {
    studioPausePlan(
      personId: $personId
      key: $key
      subscriptionId: $subscriptionId
      version: $version
      months: $months
    ) {
      id
    }
  }
`);
export const StudioRedeemCode = graphql(`
  mutation StudioRedeemCode($personId: ID!, $key: ID!, $subscriptionId: ID!, $version: Int!, $code: String!) {
    studioRedeemCode(
      personId: $personId
      key: $key
      subscriptionId: $subscriptionId
      version: $version
      code: $code
    ) {
      id
    }
  }
`);
export const StudioSendReceipt = graphql(`
  mutation StudioSendReceipt($personId: ID!, $key: ID!, $invoiceId: ID!) {
    studioSendReceipt(personId: $personId, key: $key, invoiceId: $invoiceId) {
      id
    }
  }
`);
export const StudioGiveDays = graphql(`
  mutation StudioGiveDays($personId: ID!, $key: ID!, $subscriptionId: ID!, $version: Int!, $days: Int!) {
    studioGiveDays(
      personId: $personId
      key: $key
      subscriptionId: $subscriptionId
      version: $version
      days: $days
    ) {
      id
    }
  }
`);
export const StudioGiveCredit = graphql(`
  mutation StudioGiveCredit(
    $personId: ID!
    $key: ID!
    $amount: Int!
    $currencyCode: String!
    $balance: Int!
    $reason: String!
  ) {
    studioGiveCredit(
      personId: $personId
      key: $key
      amount: $amount
      currencyCode: $currencyCode
      balance: $balance
      reason: $reason
    ) {
      id
    }
  }
`);
export const StudioGivePlan = graphql(`
  mutation StudioGivePlan($personId: ID!, $key: ID!, $planId: ID!, $until: DateTime!) {
    studioGivePlan(personId: $personId, key: $key, planId: $planId, until: $until) {
      id
    }
  }
`);
export const StudioApproveStudent = graphql(`
  mutation StudioApproveStudent($personId: ID!, $key: ID!, $until: DateTime!) {
    studioApproveStudent(personId: $personId, key: $key, until: $until) {
      id
    }
  }
`);
defineCacheUpdates({
  studioRefund: invalidateQueries,
  studioCancelPlan: invalidateQueries,
  studioChangePlan: invalidateQueries,
  studioPausePlan: invalidateQueries,
  studioUndoCancel: invalidateQueries,
  studioResumePlan: invalidateQueries,
  studioGiveDays: invalidateQueries,
  studioRedeemCode: invalidateQueries,
  studioSendReceipt: invalidateQueries,
  studioGiveCredit: invalidateQueries,
  studioGivePlan: invalidateQueries,
  studioApproveStudent: invalidateQueries,
});
