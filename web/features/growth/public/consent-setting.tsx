import "./consent.css";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { isAllowed } from "../../../../contract/consent.ts";
import { countryName } from "../../../../contract/formats/names.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useConsent } from "../../../lib/consent.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { here } from "../../../lib/reader.ts";
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
  const { t } = useLingui();
  const state = useConsent();
  const { setConsent } = useSetConsent("settings");
  const [{ data }] = useQuery({ query: MyConsentsQuery });
  const [failed, setFailed] = useState(false);
  const choice = { analytics: isAllowed(state, "analytics"), advertising: isAllowed(state, "advertising") };
  const newest = data?.myConsents[0];
  const country = state.countryCode && countryName(state.countryCode, here());
  return (
    <>
      <p className="muted pretty">
        {state.refusedByBrowser
          ? t`Your browser asks sites not to track you, so we don’t. To choose here, turn that setting off.`
          : state.regime === "opt_in"
            ? country
              ? t`In ${country}, we only track with your consent. Change it here anytime.`
              : t`We only track with your consent. Change it here anytime.`
            : t`You can opt out anytime. Everything still works.`}
      </p>
      <div role="group" aria-labelledby="privacy">
        <Purposes
          choice={choice}
          isFixed={state.refusedByBrowser}
          onChange={(next) => void setConsent(next).then((isStored) => setFailed(!isStored))}
        />
      </div>
      {failed && (
        <p className="consent-failed" role="alert">{t`Couldn’t save your choice. Nothing changed.`}</p>
      )}
      {newest && state.choice && (
        <p className="muted">{t`Last updated ${formatMonthDayYear(new Date(newest.givenAt))}.`}</p>
      )}
    </>
  );
}
