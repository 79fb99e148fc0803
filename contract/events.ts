/**
 * The catalogue of what the web counts besides page views. An event that isn't listed here, or lacks a property, doesn't compile.
 * Names are an object and a verb in the past tense, in Title Case, as Segment's specification has it; properties are in snake_case.
 * None may hold a name, an address, or anything that somebody typed.
 */
export interface EventCatalogue {
  /** Something failed that nobody on the server could see. `location` is the function that failed. */
  error: { message: string; platform: "web"; location: string };
  /** Somebody was shown their variant of an experiment, for the first time on this page. */
  "Experiment Viewed": { experiment_id: string; variant: string };
  /** Somebody answered whether they may be counted; only a yes can be told. */
  "Consent Given": { analytics: boolean; advertising: boolean; place: "banner" | "settings" };
}
export type EventName = keyof EventCatalogue;
