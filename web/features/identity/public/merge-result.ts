import { plural, t } from "@lingui/core/macro";
import { showToast } from "../../../ui/toast.tsx";

const cookie = /(?:^|; )eightcount\.brought=(\d+)\.(\d+)/;

/** Announces once the merge result of a sign-in. The server passes it in a cookie that expires after a minute. */
export function announceMergeResult(): void {
  const [, classes = "0", others = "0"] = cookie.exec(document.cookie) ?? [];
  document.cookie = "eightcount.brought=; path=/; max-age=0";
  const came = plural(Number(classes), {
    one: "# class that you danced or saved before you signed in came along.",
    other: "# classes that you danced or saved before you signed in came along.",
  });
  if (Number(classes) > 0)
    showToast(Number(others) > 0 ? `${came} ${t`What you chose and joined did, too.`}` : came);
  else if (Number(others) > 0) showToast(t`What you chose and joined before you signed in came along.`);
}
