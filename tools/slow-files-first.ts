/**
 * Starts slow test files before all others. On a new machine Vitest knows no durations and starts with the largest files: the slow ones
 * are small, and the last of them would run alone for two minutes.
 */
import { BaseSequencer } from "vitest/node";
import type { TestSpecification } from "vitest/node";

/** Ends of the paths of files that last a minute or more, on two cores beside others. */
const slow = [
  "app/outage-drill.test.ts",
  "app/fault-drill.test.ts",
  "media/av1/workers.test.ts",
  "media/background.test.ts",
  "media/transcodes/workers.test.ts",
  "server/image.test.ts",
];

const isSlow = ({ moduleId }: TestSpecification): boolean => slow.some((end) => moduleId.endsWith(`/${end}`));

export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
