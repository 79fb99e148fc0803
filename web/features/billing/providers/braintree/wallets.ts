import type { Client } from "braintree-web/client";
import type { BillingAddress } from "../../../../../contract/card-field.ts";
import type { Payment } from "../../checkout/attempt.ts";
import { loadScript } from "../load-script.ts";
import { tokenOf } from "./braintree.ts";

/** What a wallet shows. */
export interface WalletOrder {
  /** Who is paid. */
  readonly payee: string;
  /** In the currency's own digits: 14.99. */
  readonly amount: string;
  readonly currencyCode: string;
  readonly countryCode: string;
  /** Where the wallet names no address. */
  readonly address: BillingAddress;
}

type Wallet = Exclude<Payment["paymentMethodType"], "card">;

/** Opens a wallet that this browser has. */
export interface OpenableWallet {
  readonly type: Wallet;
  /** @returns a token; null if the person closed it. @throws if it failed */
  readonly open: (order: WalletOrder) => Promise<string | null>;
}

interface AppleSession {
  onvalidatemerchant: (event: { readonly validationURL: string }) => void;
  onpaymentauthorized: (event: {
    readonly payment: {
      readonly token: unknown;
      readonly billingContact?: { readonly countryCode?: string; readonly postalCode?: string };
    };
  }) => void;
  oncancel: () => void;
  begin: () => void;
  abort: () => void;
  completeMerchantValidation: (session: unknown) => void;
  completePayment: (status: number) => void;
}
interface AppleSessions {
  new (version: number, request: object): AppleSession;
  canMakePayments: () => boolean;
  readonly STATUS_SUCCESS: number;
  readonly STATUS_FAILURE: number;
}
declare const ApplePaySession: AppleSessions | undefined;

const upper = (code: string | undefined): string => code?.toUpperCase() ?? "";
/** The address of a wallet, as far as it tells one. */
const addressOf = (
  found: { readonly countryCode?: string; readonly postalCode?: string } | undefined,
  usual: BillingAddress,
): BillingAddress =>
  /^[A-Z]{2}$/.test(upper(found?.countryCode))
    ? { countryCode: upper(found?.countryCode), postcode: found?.postalCode?.trim() || null }
    : usual;

/** Apple Pay, where the browser and the merchant account have it. Apple opens its sheet only in the press itself. */
export async function findApplePay(client: Client): Promise<OpenableWallet | null> {
  if (typeof ApplePaySession === "undefined" || !ApplePaySession.canMakePayments()) return null;
  const Session = ApplePaySession;
  const { default: applePay } = await import("braintree-web/apple-pay");
  const instance = await applePay.create({ client });
  return {
    type: "apple_pay",
    open: ({ payee, amount, currencyCode, countryCode, address }) => {
      const request = instance.createPaymentRequest({
        total: { label: payee, amount },
        currencyCode,
        countryCode,
        requiredBillingContactFields: ["postalAddress"],
      });
      const session = new Session(3, request);
      return new Promise((resolve, reject) => {
        session.onvalidatemerchant = ({ validationURL }) =>
          void instance.performValidation({ validationURL, displayName: payee }).then(
            (valid) => session.completeMerchantValidation(valid),
            (error: unknown) => {
              session.abort();
              reject(error as Error);
            },
          );
        session.oncancel = () => resolve(null);
        session.onpaymentauthorized = ({ payment }) =>
          void instance.tokenize({ token: payment.token }).then(
            ({ nonce }) => {
              session.completePayment(Session.STATUS_SUCCESS);
              resolve(tokenOf(nonce, addressOf(payment.billingContact, address)));
            },
            (error: unknown) => {
              session.completePayment(Session.STATUS_FAILURE);
              reject(error as Error);
            },
          );
        session.begin();
      });
    },
  };
}

interface GoogleClient {
  isReadyToPay: (request: object) => Promise<{ readonly result: boolean }>;
  loadPaymentData: (request: object) => Promise<{
    readonly paymentMethodData: {
      readonly info?: {
        readonly billingAddress?: { readonly countryCode?: string; readonly postalCode?: string };
      };
    };
  }>;
}
/** What the scripts of Google and PayPal leave in the page. */
interface WalletScripts {
  google?: { payments: { api: { PaymentsClient: new (options: { environment: string }) => GoogleClient } } };
  paypal?: {
    Buttons: (options: object) => {
      isEligible: () => boolean;
      render: (box: HTMLElement) => Promise<void>;
      close: () => Promise<void>;
    };
    FUNDING: { PAYPAL: string };
  };
}
const scripts = (): WalletScripts => window as unknown as WalletScripts;

const googleScript = "https://pay.google.com/gp/p/js/pay.js";

/** Google Pay, where the browser and the merchant account have it. */
export async function findGooglePay(
  client: Client,
  merchantId: string | null,
): Promise<OpenableWallet | null> {
  const [{ default: googlePayment }, script] = await Promise.all([
    import("braintree-web/google-payment"),
    loadScript(googleScript, () => scripts().google),
  ]);
  const isProduction = client.getConfiguration().gatewayConfiguration.environment === "production";
  // Google takes no payment in production without the studio's registration.
  if (isProduction && !merchantId) return null;
  const environment = isProduction ? "PRODUCTION" : "TEST";
  const google = new script.payments.api.PaymentsClient({ environment });
  const instance = await googlePayment.create({
    client,
    googlePayVersion: 2,
    ...(merchantId ? { googleMerchantId: merchantId } : {}),
  });
  const requestFor = (amount: string, currencyCode: string) =>
    instance.createPaymentDataRequest({
      transactionInfo: { currencyCode, totalPriceStatus: "FINAL", totalPrice: amount },
    });
  const { allowedPaymentMethods } = await requestFor("1.00", "USD");
  const { result } = await google.isReadyToPay({ apiVersion: 2, apiVersionMinor: 0, allowedPaymentMethods });
  if (!result) return null;
  return {
    type: "google_pay",
    open: async ({ amount, currencyCode, address }) => {
      const request = await requestFor(amount, currencyCode);
      try {
        const data = await google.loadPaymentData(request);
        const { nonce } = await instance.parseResponse(data);
        return tokenOf(nonce, addressOf(data.paymentMethodData.info?.billingAddress, address));
      } catch (error) {
        if ((error as { statusCode?: string }).statusCode === "CANCELED") return null;
        throw error;
      }
    },
  };
}

/**
 * Shows PayPal's button, which opens PayPal's window. The person agrees to later payments there.
 * @returns ends it
 */
export async function showPayPal(
  client: Client,
  box: HTMLElement,
  given: {
    readonly currencyCode: string | null;
    readonly description: string;
    readonly mayOpen: () => boolean;
    readonly address: () => BillingAddress;
    readonly onToken: (token: string) => void;
    readonly onFault: (error: unknown) => void;
  },
): Promise<(() => void) | null> {
  if (!client.getConfiguration().gatewayConfiguration.paypalEnabled) return null;
  const { default: paypalCheckout } = await import("braintree-web/paypal-checkout");
  const instance = await paypalCheckout.create({ client });
  await instance.loadPayPalSDK({
    vault: true,
    intent: "tokenize",
    ...(given.currencyCode ? { currency: given.currencyCode } : {}),
  });
  const { paypal } = scripts();
  if (!paypal) return null;
  const button = paypal.Buttons({
    fundingSource: paypal.FUNDING.PAYPAL,
    onClick: (_data: unknown, actions: { reject: () => unknown; resolve: () => unknown }) =>
      given.mayOpen() ? actions.resolve() : actions.reject(),
    createBillingAgreement: () =>
      instance.createPayment({ flow: "vault", billingAgreementDescription: given.description }),
    onApprove: async (approved: unknown) => {
      const { nonce, details } = await instance.tokenizePayment(approved);
      given.onToken(tokenOf(nonce, addressOf(details, given.address())));
    },
    onError: given.onFault,
  });
  if (!button.isEligible()) return null;
  await button.render(box);
  return () => void button.close();
}
