import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { showToast } from "../../../ui/toast.ts";
import { usePost } from "../actions/use-post.ts";
import type { Me } from "./use-me.ts";
import { TextEntry } from "./text-entry.tsx";

// Only a member without a username needs it.
const NameForm = lazy(async () => ({
  default: (await import("../../profiles/public/name-form.tsx")).NameForm,
}));

const OwnUploadsQuery = graphql(`
  query OwnUploads {
    me {
      id
      videoUploads(pagination: { first: 20 }) {
        items {
          id
          description
          availability
          createdAt
        }
      }
    }
  }
`);
const PostedClassQuery = graphql(`
  query PostedClass($id: ID!) {
    studioClass(id: $id) {
      id
      classId
      title
    }
  }
`);

type PostFormProps = {
  me: Me;
  /** Class and video of the post, if their page led here. */
  classId: string | null;
  videoId: string | null;
  /** Position in the class in milliseconds. */
  atMs: number | null;
  onPosted: () => void;
};

/** Form for a new post. */
export function PostForm({ me, classId, videoId, atMs, onPosted }: PostFormProps) {
  const { t } = useLingui();
  const post = usePost();
  const [text, setText] = useState("");
  const [video, setVideo] = useState(videoId ?? "");
  const [isOpen, setOpen] = useState(classId !== null || videoId !== null);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [{ data }] = useQuery({ query: OwnUploadsQuery, pause: !isOpen });
  const [{ data: about }] = useQuery({
    query: PostedClassQuery,
    variables: { id: classId ?? "" },
    pause: classId === null,
  });
  const uploads = (data?.me?.videoUploads.items ?? []).filter(({ availability }) => availability !== "error");
  if (!me.username)
    return (
      <Suspense>
        <NameForm />
      </Suspense>
    );
  const send = async () => {
    if (busy) return;
    if (text.trim() === "") return setFault(t`Write something first.`);
    setBusy(true);
    setFault(null);
    const posted = await post({ text: text.trim(), videoUploadId: video || null, classId, atMs });
    setBusy(false);
    if ("fault" in posted) return setFault(posted.fault);
    setText("");
    setVideo("");
    onPosted();
    showToast(t`Posted.`);
  };
  return (
    <form
      className="compose post-form"
      onFocus={() => setOpen(true)}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Avatar url={me.photoURL} name={me.username ?? me.name ?? ""} />
      <div className="stack gap-2">
        <TextEntry
          label={t`Your post`}
          placeholder={t`What did you practice? What’s still tricky?`}
          value={text}
          onChange={setText}
          maxLength={5000}
          rows={isOpen ? 4 : 2}
          fault={fault}
          hint={about?.studioClass ? t`About ${about.studioClass.title}` : undefined}
          onSend={() => void send()}
        />
        {isOpen && (
          <div className="row wrap compose-ends">
            {uploads.length > 0 ? (
              <Select
                label={t`Video`}
                labelHidden
                value={video}
                onChoose={setVideo}
                options={[
                  { value: "", label: t`No video` },
                  ...uploads.map(({ id, description, createdAt }) => ({
                    value: id,
                    label: description ?? formatMonthDayYear(new Date(createdAt)),
                  })),
                ]}
              />
            ) : (
              <Link className="btn btn-s btn-text" to={paths.upload()}>{t`Add a video`}</Link>
            )}
            <Button type="submit" tone="go" size="s" busy={busy}>
              {t`Post`}
            </Button>
          </div>
        )}
      </div>
    </form>
  );
}
