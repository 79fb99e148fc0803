import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { invalidateQueries } from "../../../graphql/invalidate.ts";

/** What staff do with a person's account. Each mutation answers with the person as it is afterwards. */
export const StudioSignOut = graphql(`
  mutation StudioSignOut($personId: ID!) {
    studioSignOut(personId: $personId) {
      id
    }
  }
`);
export const StudioResendConfirmation = graphql(`
  mutation StudioResendConfirmation($personId: ID!) {
    studioResendConfirmation(personId: $personId) {
      id
    }
  }
`);
export const StudioSuspend = graphql(`
  mutation StudioSuspend($personId: ID!, $reason: String!, $days: Int) {
    studioSuspend(personId: $personId, reason: $reason, days: $days) {
      id
    }
  }
`);
export const StudioReinstate = graphql(`
  mutation StudioReinstate($personId: ID!) {
    studioReinstate(personId: $personId) {
      id
    }
  }
`);
export const StudioRequestExport = graphql(`
  mutation StudioRequestExport($personId: ID!) {
    studioRequestExport(personId: $personId) {
      id
    }
  }
`);
export const StudioRequestDeletion = graphql(`
  mutation StudioRequestDeletion($personId: ID!) {
    studioRequestDeletion(personId: $personId) {
      id
    }
  }
`);
defineCacheUpdates({
  studioResendConfirmation: invalidateQueries,
  studioSignOut: invalidateQueries,
  studioSuspend: invalidateQueries,
  studioReinstate: invalidateQueries,
  studioRequestExport: invalidateQueries,
  studioRequestDeletion: invalidateQueries,
});
