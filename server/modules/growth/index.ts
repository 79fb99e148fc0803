export { followCluster } from "./cluster.ts";
export { consentStateOf } from "./consent/consent.ts";
export { isOwnNetwork, locateCaller } from "./ip-location/location.ts";
export { mergeGrowth } from "./people.ts";
export { ledHereSql } from "./people-sql.ts";
export { seedExposures, seedVisitors } from "./reports/seed.ts";
export type { SeededVisitor } from "./reports/seed.ts";
