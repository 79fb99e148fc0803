import { useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { useMutation, type CombinedError } from "../../../graphql/hooks.ts";
import { graphql, type VariablesOf } from "../../../graphql/graphql.ts";
import { useSession } from "../../../graphql/provider.tsx";
import { sendFile, type Sending } from "../public/send-file.ts";
import { retryBusy } from "../actions/retry-busy.ts";
import { keepUnfinished } from "./unfinished.ts";

const CreateVideoUpload = graphql(`
  mutation CreateVideoUpload(
    $description: String
    $fileName: String!
    $sizeInBytes: Float!
    $audience: Audience
    $trimStartMs: Int
    $trimEndMs: Int
    $coverAtMs: Int
  ) {
    createVideoUpload(
      description: $description
      fileName: $fileName
      sizeInBytes: $sizeInBytes
      audience: $audience
      trimStartMs: $trimStartMs
      trimEndMs: $trimEndMs
      coverAtMs: $coverAtMs
    ) {
      tusUrl
      ticket
      videoUpload {
        id
        isHeld
      }
    }
  }
`);
const ResumeVideoUpload = graphql(`
  mutation ResumeVideoUpload($id: ID!) {
    resumeVideoUpload(id: $id) {
      tusUrl
      ticket
      videoUpload {
        id
        isHeld
      }
    }
  }
`);

export type UploadState =
  | { step: "idle"; fault: string | null }
  | { step: "sending"; id: string; percent: number; isPaused: boolean; isCut: boolean }
  | { step: "sent"; id: string };

type NewVideo = Omit<VariablesOf<typeof CreateVideoUpload>, "fileName" | "sizeInBytes">;

/** Starts, pauses and resumes the upload of a video. */
export function useUpload() {
  const { t } = useLingui();
  const session = useSession();
  const [, create] = useMutation(CreateVideoUpload);
  const [, resumeTicket] = useMutation(ResumeVideoUpload);
  const [state, setState] = useState<UploadState>({ step: "idle", fault: null });
  const sending = useRef<Sending | null>(null);

  const faultOf = (error: CombinedError): string => {
    const extensions = error.graphQLErrors[0]?.extensions ?? ({} as Record<string, unknown>);
    const limits: Record<string, string> = {
      size: t`Videos can be up to 4 GB. Export a smaller file.`,
      at_once: t`Three videos are uploading. Try again when one is done.`,
      per_day: t`You’ve reached 10 videos today. Try again tomorrow.`,
      storage: t`Your plan’s storage is full. Delete a video or change plan.`,
    };
    switch (extensions["code"]) {
      case "UPLOAD_LIMIT":
        if (extensions["isEmailConfirmed"] === false)
          return t`Confirm your email to upload more. The link is in your inbox.`;
        return limits[String(extensions["limit"])] ?? limits["size"]!;
      case "BAD_INPUT":
      case "FORBIDDEN":
      case "RATE_LIMITED":
        return error.graphQLErrors[0]?.message ?? "";
      case "REGISTRATION_REQUIRED":
        return t`Sign up to share videos.`;
      case "NOT_FOUND":
        return t`This upload expired after a day. Upload it again.`;
      default:
        return t`Couldn’t share. Your video is still here. Try again.`;
    }
  };
  const send = async (
    file: File,
    ticket: { id: string; tusUrl: string; ticket: string; isBegun: boolean },
  ): Promise<void> => {
    const { id } = ticket;
    const change = (part: { percent?: number; isPaused?: boolean; isCut?: boolean }) =>
      setState((now) => ({
        step: "sending",
        id,
        percent: now.step === "sending" ? now.percent : 0,
        isPaused: now.step === "sending" && now.isPaused,
        isCut: false,
        ...part,
      }));
    const storeProgress = (percent: number) =>
      keepUnfinished(id, { id, name: file.name, size: file.size, modifiedAt: file.lastModified, percent });
    change({ percent: 0 });
    storeProgress(0);
    sending.current = await sendFile({
      file,
      session,
      ...ticket,
      onPercent: (percent) => change({ percent }),
      onCut: () => change({ isCut: true }),
      onStored: storeProgress,
      onDone: () => {
        keepUnfinished(id, null);
        setState({ step: "sent", id });
      },
    });
  };
  return {
    state,
    begin: async (file: File, newVideo: NewVideo): Promise<void> => {
      setState({ step: "idle", fault: null });
      const { data, error } = await retryBusy(() =>
        create({ ...newVideo, fileName: file.name, sizeInBytes: file.size }),
      );
      if (!data) return setState({ step: "idle", fault: error ? faultOf(error) : null });
      const { tusUrl, ticket, videoUpload } = data.createVideoUpload;
      await send(file, { id: videoUpload.id, tusUrl, ticket, isBegun: false });
    },
    goOn: async (file: File, id: string): Promise<void> => {
      const { data, error } = await retryBusy(() => resumeTicket({ id }));
      if (!data) return setState({ step: "idle", fault: error ? faultOf(error) : null });
      const { tusUrl, ticket } = data.resumeVideoUpload;
      await send(file, { id, tusUrl, ticket, isBegun: true });
    },
    pause: () => {
      sending.current?.pause();
      setState((now) => (now.step === "sending" ? { ...now, isPaused: true } : now));
    },
    resume: () => {
      sending.current?.resume();
      setState((now) => (now.step === "sending" ? { ...now, isPaused: false, isCut: false } : now));
    },
  };
}
