export { recordPractice } from "./progress.ts";
export type { Progress } from "./progress.ts";
