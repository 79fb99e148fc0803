import { useLingui } from "@lingui/react/macro";
import { Share2 } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { copyText } from "../ui/copy-text.ts";

type ShareButtonProps = {
  /** Path of the page, with its search parameters. */
  path: string;
  title?: string;
  tone?: "line" | "bare";
};

/** Shares a page by the system's share sheet, else copies its URL. */
export function ShareButton({ path, title, tone = "line" }: ShareButtonProps) {
  const { t } = useLingui();
  const share = async () => {
    const url = new URL(path, location.origin).href;
    if (typeof navigator.share === "function") {
      try {
        await navigator.share(title === undefined ? { url } : { title, url });
        return;
      } catch (error) {
        // Closing the share sheet is no error.
        if (error instanceof DOMException && error.name === "AbortError") return;
      }
    }
    await copyText(url, { done: t`Link copied.`, refused: t`Copy this link: ${url}` });
  };
  return (
    <Button icon={Share2} tone={tone} onClick={() => void share()}>
      {t`Share`}
    </Button>
  );
}
