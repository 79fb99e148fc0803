import { LeavesIn } from "./leaves-in.tsx";
import { ProcessingFoot } from "./processing-foot.tsx";

type RareStateProps =
  | { leavesAt: string; video?: never }
  | { leavesAt?: never; video: { encodingStatus: string; encodingPercent: number } };

/** What only few cards of classes show, loaded together: that one leaves soon, or that its video isn't ready. */
export function RareState({ leavesAt, video }: RareStateProps) {
  return video ? <ProcessingFoot video={video} /> : <LeavesIn leavesAt={leavesAt} />;
}
