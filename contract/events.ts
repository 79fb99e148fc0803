/**
 * Catalog of analytics events other than page views. An event that isn't listed here, or lacks a property, doesn't compile. Names
 * follow Segment's specification: an object and a verb in the past tense, in Title Case. Properties are in snake_case. None may
 * contain a name, an address, or free text.
 */
export interface EventCatalogue {
  /** An error on the client that the server can't see. `location` is the function that failed. */
  error: { message: string; platform: "web"; location: string };
  /** A person was exposed to their variant of an experiment, for the first time on this page. */
  "Experiment Viewed": { experiment_id: string; variant: string };
  /** A person answered the consent request; only a yes can be reported. */
  "Consent Given": { analytics: boolean; advertising: boolean; place: "banner" | "settings" };
}
export type EventName = keyof EventCatalogue;
