import { plural, t } from "@lingui/core/macro";
import { showToast } from "../../../ui/toast.ts";

const cookie = /(?:^|; )eightcount\.brought=(\d+)\.(\d+)/;

/** Announces once the merge result of a sign-in. The server passes it in a cookie that expires after a minute. */
export function announceMergeResult(): void {
  const [, classes = "0", others = "0"] = cookie.exec(document.cookie) ?? [];
  document.cookie = "eightcount.brought=; path=/; max-age=0";
  if (Number(classes) > 0)
    showToast(
      Number(others) > 0
        ? plural(Number(classes), {
            one: "We moved # class, preferences, and challenges from your guest session to your account.",
            other: "We moved # classes, preferences, and challenges from your guest session to your account.",
          })
        : plural(Number(classes), {
            one: "We moved # class from your guest session to your account.",
            other: "We moved # classes from your guest session to your account.",
          }),
    );
  else if (Number(others) > 0) showToast(t`We moved your preferences and challenges to your account.`);
}
