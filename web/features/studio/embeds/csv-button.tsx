import { useLingui } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useSession } from "../../../graphql/provider.tsx";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.tsx";

/** Takes figures home as a file. `path`: below `/api/studio/`, with what narrows it, as `growth/funnel.csv?days=30&by=week`. */
export function CsvButton({ path, children }: { path: string; children?: ReactNode }) {
  const { t } = useLingui();
  const session = useSession();
  const [busy, setBusy] = useState(false);
  const take = async (): Promise<void> => {
    setBusy(true);
    try {
      // A link can't carry the access token.
      const answer = await fetch(`/api/studio/${path}`, {
        headers: { "x-auth-token": `Bearer ${await session.token()}` },
      });
      if (!answer.ok) throw new Error(`The file answered ${answer.status}`);
      const url = URL.createObjectURL(await answer.blob());
      const link = document.createElement("a");
      link.href = url;
      link.download = path.replace(/^.*\/|\?.*$/g, "");
      link.click();
      URL.revokeObjectURL(url);
    } catch (error) {
      console.error(error);
      showToast(t`The file didn’t come. Press it again.`);
    }
    setBusy(false);
  };
  return (
    <Button icon={Download} busy={busy} onClick={() => void take()}>
      {children ?? t`CSV`}
    </Button>
  );
}
