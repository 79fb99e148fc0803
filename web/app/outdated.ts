import { t } from "@lingui/core/macro";
import { showToast } from "../ui/toast.tsx";

const key = "eightcount.outdated-reload";
const oncePerMs = 10 * 60_000;
const textFields =
  "textarea, input:not([type=checkbox], [type=radio], [type=range], [type=hidden], [type=submit], [type=button])";

/**
 * The server is newer than this page: loads the page again, once, where nothing typed or played would be lost.
 * Otherwise, and when that didn't help, the person is asked to.
 */
export function reloadOutdated(): void {
  const last = Number(sessionStorage.getItem(key) ?? 0);
  if (!isInUse() && Date.now() - last > oncePerMs) {
    sessionStorage.setItem(key, String(Date.now()));
    location.reload();
    return;
  }
  showToast(t`Eightcount was updated. Reload to continue.`, {
    label: t`Reload`,
    run: () => location.reload(),
  });
}

/** Whether a field holds text, a field of another origin may hold some, or something plays. */
function isInUse(): boolean {
  const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(textFields)];
  return (
    fields.some(({ value }) => value !== "") ||
    document.querySelector("iframe") !== null ||
    [...document.querySelectorAll("video")].some(({ paused }) => !paused)
  );
}
