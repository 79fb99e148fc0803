/**
 * Starts the test files that last longest before all others. On a new machine Vitest knows no durations and starts with the largest
 * files; these are small, and the last of them would run alone for two minutes.
 */
import { BaseSequencer } from "vitest/node";
import type { TestSpecification } from "vitest/node";

/** Ends of the paths of files that last a minute or more, on two cores beside others. */
const long = [
  "app/outage-drill.test.ts",
  "app/fault-drill.test.ts",
  "media/av1/workers.test.ts",
  "media/background.test.ts",
  "media/transcodes/workers.test.ts",
  "server/image.test.ts",
];

const isLong = ({ moduleId }: TestSpecification): boolean => long.some((end) => moduleId.endsWith(`/${end}`));

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
