import { useLingui } from "@lingui/react/macro";
import type { CombinedError } from "urql";

/** Error message for rejected content, with what to do. */
export function useRefusal(): (error: CombinedError) => string {
  const { t } = useLingui();
  return (error) => {
    const extensions = error.graphQLErrors[0]?.extensions ?? {};
    const most = Number(extensions["most"] ?? 0);
    switch (extensions["code"]) {
      case "REGISTRATION_REQUIRED":
        return t`Register first: what you wrote stays here.`;
      case "LINK_LIMIT":
        return t`That’s more than ${most} links within an hour. Take one out.`;
      case "POST_LIMIT":
        return t`That’s more than ${most} within an hour. Take a breath; what you wrote stays here.`;
      case "PAN_REJECTED":
        return t`This holds a card number. Take it out: cards belong into the payment form alone.`;
      case "BAD_INPUT":
      case "FORBIDDEN":
        return error.graphQLErrors[0]?.message ?? "";
      case "NOT_FOUND":
        return t`What you answer is no longer there.`;
      default:
        return t`The studio didn’t answer. What you wrote is still here; send it again.`;
    }
  };
}
