import "./consent.css";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { mustAsk } from "../../../../contract/consent.ts";
import { paths } from "../../../lib/paths.ts";
import { studio } from "../../../lib/studio.ts";
import { useConsent } from "../../../lib/consent.ts";
import { Button } from "../../../ui/button.tsx";
import { useSetConsent } from "../actions/use-set-consent.ts";
import { Purposes } from "../components/purposes.tsx";

/**
 * Asks for consent where the law requires it. Refusing is as easy as accepting, and the page behind remains
 * usable.
 */
export function ConsentBanner() {
  const { t } = useLingui();
  const isAsked = mustAsk(useConsent());
  const { isSaving, setConsent } = useSetConsent("banner");
  const [choice, setChoice] = useState({ analytics: false, advertising: false });
  const [isChoosing, setChoosing] = useState(false);
  const [failed, setFailed] = useState(false);
  if (!isAsked) return null;
  const answer = async (answered: typeof choice): Promise<void> => setFailed(!(await setConsent(answered)));
  return (
    <section className="consent-banner" aria-labelledby="consent-title">
      <div className="page">
        <div className="consent-words">
          <h2 className="consent-title" id="consent-title">{t`Your privacy choices`}</h2>
          <p className="pretty">
            {t`With your consent, we record the pages you visit (analytics) and the ad that brought you here (advertising). We never sell your data. Everything works the same if you decline.`}
          </p>
          {studio.legalPages.includes("privacy") && (
            <p>
              <a className="link" href={paths.legalPage("privacy")}>{t`Privacy policy`}</a>
            </p>
          )}
          {isChoosing && <Purposes choice={choice} onChange={setChoice} />}
          {failed && (
            <p
              className="consent-failed"
              role="alert"
            >{t`Couldn’t save your choice, so nothing is tracked. Try again.`}</p>
          )}
        </div>
        <div className="consent-buttons">
          <Button
            tone="line"
            busy={isSaving}
            onClick={() => void answer({ analytics: false, advertising: false })}
          >
            {t`Refuse all`}
          </Button>
          <Button
            tone="line"
            busy={isSaving}
            onClick={() => void answer({ analytics: true, advertising: true })}
          >
            {t`Accept all`}
          </Button>
          {isChoosing ? (
            <Button tone="line" busy={isSaving} onClick={() => void answer(choice)}>
              {t`Save choices`}
            </Button>
          ) : (
            <Button tone="line" aria-expanded={false} onClick={() => setChoosing(true)}>
              {t`Choose`}
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}
