export { mergeReports } from "./reports.ts";
export { post } from "./posts.ts";
export { upload } from "./uploads.ts";
export { plainText } from "./text.ts";
