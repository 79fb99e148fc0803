import { useLingui } from "@lingui/react/macro";
import type { CombinedError } from "../../../graphql/hooks.ts";

/** Error message for rejected content, with what to do. */
export function useRefusal(): (error: CombinedError) => string {
  const { t } = useLingui();
  return (error) => {
    const extensions = error.graphQLErrors[0]?.extensions ?? {};
    const most = Number(extensions["most"] ?? 0);
    switch (extensions["code"]) {
      case "REGISTRATION_REQUIRED":
        return t`Sign up to post. Your draft is saved here.`;
      case "LINK_LIMIT":
        return t`You can share ${most} links an hour. Remove one.`;
      case "POST_LIMIT":
        return t`You’ve reached ${most} posts this hour. Your draft is still here.`;
      case "PAN_REJECTED":
        return t`This looks like a card number. Remove it to post.`;
      case "BAD_INPUT":
      case "FORBIDDEN":
        return error.graphQLErrors[0]?.message ?? "";
      case "NOT_FOUND":
        return t`This comment was deleted.`;
      default:
        return t`Couldn’t post. Your text is still here. Try again.`;
    }
  };
}
