import { useLingui } from "@lingui/react/macro";
import { walletNames } from "../checkout/wallet-names.ts";

type Method = {
  type: "apple_pay" | "card" | "google_pay" | "paypal_express_checkout";
  brand: string | null;
  last4: string | null;
  expMonth: number | null;
  expYear: number | null;
};

/** Label of a payment method: "Visa ending 4242, good until 12/2030". */
export function useMethodLabels(): (method: Method) => string {
  const { t } = useLingui();
  return ({ type, brand, last4, expMonth, expYear }) => {
    if (type !== "card") return walletNames[type];
    const name = brand ? brand.charAt(0).toUpperCase() + brand.slice(1) : t`card`;
    if (!last4) return name;
    if (!expMonth || !expYear) return t`${name} ending in ${last4}`;
    const until = `${String(expMonth).padStart(2, "0")}/${expYear}`;
    return t`${name} ending in ${last4}, expires ${until}`;
  };
}
