import { t } from "@lingui/core/macro";
import { showToast } from "../ui/toast.ts";

const key = "eightcount.outdated-reload";
const oncePerMs = 10 * 60_000;
const textFields =
  "textarea, input:not([type=checkbox], [type=radio], [type=range], [type=hidden], [type=submit], [type=button])";

/**
 * Reloads a page that is older than the server, once, if no input or playback would be lost.
 * Otherwise, or if the reload didn't help, it asks the person to reload.
 */
export function reloadOutdated(): void {
  const last = Number(sessionStorage.getItem(key) ?? 0);
  if (!isInUse() && Date.now() - last > oncePerMs) {
    sessionStorage.setItem(key, String(Date.now()));
    location.reload();
    return;
  }
  showToast(t`This page was updated. Reload to continue.`, {
    label: t`Reload`,
    run: () => location.reload(),
  });
}

/** Whether a field holds text, a cross-origin field may hold some, or media is playing. */
function isInUse(): boolean {
  const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(textFields)];
  return (
    fields.some(({ value }) => value !== "") ||
    document.querySelector("iframe") !== null ||
    [...document.querySelectorAll("video")].some(({ paused }) => !paused)
  );
}
