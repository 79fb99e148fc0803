import "./consent.css";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useQuery } from "urql";
import { isAllowed } from "../../../../contract/consent.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useConsent } from "../../../lib/consent.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { useSetConsent } from "../actions/use-set-consent.ts";
import { Purposes } from "../components/purposes.tsx";

const MyConsentsQuery = graphql(`
  query MyConsents {
    myConsents {
      id
      givenAt
      analytics
      advertising
    }
  }
`);

/** Consent of this browser by purpose, editable. */
export function ConsentSetting() {
  const { t, i18n } = useLingui();
  const state = useConsent();
  const { setConsent } = useSetConsent("settings");
  const [{ data }] = useQuery({ query: MyConsentsQuery });
  const [failed, setFailed] = useState(false);
  const choice = { analytics: isAllowed(state, "analytics"), advertising: isAllowed(state, "advertising") };
  const newest = data?.myConsents[0];
  const country =
    state.countryCode && new Intl.DisplayNames(i18n.locale, { type: "region" }).of(state.countryCode);
  return (
    <>
      <p className="muted pretty">
        {state.refusedByBrowser
          ? t`Your browser asks not to be tracked, so nothing is counted here, whatever you tick. Turn that off in the browser to choose.`
          : state.regime === "opt_in"
            ? country
              ? t`In ${country} nothing is counted without your yes. You can take it back here at any time.`
              : t`We couldn’t find out which country you’re in, so the strictest rule holds: nothing is counted without your yes. You can take it back here at any time.`
            : t`You can say no here at any time. Everything you can dance works the same.`}
      </p>
      <div role="group" aria-labelledby="privacy">
        <Purposes
          choice={choice}
          isFixed={state.refusedByBrowser}
          onChange={(next) => void setConsent(next).then((isStored) => setFailed(!isStored))}
        />
      </div>
      {failed && (
        <p
          className="consent-failed"
          role="alert"
        >{t`Your yes couldn’t be kept, so nothing has changed. Try again in a moment.`}</p>
      )}
      {newest && state.choice && (
        <p className="muted">{t`You chose this on ${formatMonthDayYear(new Date(newest.givenAt))}.`}</p>
      )}
    </>
  );
}
