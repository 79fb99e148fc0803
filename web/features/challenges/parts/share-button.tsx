import { useLingui } from "@lingui/react/macro";
import { Share2 } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.tsx";

/** Passes a page on: by the system's own sheet, else by copying its address. `path`: of the page, with what it should show. */
export function ShareButton({ title, path }: { title: string; path: string }) {
  const { t } = useLingui();
  const share = async () => {
    const url = new URL(path, location.origin).href;
    try {
      if (navigator.share) await navigator.share({ title, url });
      else {
        await navigator.clipboard.writeText(url);
        showToast(t`The link is copied.`);
      }
    } catch (error) {
      // Closing the sheet is an answer too.
      if (!(error instanceof DOMException && error.name === "AbortError")) showToast(t`Copy this: ${url}`);
    }
  };
  return (
    <Button icon={Share2} tone="line" onClick={() => void share()}>
      {t`Share`}
    </Button>
  );
}
