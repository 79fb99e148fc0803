import { useErrorReason } from "../public/use-error-reason.ts";

/** Why a video couldn't be transcoded, with what to do. */
export function ErrorReason({ reason }: { reason: string | null }) {
  return <p className="notice">{useErrorReason()(reason)}</p>;
}
