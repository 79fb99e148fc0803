import { graphql, type ResultOf } from "../../../../graphql/graphql.ts";

export const SeriesFragment = graphql(`
  fragment EditedSeries on MessageSeries {
    id
    name
    version
    isOn
    steps {
      id
      delay
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
  }
`);
export type EditedSeries = ResultOf<typeof SeriesFragment>;
export type EditedStep = EditedSeries["steps"][number];
export type SeriesName = EditedSeries["name"];

export const SeriesQuery = graphql(
  `
    query Series($id: ID!) {
      series(id: $id) {
        id
        ...EditedSeries
      }
      messageWriter {
        locale
      }
    }
  `,
  [SeriesFragment],
);
export const SaveStep = graphql(
  `
    mutation SaveSeriesStep(
      $series: ID!
      $version: Int!
      $id: ID!
      $delay: Int!
      $texts: [MessageTextInput!]!
      $cards: [MessageCardInput!]!
    ) {
      saveSeriesStep(
        series: $series
        version: $version
        id: $id
        delay: $delay
        texts: $texts
        cards: $cards
      ) {
        id
        ...EditedSeries
      }
    }
  `,
  [SeriesFragment],
);
export const DeleteStep = graphql(
  `
    mutation DeleteSeriesStep($series: ID!, $version: Int!, $id: ID!) {
      deleteSeriesStep(series: $series, version: $version, id: $id) {
        id
        ...EditedSeries
      }
    }
  `,
  [SeriesFragment],
);
export const SwitchSeries = graphql(
  `
    mutation SwitchSeries($series: ID!, $version: Int!, $isOn: Boolean!, $includesEarlier: Boolean!) {
      switchSeries(series: $series, version: $version, isOn: $isOn, includesEarlier: $includesEarlier) {
        id
        ...EditedSeries
      }
    }
  `,
  [SeriesFragment],
);
