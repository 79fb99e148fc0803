import "../billing.css";
import "./gift-cards.css";
import { useLingui } from "@lingui/react/macro";
import { useState, type SubmitEvent } from "react";
import { codeOf } from "../../../graphql/codes.ts";
import { useMutation, useQuery, type CombinedError } from "../../../graphql/hooks.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { invalidateQueries } from "../../../graphql/invalidate.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { formatMoney } from "../../../lib/money.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { giftText } from "./gift-text.ts";

const RedeemerQuery = graphql(`
  query GiftCardRedeemer {
    me {
      id
      name
    }
  }
`);
const CheckQuery = graphql(`
  query GiftCardCheck($code: String!) {
    giftCardCheck(code: $code) {
      amount
      currencyCode
      months
      planName
      isRedeemed
      planUntil
    }
  }
`);
const Redeem = graphql(`
  mutation GiftCardRedeem($code: String!) {
    giftCardRedeem(code: $code) {
      amount
      currencyCode
      months
      planName
      isRedeemed
      planUntil
    }
  }
`);
defineCacheUpdates({ giftCardRedeem: invalidateQueries });

type Effect = ResultOf<typeof CheckQuery>["giftCardCheck"];

/** Redeems the code of a gift card. The email's link has it in the fragment, which no server logs. */
export function Page() {
  const { t } = useLingui();
  usePageTitle(t`Redeem a gift card`);
  const [{ data: viewer }] = useQuery({ query: RedeemerQuery });
  const [typed, setTyped] = useState(() => decodeURIComponent(location.hash.slice(1)));
  const [asked, setAsked] = useState<string | null>(null);
  const [{ data, error, fetching }] = useQuery({
    query: CheckQuery,
    variables: { code: asked ?? "" },
    pause: asked === null,
    requestPolicy: "network-only",
  });
  const [{ fetching: isRedeeming, data: redeemed, error: refused }, redeem] = useMutation(Redeem);
  const isRegistered = Boolean(viewer?.me?.name);
  const faults = useFaults();
  const found = asked !== null && !fetching ? (data?.giftCardCheck ?? null) : null;
  const done = redeemed?.giftCardRedeem ?? null;
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (typed.trim()) setAsked(typed.trim());
  };
  return (
    <div className="page form-page">
      <h1 className="d1 d1-page">{t`Redeem a gift card`}</h1>
      {viewer && !isRegistered ? (
        <div className="stack">
          <p className="lead pretty">{t`Sign in or sign up first. Your code waits here.`}</p>
          <div className="row wrap">
            <Link
              className={buttonClass({ tone: "go" })}
              to={paths.register()}
              search={{ next: `${paths.redeemGift()}${location.hash}` }}
            >
              {t`Sign up`}
            </Link>
            <Link
              className={buttonClass({})}
              to={paths.login()}
              search={{ next: `${paths.redeemGift()}${location.hash}` }}
            >
              {t`Sign in`}
            </Link>
          </div>
        </div>
      ) : done ? (
        <div className="stack" role="status">
          <p className="lead pretty">
            <Done effect={done} />
          </p>
          <div className="row wrap">
            <Link className={buttonClass({ tone: "go" })} to={paths.dashboard()}>{t`Start dancing`}</Link>
            <Link className={buttonClass({})} to={paths.subscription()}>{t`Your subscription`}</Link>
          </div>
        </div>
      ) : (
        <form className="stack" noValidate onSubmit={submit}>
          <LineField
            label={t`Code`}
            most={40}
            value={typed}
            hint={t`16 letters and digits, from the email or the card.`}
            fault={faults(error ?? refused)}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setAsked(null);
            }}
          />
          {found && !found.isRedeemed ? (
            <>
              <p className="pretty" role="status">
                <WillHappen effect={found} />
              </p>
              <div>
                <Button
                  tone="go"
                  busy={isRedeeming}
                  onClick={() => void redeem({ code: asked ?? "" })}
                >{t`Redeem`}</Button>
              </div>
            </>
          ) : (
            <>
              {found && <p role="status">{t`You’ve already redeemed this gift card.`}</p>}
              <div>
                <Button type="submit" tone="go" busy={fetching}>{t`Check code`}</Button>
              </div>
            </>
          )}
        </form>
      )}
    </div>
  );
}

function WillHappen({ effect }: { effect: Effect }) {
  const { t } = useLingui();
  const gift = giftText(effect);
  if (effect.planUntil) {
    const day = formatMonthDayYear(new Date(effect.planUntil));
    return t`${gift}, from now until ${day}. Nothing is charged, and it ends automatically.`;
  }
  const credit = formatMoney(effect.amount, effect.currencyCode);
  return t`${credit} of account credit. It pays for your invoices before your card does.`;
}

function Done({ effect }: { effect: Effect }) {
  const { t } = useLingui();
  const plan = effect.planName ?? "";
  if (effect.planUntil) {
    const day = formatMonthDayYear(new Date(effect.planUntil));
    return t`${plan} is yours until ${day}.`;
  }
  const credit = formatMoney(effect.amount, effect.currencyCode);
  return t`We added ${credit} to your account credit.`;
}

function useFaults(): (error: CombinedError | undefined) => string | undefined {
  const { t } = useLingui();
  return (error) => {
    if (!error) return undefined;
    switch (codeOf(error)) {
      case "GIFT_CARD_UNKNOWN":
        return t`We don’t recognize this code. Check for typos.`;
      case "GIFT_CARD_USED":
        return t`This gift card was already redeemed or returned.`;
      case "GIFT_CARD_CURRENCY":
        return error.graphQLErrors[0]!.message;
      case "RATE_LIMITED":
        return t`Too many attempts. Try again later.`;
      case "FORBIDDEN":
        return t`Only the account’s owner can redeem a gift card.`;
      default:
        return t`We couldn’t connect. Try again.`;
    }
  };
}
