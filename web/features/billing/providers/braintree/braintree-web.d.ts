/** What is used of Braintree's script. Its parts are CommonJS modules that load one by one. */
declare module "braintree-web/client" {
  export interface Client {
    getConfiguration: () => {
      readonly gatewayConfiguration: { readonly environment: string; readonly paypalEnabled?: boolean };
    };
  }
  const client: { create: (options: { authorization: string }) => Promise<Client> };
  export default client;
}
declare module "braintree-web/hosted-fields" {
  import type { Client } from "braintree-web/client";
  export type FieldName = "number" | "expirationDate" | "cvv";
  export interface FieldState {
    readonly isEmpty: boolean;
    readonly isValid: boolean;
    readonly isFocused: boolean;
  }
  export interface HostedFieldsEvent {
    readonly emittedBy: FieldName;
    readonly fields: Readonly<Record<FieldName, FieldState>>;
  }
  export interface HostedFields {
    on: (
      event: "blur" | "focus" | "inputSubmitRequest" | "validityChange",
      heard: (event: HostedFieldsEvent) => void,
    ) => void;
    getState: () => { readonly fields: Readonly<Record<FieldName, FieldState>> };
    focus: (field: FieldName) => void;
    tokenize: (options: {
      billingAddress?: { countryCodeAlpha2?: string; postalCode?: string };
    }) => Promise<{ readonly nonce: string; readonly details: { readonly bin: string } }>;
    teardown: () => Promise<void>;
  }
  const hostedFields: {
    create: (options: {
      client: Client;
      styles: Readonly<Record<string, Readonly<Record<string, string>>>>;
      fields: Readonly<
        Record<
          FieldName,
          { container: HTMLElement; iframeTitle: string; internalLabel: string; placeholder?: string }
        >
      >;
    }) => Promise<HostedFields>;
  };
  export default hostedFields;
}
declare module "braintree-web/three-d-secure" {
  import type { Client } from "braintree-web/client";
  export interface ThreeDSecure {
    on: (event: "authentication-modal-close" | "authentication-modal-render", heard: () => void) => void;
    verifyCard: (options: {
      nonce: string;
      bin: string;
      amount: string;
      challengeRequested?: boolean;
      billingAddress?: { countryCodeAlpha2?: string; postalCode?: string };
      onLookupComplete: (data: { readonly requiresUserAuthentication: boolean }, next: () => void) => void;
    }) => Promise<{
      readonly nonce: string;
      readonly liabilityShifted: boolean;
      readonly liabilityShiftPossible: boolean;
    }>;
    teardown: () => Promise<void>;
  }
  const threeDSecure: { create: (options: { client: Client; version: 2 }) => Promise<ThreeDSecure> };
  export default threeDSecure;
}
/** Cardinal's script, which that of 3-D Secure loads. */
interface Window {
  Cardinal?: unknown;
}
declare module "braintree-web/apple-pay" {
  import type { Client } from "braintree-web/client";
  interface ApplePay {
    createPaymentRequest: (request: object) => object;
    performValidation: (options: { validationURL: string; displayName: string }) => Promise<unknown>;
    tokenize: (options: { token: unknown }) => Promise<{ readonly nonce: string }>;
  }
  const applePay: { create: (options: { client: Client }) => Promise<ApplePay> };
  export default applePay;
}
declare module "braintree-web/google-payment" {
  import type { Client } from "braintree-web/client";
  interface GooglePayment {
    createPaymentDataRequest: (
      request: object,
    ) => Promise<{ readonly allowedPaymentMethods: readonly object[] }>;
    parseResponse: (response: unknown) => Promise<{ readonly nonce: string }>;
  }
  const googlePayment: {
    create: (options: {
      client: Client;
      googlePayVersion: 2;
      googleMerchantId?: string;
    }) => Promise<GooglePayment>;
  };
  export default googlePayment;
}
declare module "braintree-web/paypal-checkout" {
  import type { Client } from "braintree-web/client";
  interface PayPalCheckout {
    loadPayPalSDK: (options: { vault: true; intent: "tokenize"; currency?: string }) => Promise<unknown>;
    createPayment: (options: { flow: "vault"; billingAgreementDescription?: string }) => Promise<string>;
    tokenizePayment: (approved: unknown) => Promise<{
      readonly nonce: string;
      readonly details: { readonly countryCode?: string };
    }>;
  }
  const paypalCheckout: { create: (options: { client: Client }) => Promise<PayPalCheckout> };
  export default paypalCheckout;
}
