import { useLingui } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { useState } from "react";
import { useSession } from "../../../graphql/provider.tsx";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.tsx";

type Kind = "subscriptions" | "invoices";

/** Takes all subscriptions, or all invoices, home as a file. */
export function CsvButtons() {
  const { t } = useLingui();
  const session = useSession();
  const [busy, setBusy] = useState<Kind | null>(null);
  const take = async (kind: Kind): Promise<void> => {
    setBusy(kind);
    try {
      // A link can't carry the access token.
      const answer = await fetch(`/api/studio/money/${kind}.csv`, {
        headers: { "x-auth-token": `Bearer ${await session.token()}` },
      });
      if (!answer.ok) throw new Error(`The file answered ${answer.status}`);
      const url = URL.createObjectURL(await answer.blob());
      const link = document.createElement("a");
      link.href = url;
      link.download = `${kind}.csv`;
      link.click();
      URL.revokeObjectURL(url);
    } catch (error) {
      console.error(error);
      showToast(t`The file didn’t come. Press it again.`);
    }
    setBusy(null);
  };
  return (
    <>
      <Button
        size="s"
        icon={Download}
        busy={busy === "subscriptions"}
        onClick={() => void take("subscriptions")}
      >
        {t`Subscriptions, CSV`}
      </Button>
      <Button size="s" icon={Download} busy={busy === "invoices"} onClick={() => void take("invoices")}>
        {t`Invoices, CSV`}
      </Button>
    </>
  );
}
