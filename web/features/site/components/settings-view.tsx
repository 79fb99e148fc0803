import "../site.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { StudioPage } from "../../studio/public/studio-page.tsx";
import { graphql, readFragment } from "../../../graphql/graphql.ts";
import { useQuery } from "../../../graphql/hooks.ts";
import { formatMoment } from "../../../lib/formats.ts";
import { RefundLimitFragment, SettingsFragment } from "./settings-fragment.ts";

// The form library isn't part of a first load.
const SettingsForm = lazy(async () => ({
  default: (await import("./settings-form.tsx")).SettingsForm,
}));

const SettingsQuery = graphql(
  `
    query StudioSettings {
      studioSettings {
        version
        savedAt
        ...StudioSettings
      }
      supportRefundLimits {
        ...SupportRefundLimit
      }
    }
  `,
  [SettingsFragment, RefundLimitFragment],
);

/** The studio's name, contact, seller and region. */
export function SettingsView() {
  const { t } = useLingui();
  const query = useQuery({ query: SettingsQuery, requestPolicy: "network-only" });
  const [{ data }, reload] = query;
  const settings = data?.studioSettings;
  const savedAt = settings?.savedAt ? formatMoment(new Date(settings.savedAt), "dateTime") : null;
  return (
    <StudioPage
      title={t`Settings`}
      note={savedAt ? t`Saved ${savedAt}` : t`Give your studio a name and a seller.`}
      query={query}
    >
      {settings && (
        <Suspense>
          <SettingsForm
            key={settings.version}
            settings={settings}
            limits={data.supportRefundLimits.map((one) => readFragment(RefundLimitFragment, one))}
            onImageChanged={() => reload({ requestPolicy: "network-only" })}
            onSaved={() => reload({ requestPolicy: "network-only" })}
          />
        </Suspense>
      )}
    </StudioPage>
  );
}
