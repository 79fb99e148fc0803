export { consentStateOf } from "./consent/consent.ts";
export { isOwnNetwork, locateCaller } from "./ip-location/location.ts";
export { mergeGrowth } from "./people.ts";
