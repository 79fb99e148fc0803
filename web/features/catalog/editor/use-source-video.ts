import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation, type CombinedError } from "../../../graphql/hooks.ts";
import type { AngleKey } from "../../../../contract/angles.ts";
import { codeOf } from "../../../graphql/codes.ts";
import { graphql, readFragment } from "../../../graphql/graphql.ts";
import { useSession } from "../../../graphql/provider.tsx";
import { useErrorReason } from "../../community/public/use-error-reason.ts";
import { EditedClassFragment, type ClassSourceVideo } from "./edited-class.ts";
import { beginSending, leaveSending } from "./source-video-uploads.ts";

const TicketFragment = graphql(
  `
    fragment SourceVideoTicket on ClassFilmTicket {
      sourceVideoId
      tusUrl
      ticket
      class {
        id
        ...EditedClass
      }
    }
  `,
  [EditedClassFragment],
);
const StartSourceVideo = graphql(
  `
    mutation StartClassSourceVideo(
      $classId: ID!
      $angle: CameraAngle!
      $isUpright: Boolean!
      $fileName: String!
      $sizeInBytes: Float!
    ) {
      startClassSourceVideo(
        classId: $classId
        angle: $angle
        isUpright: $isUpright
        fileName: $fileName
        sizeInBytes: $sizeInBytes
      ) {
        ...SourceVideoTicket
      }
    }
  `,
  [TicketFragment],
);
const ResumeSourceVideo = graphql(
  `
    mutation ResumeClassSourceVideo($classId: ID!, $sourceVideoId: ID!) {
      resumeClassSourceVideo(classId: $classId, sourceVideoId: $sourceVideoId) {
        ...SourceVideoTicket
      }
    }
  `,
  [TicketFragment],
);
const RemoveSourceVideo = graphql(
  `
    mutation RemoveClassSourceVideo($classId: ID!, $angle: CameraAngle!, $isUpright: Boolean!) {
      removeClassSourceVideo(classId: $classId, angle: $angle, isUpright: $isUpright) {
        id
        ...EditedClass
      }
    }
  `,
  [EditedClassFragment],
);

/** Uploads the source video of one angle or of its upright version, resumes an interrupted upload, and removes it. */
export function useSourceVideo(
  classId: string,
  { angle, isUpright }: { angle: AngleKey; isUpright: boolean },
  sourceVideo: ClassSourceVideo | null,
) {
  const { t } = useLingui();
  const session = useSession();
  const reasonOf = useErrorReason("class");
  const [, order] = useMutation(StartSourceVideo);
  const [, orderAgain] = useMutation(ResumeSourceVideo);
  const [, removeIt] = useMutation(RemoveSourceVideo);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const faultOf = (error: CombinedError | undefined): string => {
    switch (error && codeOf(error)) {
      case "UPLOAD_LIMIT":
        return t`This file is too large. Export it smaller.`;
      case "BAD_INPUT":
        return error?.graphQLErrors[0]?.message ?? "";
      case "NOT_FOUND":
        return t`Someone else replaced this video. Reload the page.`;
      default:
        return t`Couldn’t save. Try again.`;
    }
  };
  const doing = async (work: () => Promise<string | null>) => {
    if (busy) return;
    setBusy(true);
    setFault(null);
    setFault(await work());
    setBusy(false);
  };
  /** Whether this file's upload was begun and not completed. */
  const resumes = (file: File): boolean =>
    sourceVideo?.state === "sending" &&
    sourceVideo.fileName === file.name &&
    sourceVideo.sizeInBytes === file.size;
  return {
    busy,
    fault,
    resumes,
    send: (file: File) =>
      doing(async () => {
        if (file.size === 0) return reasonOf("empty_file");
        const isBegun = resumes(file);
        if (sourceVideo && !isBegun) leaveSending(sourceVideo.id);
        const { data, error } = isBegun
          ? await orderAgain({ classId, sourceVideoId: sourceVideo!.id })
          : await order({ classId, angle, isUpright, fileName: file.name, sizeInBytes: file.size });
        const ticket =
          data &&
          readFragment(
            TicketFragment,
            "startClassSourceVideo" in data ? data.startClassSourceVideo : data.resumeClassSourceVideo,
          );
        if (!ticket) return faultOf(error);
        const { sourceVideoId, tusUrl, ticket: secret } = ticket;
        await beginSending({ sourceVideoId, tusUrl, ticket: secret, file, session, isBegun });
        return null;
      }),
    remove: () =>
      doing(async () => {
        if (sourceVideo) leaveSending(sourceVideo.id);
        const { data, error } = await removeIt({ classId, angle, isUpright });
        return data ? null : faultOf(error);
      }),
  };
}
