import { useLingui } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useSession } from "../../../graphql/provider.tsx";
import { SessionError } from "../../../graphql/session.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useConfirmation } from "../../identity/embeds/use-confirmation.tsx";

/** Takes figures home as a file. `path`: below `/api/studio/`, with what narrows it, as `growth/funnel.csv?days=30&by=week`. */
export function CsvButton({ path, children }: { path: string; children?: ReactNode }) {
  const { t } = useLingui();
  const session = useSession();
  const [busy, setBusy] = useState(false);
  const { confirmed, sheet } = useConfirmation();
  const take = async (): Promise<void> => {
    setBusy(true);
    try {
      // A link can't carry the access token.
      const file = await confirmed(async () => {
        const answer = await fetch(`/api/studio/${path}`, {
          headers: { "x-auth-token": `Bearer ${await session.token()}` },
        });
        if (!answer.ok) throw new SessionError(await codeIn(answer), answer.status);
        return answer.blob();
      });
      const url = URL.createObjectURL(file);
      const link = document.createElement("a");
      link.href = url;
      link.download = path.replace(/^.*\/|\?.*$/g, "");
      link.click();
      URL.revokeObjectURL(url);
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

/** The code of a refused download; UNEXPECTED where a proxy answered with a page of its own. */
async function codeIn(answer: Response): Promise<string> {
  const body = (await answer.json().catch(() => null)) as { error?: { code?: string } } | null;
  return body?.error?.code ?? "UNEXPECTED";
}
