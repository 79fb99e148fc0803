import { useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { codeOf, hasCode } from "../../../graphql/codes.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { readFragment } from "../../../graphql/graphql.ts";
import { showToast } from "../../../ui/toast.ts";
import { refusalOf, type Refusal } from "../checkout/refusals.ts";
import { GiftCardFragment } from "./fragments.ts";
import {
  BuyGiftCard,
  endGiftAttempt,
  openGiftAttempt,
  storeGiftAttempt,
  type GiftAttempt,
} from "./purchase.ts";

/**
 * Buys a gift card. A purchase is stored before it is sent, so that a reload or a closed tab resends the same one; `open` is one
 * without a known result.
 */
export function useGiftPayment({
  personId,
  onCountry,
  onBought,
}: {
  personId: string;
  /** Refused because the prices of another country apply. */
  onCountry: (countryCode: string) => void;
  onBought: () => void;
}) {
  const { t } = useLingui();
  const [, buy] = useMutation(BuyGiftCard);
  const [open, setOpen] = useState<GiftAttempt | null>(() => openGiftAttempt(localStorage, personId));
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  // State updates too late to block a second press within one frame.
  const underWay = useRef(false);
  const end = (): void => {
    endGiftAttempt(localStorage);
    setOpen(null);
  };
  const send = async (attempt: GiftAttempt): Promise<void> => {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    setRefusal(null);
    storeGiftAttempt(localStorage, attempt);
    const { provider, token, paymentMethodType } = attempt.paid;
    const { data, error } = await buy({
      input: attempt.order,
      gateway: { provider, token },
      paymentMethodType,
      idempotencyKey: attempt.key,
    });
    underWay.current = false;
    setBusy(false);
    if (data) {
      end();
      onBought();
      const card = readFragment(GiftCardFragment, data.giftCardBuy);
      if (card.nextAction?.url) return location.assign(card.nextAction.url);
      if (card.status !== "pending") showToast(t`Gift card ready.`);
      return;
    }
    const stated = error?.graphQLErrors[0]?.extensions["countryCode"];
    const country = typeof stated === "string" ? stated : null;
    const refused = refusalOf(error ? codeOf(error) : "INTERNAL", country);
    if (country) onCountry(country);
    if (refused.canRepeat) setOpen(attempt);
    else end();
    const explained = hasCode(error, "BAD_INPUT") ? error?.graphQLErrors[0]?.message : null;
    setRefusal(explained ? { ...refused, field: null, text: explained } : refused);
  };
  return {
    open,
    busy,
    refusal,
    send,
    /** Shows why something was refused; null for nothing. */
    refuse: (code: string | null): void => setRefusal(code === null ? null : refusalOf(code)),
    /** Starts over. What was paid shows among the bought cards. */
    abandon: (): void => {
      end();
      setRefusal(null);
      onBought();
    },
  };
}
