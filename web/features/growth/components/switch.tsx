import { useLingui } from "@lingui/react/macro";
import { useMutation } from "../../../graphql/hooks.ts";
import { readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { showToast } from "../../../ui/toast.ts";
import { useConfirmation } from "../../identity/public/use-confirmation.tsx";
import { SetFeatureFlag, SwitchFragment } from "./switch-fragment.ts";

/** A feature flag. */
export function Switch({ flag }: { flag: FragmentOf<typeof SwitchFragment> }) {
  const { t } = useLingui();
  const { name, enabled } = readFragment(SwitchFragment, flag);
  const [{ fetching }, send] = useMutation(SetFeatureFlag);
  const { confirmedCall, sheet } = useConfirmation();
  const turn = async (): Promise<void> => {
    const result = await confirmedCall(() => send({ name, enabled: !enabled }));
    if (result?.error) showToast(t`That didn’t go through, and nothing has changed. Try again.`);
  };
  return (
    <>
      <label className="opt">
        <input
          type="checkbox"
          className="check"
          checked={enabled}
          aria-busy={fetching || undefined}
          onChange={() => void turn()}
        />
        <span>{name}</span>
      </label>
      {sheet}
    </>
  );
}
