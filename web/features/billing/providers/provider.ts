import type { ComponentType, Ref } from "react";
import type { BillingAddress } from "../../../../contract/card-field.ts";
import type { GraphqlClient } from "../../../graphql/client.ts";
import type { ResultOf } from "../../../graphql/graphql.ts";
import type { Agreement } from "../checkout/agreement.ts";
import type { Payment } from "../checkout/attempt.ts";
import type { PaymentConfigFragment } from "../checkout/payment-config.ts";

/** The current provider with its public settings. */
export type PaymentConfig = ResultOf<typeof PaymentConfigFragment>;

/** A single-use token of a payment method, or an error code. INCOMPLETE: the provider's fields show the error. */
export type Tokenized = { token: string } | { code: string };

/** A confirmed payment, with the token that the server charges if the provider wasn't told; or an error code. */
export type Confirmed = { token: string | null } | { code: string };

/** Reads the card that was typed into the provider's fields. */
export type CardFieldHandle = { tokenize: (address: BillingAddress) => Promise<Tokenized> };

/** What a payment is for: a new subscription, or another way to pay for a running one. */
export type PaymentOrder =
  | {
      readonly planInfo: BillingAddress & { readonly planId: string };
      readonly couponId: string | null;
      readonly withoutTrial: boolean;
    }
  | { readonly subscriptionId: string };

export type PaymentMethodsProps = {
  config: PaymentConfig;
  /** Null for what isn't a subscription, such as a gift card. */
  order: PaymentOrder | null;
  /** The billing address. */
  address: BillingAddress;
  /** Null: nothing is charged now, only the payment method changes. */
  agreement: Agreement | null;
  /** Billing's current time. */
  now: Date;
  ref: Ref<CardFieldHandle>;
  /** Id of the text that says what is wrong with the card. */
  faultId: string;
  /** Enter was pressed in the card field. */
  onSubmit: () => void;
  /** Asked before a wallet opens. */
  mayOpenWallet: () => boolean;
  /** A wallet was confirmed, which commits the purchase. */
  onWallet: (paymentMethodType: Payment["paymentMethodType"], token: string) => void;
};

/** What a payment provider brings to the browser. */
export interface PaymentProvider {
  /** Its card field and wallets. Card data stays in frames of the provider. */
  Methods: ComponentType<PaymentMethodsProps>;
  /** Opens the window in which the person confirms a payment with their bank; null if the bank has a page of its own. */
  confirm:
    | ((config: PaymentConfig, clientSecret: string, client: GraphqlClient) => Promise<Confirmed>)
    | null;
}
