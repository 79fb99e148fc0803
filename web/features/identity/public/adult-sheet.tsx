import { useLingui } from "@lingui/react/macro";
import { Sheet } from "../../../ui/sheet.tsx";
import { AdultPin } from "../components/adult-pin.tsx";

/** Answers what a child's profile may not do. `name`: the child's; empty while it isn't known. */
export function AdultSheet({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Sheet title={t`An adult can do this`} closeLabel={t`Close`} onClose={onClose}>
      <p className="muted pretty">
        {name
          ? t`This is off for ${name}. Enter the adult PIN to do it yourself.`
          : t`This is off for children. Enter the adult PIN to do it yourself.`}
      </p>
      <AdultPin onDone={onClose} />
    </Sheet>
  );
}
