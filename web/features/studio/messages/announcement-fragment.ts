import { graphql, type ResultOf } from "../../../graphql/graphql.ts";

export const AnnouncementFragment = graphql(`
  fragment EditedAnnouncement on Announcement {
    id
    version
    state
    subject
    texts {
      locale
      subject
      body
    }
    cards {
      kind
      id
      title
    }
    audience {
      stage
      planId
      countryCode
      currencyCode
      joinedFrom
      joinedUntil
      danced
      coupon
      style
    }
    savedAt
    scheduledAt
    scheduledLocal
    sentAt
    notified
    figures {
      byInbox
      byPush
      byEmail
      delivered
      bounced
      complained
      opened
      clicked
      danced
      cameBack
    }
  }
`);
export const AnnouncementQuery = graphql(
  `
    query StudioAnnouncement($id: ID!) {
      announcement(id: $id) {
        id
        ...EditedAnnouncement
      }
      messageWriter {
        locale
        timeZone
      }
    }
  `,
  [AnnouncementFragment],
);
export type EditedAnnouncement = ResultOf<typeof AnnouncementFragment>;
