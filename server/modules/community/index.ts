export { mergeReports } from "./reports.ts";
export { post } from "./posts.ts";
export { upload, uploaderOf } from "./uploads.ts";
export { plainText } from "./text.ts";
