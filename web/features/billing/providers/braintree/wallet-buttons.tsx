import { useLingui } from "@lingui/react/macro";
import type { Client } from "braintree-web/client";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { BillingAddress } from "../../../../../contract/card-field.ts";
import type { Agreement } from "../../checkout/agreement.ts";
import { elsewhere } from "../../checkout/places.ts";
import { walletNames } from "../../checkout/wallet-names.ts";
import type { PaymentMethodsProps } from "../provider.ts";
import { shownAmount } from "./braintree.ts";
import { findApplePay, findGooglePay, showPayPal } from "./wallets.ts";
import type { OpenableWallet } from "./wallets.ts";

/** The wallets that this browser and the studio's merchant account have. One that can't be reached isn't shown. */
export function Wallets({
  client,
  agreement,
  address,
  googleMerchantId,
  payee,
  mayOpen,
  onToken,
  onFault,
}: {
  client: Client;
  agreement: Agreement | null;
  address: BillingAddress;
  googleMerchantId: string | null;
  payee: string;
  mayOpen: () => boolean;
  onToken: PaymentMethodsProps["onWallet"];
  onFault: (error: unknown) => void;
}) {
  const { t } = useLingui();
  const [found, setFound] = useState<readonly OpenableWallet[]>([]);
  const [hasPayPal, setPayPal] = useState(false);
  const payPalBox = useRef<HTMLDivElement>(null);
  const currencyCode = agreement?.plan.currencyCode ?? null;
  const addressNow = useEffectEvent(() => address);
  const mayOpenNow = useEffectEvent(() => mayOpen());
  const take = useEffectEvent((token: string) => onToken("paypal_express_checkout", token));
  const fail = useEffectEvent((error: unknown) => onFault(error));
  useEffect(() => {
    let isUnmounted = false;
    let endPayPal: (() => void) | null = null;
    const add = (wallet: OpenableWallet | null): void => {
      if (wallet && !isUnmounted) setFound((shown) => [...shown, wallet]);
    };
    // A wallet that isn't set up, or is blocked, leaves the card and the others.
    void findApplePay(client).then(add, () => null);
    void findGooglePay(client, googleMerchantId).then(add, () => null);
    if (payPalBox.current)
      void showPayPal(client, payPalBox.current, {
        currencyCode,
        description: payee,
        mayOpen: () => mayOpenNow(),
        address: () => addressNow(),
        onToken: (token) => take(token),
        onFault: (error) => fail(error),
      }).then(
        (end) => {
          if (isUnmounted) return end?.();
          endPayPal = end;
          setPayPal(end !== null);
        },
        () => null,
      );
    return () => {
      isUnmounted = true;
      endPayPal?.();
      setFound([]);
    };
  }, [client, googleMerchantId, currencyCode, payee]);
  const open = async (wallet: OpenableWallet): Promise<void> => {
    if (!mayOpen()) return;
    try {
      const token = await wallet.open({
        payee,
        amount: shownAmount(agreement),
        currencyCode: currencyCode ?? "USD",
        countryCode: address.countryCode === elsewhere ? "US" : address.countryCode,
        address,
      });
      if (token) onToken(wallet.type, token);
    } catch (error) {
      onFault(error);
    }
  };
  return (
    <>
      <div className="pay-wallets" hidden={found.length === 0 && !hasPayPal}>
        {found.map((wallet) => (
          <button key={wallet.type} type="button" className="wallet" onClick={() => void open(wallet)}>
            {walletNames[wallet.type]}
          </button>
        ))}
        <div ref={payPalBox} />
      </div>
      {(found.length > 0 || hasPayPal) && <p className="or">{t`or pay by card`}</p>}
    </>
  );
}
