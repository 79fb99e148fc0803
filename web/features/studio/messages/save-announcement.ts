import { graphql } from "../../../graphql/graphql.ts";
import { AnnouncementFragment } from "./announcement-fragment.ts";

export const SaveAnnouncement = graphql(
  `
    mutation SaveAnnouncement(
      $id: ID!
      $version: Int!
      $texts: [MessageTextInput!]!
      $cards: [MessageCardInput!]!
      $audience: StudioPeopleFilter!
    ) {
      saveAnnouncement(id: $id, version: $version, texts: $texts, cards: $cards, audience: $audience) {
        id
        ...EditedAnnouncement
      }
    }
  `,
  [AnnouncementFragment],
);
export const TestMessage = graphql(`
  mutation TestMessage($id: ID!, $locale: String!) {
    testMessage(id: $id, locale: $locale)
  }
`);
export const WithdrawAnnouncement = graphql(
  `
    mutation WithdrawAnnouncement($id: ID!, $version: Int!) {
      withdrawAnnouncement(id: $id, version: $version) {
        id
        ...EditedAnnouncement
      }
    }
  `,
  [AnnouncementFragment],
);
export const DeleteAnnouncement = graphql(`
  mutation DeleteAnnouncement($id: ID!) {
    deleteAnnouncement(id: $id)
  }
`);
export const SendAnnouncement = graphql(
  `
    mutation SendAnnouncement($id: ID!, $version: Int!) {
      sendAnnouncement(id: $id, version: $version) {
        id
        ...EditedAnnouncement
      }
    }
  `,
  [AnnouncementFragment],
);
export const ScheduleAnnouncement = graphql(
  `
    mutation ScheduleAnnouncement($id: ID!, $version: Int!, $at: String!) {
      scheduleAnnouncement(id: $id, version: $version, at: $at) {
        id
        ...EditedAnnouncement
      }
    }
  `,
  [AnnouncementFragment],
);
