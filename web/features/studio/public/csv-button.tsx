import { useLingui } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useSession } from "../../../graphql/provider.tsx";
import { SessionError } from "../../../graphql/session-error.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useConfirmation } from "../../identity/public/use-confirmation.tsx";

/**
 * Downloads figures as a CSV file. `path`: below `/api/studio/`, with its filters, such as
 * `growth/funnel.csv?days=30&by=week`.
 */
export function CsvButton({ path, children }: { path: string; children?: ReactNode }) {
  const { t } = useLingui();
  const session = useSession();
  const [busy, setBusy] = useState(false);
  const { confirmed, sheet } = useConfirmation();
  const take = async (): Promise<void> => {
    setBusy(true);
    try {
      const { downloadCsv } = await import("./csv-file.ts");
      await confirmed(() => downloadCsv(session, path));
    } catch (error) {
      if (!(error instanceof SessionError && error.code === "CANCELED")) {
        console.error(error);
        showToast(t`Couldn’t download the file. Try again.`);
      }
    }
    setBusy(false);
  };
  return (
    <>
      <Button icon={Download} busy={busy} onClick={() => void take()}>
        {children ?? t`CSV`}
      </Button>
      {sheet}
    </>
  );
}
