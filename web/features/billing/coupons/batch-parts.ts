/** Loaded together: a second chunk's list of what it needs would count in the page's first load. */
export { CouponBatchPage } from "./batch-page.tsx";
export { CouponBatches } from "./batches.tsx";
