import { graphql, type ResultOf } from "../../../graphql/graphql.ts";

/** A class as its editors see it. */
export const EditedClassFragment = graphql(`
  fragment EditedClass on EditedClass {
    id
    classId
    title
    description
    level
    type
    accessType
    isExplicit
    energy
    space
    usesFloor
    style
    instructor
    section
    categories
    revision
    state
    publishedAt
    wasPublished
    durationInMs
    thumbnailImageUrl
    poster {
      imageUrl
      isChosen
      isOwn
      x
      y
      portrait {
        x
        y
      }
    }
    formerPosters {
      id
      imageUrl
      storedUntil
    }
    trailer {
      fromMs
      toMs
      state
      url
    }
    hasCounts
    counts {
      key
      bpm
      certainty
      heardAt
      mustBeHeard
    }
    sound {
      version
    }
    parts {
      key
      title
      kind
      startMs
      endMs
    }
    shortenedParts {
      key
      cutAtStartInMs
      cutAtEndInMs
    }
    unplacedParts {
      key
      title
      kind
      startMs
      endMs
    }
    sourceVideos {
      id
      angle
      fileName
      sizeInBytes
      state
      errorReason
      durationInMs
      uploadedAt
      hasAlignmentFailed
      alignment {
        offsetInMs
        confidence
        isSure
      }
    }
    uprightSourceVideos {
      id
      angle
      fileName
      sizeInBytes
      state
      errorReason
      durationInMs
      uploadedAt
      hasAlignmentFailed
      alignment {
        offsetInMs
        confidence
        isSure
      }
    }
    replacedSourceVideos {
      id
      angle
      isUpright
      fileName
      sizeInBytes
      durationInMs
      thumbnailImageUrl
      uploadedAt
      storedUntil
    }
    cutFromInMs
    trim {
      fromMs
      toMs
    }
    captions {
      language
      label
    }
    formerCaptions {
      id
      language
      label
      replacedAt
      storedUntil
    }
    songs {
      startMs
      endMs
      firstEight
      lastEight
      song {
        id
        title
        artist
      }
    }
    isAvailable
    framing {
      spread
      points {
        atMs
        x
      }
    }
    encodingPercent
    errorReason
    lacks
    releaseAudience
    schedule {
      publishAt
      leavesAt
      localPublishAt
      localLeavesAt
      timeZone
    }
  }
`);
export type EditedClass = ResultOf<typeof EditedClassFragment>;
export type ClassSourceVideo = EditedClass["sourceVideos"][number];

/** Sound and counts of a class, as the timeline shows them. */
export const ClassSoundFragment = graphql(`
  fragment ClassSound on EditedClass {
    id
    beatGrid {
      startMs
      endMs
      bpm
      firstBeatMs
    }
    sound {
      version
      hasFailed
      peaksPerSecond
      segments {
        kind
        startMs
        endMs
      }
      proposedParts {
        sound
        kind
        startMs
        endMs
      }
    }
  }
`);

/** Options of the editor's selects. */
export const ChoicesFragment = graphql(`
  fragment ClassChoices on Query {
    editedInstructors {
      slug
      name
    }
    styles {
      slug
      name
    }
    sections {
      slug
      name
    }
    categories {
      slug
      name
    }
  }
`);
export type Choices = ResultOf<typeof ChoicesFragment>;

/** Query of the class editor. `isNew`: no class is fetched, `classId` is ignored. */
export const EditorQuery = graphql(
  `
    query ClassEditor($classId: ID!, $isNew: Boolean!) {
      editedClass(classId: $classId) @skip(if: $isNew) {
        id
        ...EditedClass
      }
      ...ClassChoices
    }
  `,
  [ChoicesFragment, EditedClassFragment],
);
