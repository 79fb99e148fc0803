import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation, type CombinedError } from "urql";
import { codeOf } from "../../../graphql/codes.ts";
import { graphql, readFragment } from "../../../graphql/graphql.ts";
import { useSession } from "../../../graphql/provider.tsx";
import { useErrorReason } from "../../community/embeds/use-error-reason.ts";
import { EditedClassFragment, type ClassFilm } from "../parts/editor/edited-class.ts";
import { beginSending, leaveSending } from "./film-sendings.ts";

const TicketFragment = graphql(
  `
    fragment FilmTicket on ClassFilmTicket {
      filmId
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
const SendFilm = graphql(
  `
    mutation SendClassFilm($classId: ID!, $angle: FilmAngle!, $fileName: String!, $sizeInBytes: Float!) {
      sendClassFilm(classId: $classId, angle: $angle, fileName: $fileName, sizeInBytes: $sizeInBytes) {
        ...FilmTicket
      }
    }
  `,
  [TicketFragment],
);
const ResumeFilm = graphql(
  `
    mutation ResumeClassFilm($classId: ID!, $filmId: ID!) {
      resumeClassFilm(classId: $classId, filmId: $filmId) {
        ...FilmTicket
      }
    }
  `,
  [TicketFragment],
);
const RemoveBack = graphql(
  `
    mutation RemoveBackFilm($classId: ID!) {
      removeBackFilm(classId: $classId) {
        id
        ...EditedClass
      }
    }
  `,
  [EditedClassFragment],
);

/** Sends the film of one view of a class, goes on with one that broke off, takes the back view away. */
export function useClassFilm(classId: string, angle: "front" | "back", film: ClassFilm | null) {
  const { t } = useLingui();
  const session = useSession();
  const reasonOf = useErrorReason();
  const [, order] = useMutation(SendFilm);
  const [, orderAgain] = useMutation(ResumeFilm);
  const [, removeBack] = useMutation(RemoveBack);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const faultOf = (error: CombinedError | undefined): string => {
    switch (error && codeOf(error)) {
      case "UPLOAD_LIMIT":
        return t`This file is too large. Export it smaller.`;
      case "BAD_INPUT":
        return error?.graphQLErrors[0]?.message ?? "";
      case "NOT_FOUND":
        return t`Somebody else has changed this film meanwhile. Load the page again.`;
      default:
        return t`Nothing is changed: the studio’s server didn’t answer. Try once more.`;
    }
  };
  const doing = async (work: () => Promise<string | null>) => {
    if (busy) return;
    setBusy(true);
    setFault(null);
    setFault(await work());
    setBusy(false);
  };
  return {
    busy,
    fault,
    send: (file: File) =>
      doing(async () => {
        if (file.size === 0) return reasonOf("empty_file");
        const isBegun =
          film?.state === "sending" && film.fileName === file.name && film.sizeInBytes === file.size;
        if (film && !isBegun) leaveSending(film.id);
        const { data, error } = isBegun
          ? await orderAgain({ classId, filmId: film.id })
          : await order({ classId, angle, fileName: file.name, sizeInBytes: file.size });
        const ticket =
          data &&
          readFragment(TicketFragment, "sendClassFilm" in data ? data.sendClassFilm : data.resumeClassFilm);
        if (!ticket) return faultOf(error);
        const { filmId, tusUrl, ticket: secret } = ticket;
        await beginSending({ filmId, tusUrl, ticket: secret, file, session, isBegun });
        return null;
      }),
    removeBack: () =>
      doing(async () => {
        if (film) leaveSending(film.id);
        const { data, error } = await removeBack({ classId });
        return data ? null : faultOf(error);
      }),
  };
}
