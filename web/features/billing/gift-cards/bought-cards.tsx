import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useClient, useMutation } from "../../../graphql/hooks.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { codeOf } from "../../../graphql/codes.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { invalidateQueries } from "../../../graphql/invalidate.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { copyText } from "../../../ui/copy-text.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { paymentProviders } from "../providers/index.ts";
import type { PaymentConfig } from "../providers/provider.ts";
import { refusalOf } from "../checkout/refusals.ts";
import { GiftCardFragment } from "./fragments.ts";
import { giftText } from "./gift-text.ts";

const Refresh = graphql(
  `
    mutation GiftCardRefresh($id: ID!) {
      giftCardRefresh(id: $id) {
        ...GiftCard
      }
    }
  `,
  [GiftCardFragment],
);
defineCacheUpdates({ giftCardRefresh: invalidateQueries });

type Card = ResultOf<typeof GiftCardFragment>;

/** Gift cards that the viewer bought; nothing without any. */
export function BoughtCards({
  cards,
  config,
  onChanged,
}: {
  cards: readonly Card[];
  config: PaymentConfig;
  onChanged: () => void;
}) {
  const { t } = useLingui();
  if (cards.length === 0) return null;
  return (
    <section className="stack gift-bought" aria-labelledby="gift-bought">
      <h2 className="t4" id="gift-bought">{t`Your gift cards`}</h2>
      <ul className="gift-list">
        {cards.map((card) => (
          <li key={card.id} className="gift-row">
            <BoughtCard card={card} config={config} onChanged={onChanged} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function BoughtCard({
  card,
  config,
  onChanged,
}: {
  card: Card;
  config: PaymentConfig;
  onChanged: () => void;
}) {
  const { t } = useLingui();
  const states = useStates(card);
  const { code, pdfUrl } = card;
  return (
    <>
      <div className="gift-what">
        <p className="strong">{giftText(card)}</p>
        <p className="t1 muted pretty">{states}</p>
        {code && <p className="mono gift-code">{code}</p>}
      </div>
      <div className="row wrap gap-2">
        {code && (
          <Button
            size="s"
            onClick={() =>
              void copyText(code, { done: t`Code copied.`, refused: t`Couldn’t copy. Select the code.` })
            }
          >
            {t`Copy code`}
          </Button>
        )}
        {pdfUrl && (
          <a className={buttonClass({ size: "s" })} href={pdfUrl} target="_blank" rel="noreferrer">
            {t`Open PDF`}
          </a>
        )}
        {card.nextAction && <Confirm card={card} config={config} onChanged={onChanged} />}
      </div>
    </>
  );
}

function useStates({ status, recipientEmail, sendAt, sentAt }: Card): string {
  const { t } = useLingui();
  const day = formatMonthDayYear(new Date(sentAt ?? sendAt));
  switch (status) {
    case "pending":
      return t`Waiting for your bank. You haven’t been charged yet.`;
    case "waiting":
      return t`We’ll email it to ${recipientEmail} on ${day}.`;
    case "sent":
      return recipientEmail ? t`Emailed to ${recipientEmail} on ${day}.` : t`Ready to hand over.`;
    case "redeemed":
      return t`Redeemed.`;
    case "refunded":
      return t`Refunded.`;
    default:
      return t`No longer valid.`;
  }
}

/** The bank wants the person to confirm. */
function Confirm({ card, config, onChanged }: { card: Card; config: PaymentConfig; onChanged: () => void }) {
  const { t } = useLingui();
  const [, refresh] = useMutation(Refresh);
  const client = useClient();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const confirm = async (): Promise<void> => {
    const { url, clientSecret } = card.nextAction ?? { url: null, clientSecret: null };
    if (url) return location.assign(url);
    const confirmHere = paymentProviders[config.provider]?.confirm;
    if (busy || !clientSecret || !confirmHere) return;
    setBusy(true);
    const confirmed = await confirmHere(config, clientSecret, client);
    const { error } = await refresh({ id: card.id });
    setBusy(false);
    const refused = "code" in confirmed ? confirmed.code : null;
    const code = error ? codeOf(error) : refused;
    setFault(code ? refusalOf(code).text : null);
    onChanged();
  };
  const check = async (): Promise<void> => {
    setBusy(true);
    const { error } = await refresh({ id: card.id });
    setBusy(false);
    setFault(error ? refusalOf(codeOf(error)).text : null);
    onChanged();
  };
  return (
    <>
      <Button size="s" tone="go" busy={busy} onClick={() => void confirm()}>{t`Confirm payment`}</Button>
      <Button size="s" busy={busy} onClick={() => void check()}>{t`Check payment status`}</Button>
      <p className="hint hint-bad empty:hidden" role="alert">
        {fault}
      </p>
    </>
  );
}
