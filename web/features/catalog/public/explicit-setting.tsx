import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { invalidateQueries } from "../../../graphql/invalidate.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useSession } from "../../../graphql/provider.tsx";
import { showToast } from "../../../ui/toast.ts";

const HidesExplicit = graphql(`
  query HidesExplicit {
    me {
      id
      hidesExplicit
    }
  }
`);
const SetHidesExplicit = graphql(`
  mutation SetHidesExplicit($hides: Boolean!) {
    setHidesExplicit(hides: $hides)
  }
`);

defineCacheUpdates({ setHidesExplicit: invalidateQueries });

/** Whether lists hide classes with explicit lyrics. The server applies the setting, on all devices. */
export function ExplicitSetting() {
  const { t } = useLingui();
  const session = useSession();
  const [{ data }, again] = useQuery({ query: HidesExplicit });
  const [, change] = useMutation(SetHidesExplicit);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const hides = chosen ?? data?.me?.hidesExplicit;
  const choose = async (next: boolean) => {
    setChosen(next);
    const { error } = await change({ hides: next });
    if (error) showToast(t`We couldn’t connect. Nothing changed.`);
    // Later requests need a token with the new setting.
    else await session.dancerChanged();
    setChosen(null);
    again({ requestPolicy: "network-only" });
  };
  return (
    <div>
      <label className="opt">
        <input
          type="checkbox"
          className="check"
          checked={hides ?? false}
          disabled={hides === undefined || hides === null || chosen !== null}
          onChange={(event) => void choose(event.target.checked)}
        />
        <span>{t`Hide classes with explicit lyrics`}</span>
      </label>
      <p className="hint">{t`We won’t show them in lists, search, or your week. Saved classes and direct links still work.`}</p>
    </div>
  );
}
