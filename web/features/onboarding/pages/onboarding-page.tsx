import "./onboarding.css";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { savesData } from "../../../lib/autoplay.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { QueryError } from "../../../layouts/query-error.tsx";
import { useExposure } from "../../growth/public/use-exposure.ts";
import { OnboardingFlow } from "../components/onboarding-flow.tsx";
import { OnboardingQuery, type Onboarding } from "../components/onboarding-query.ts";
import { OptionPreview } from "../components/option-preview.tsx";

/**
 * Onboarding: one question at a time. Each answer is saved at once, so that onboarding can be left and
 * resumed anywhere.
 */
export function Page() {
  const { t } = useLingui();
  usePageTitle(t`Your first week`);
  const query = useQuery({
    query: OnboardingQuery,
    requestPolicy: "cache-and-network",
  });
  const [{ data, error }] = query;
  // Stays while this page is open, so that questions don't change during use, and what is seen is what is counted.
  const [asked, setAsked] = useState<Onboarding["onboardingList"] | null>(null);
  if (data && asked === null) setAsked(data.onboardingList);
  useExposure(asked?.experiment ?? null);
  const [clipUrl, setClipUrl] = useState<string | null>(null);
  return (
    <div className="onb">
      {data && asked ? (
        <OnboardingFlow data={data} list={asked.list} onLook={setClipUrl} />
      ) : (
        <div className="onb-task">
          {error && (
            <QueryError page query={query} title={t`Couldn’t load the questions`}>
              {t`We couldn’t connect. Your answers are saved.`}
            </QueryError>
          )}
        </div>
      )}
      <div className="onb-scene" aria-hidden="true">
        {data?.userPreferenceOptions && <Scene data={data} clipUrl={clipUrl} />}
      </div>
    </div>
  );
}

/** Next to the questions: the clip of the hovered or focused option, else the image of a class. */
function Scene({ data, clipUrl }: { data: Onboarding; clipUrl: string | null }) {
  const [first] = data.forYouClasses;
  if (clipUrl && !savesData()) return <OptionPreview key={clipUrl} url={clipUrl} isPlaying />;
  return first ? <img src={first.thumbnailImageUrl} alt="" /> : null;
}
