import { useLingui } from "@lingui/react/macro";
import { Plus, Trash2 } from "lucide-react";
import { useId, useState, type FormEvent } from "react";
import { readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import { useNavigate } from "../../../lib/router/index.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { useProfileChange, type Fault } from "../actions/use-profile-change.ts";
import { ProfileWordsFragment } from "./profile-words.ts";

const audiences = ["everyone", "members", "crew", "me"] as const;
type Audience = (typeof audiences)[number];
const parts = ["name", "bio", "links", "badges", "likes", "uploads"] as const;
type Part = (typeof parts)[number];
const mostLinks = 5;

type ProfileFormProps = { person: FragmentOf<typeof ProfileWordsFragment>; onDone: () => void };

/** One's own page, changed where it stands. */
export function ProfileForm({ person, onDone }: ProfileFormProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const change = useProfileChange();
  const found = readFragment(ProfileWordsFragment, person);
  const [username, setUsername] = useState(found.username ?? "");
  const [name, setName] = useState(found.name ?? "");
  const [bio, setBio] = useState(found.bio ?? "");
  const [links, setLinks] = useState(found.links.map((link) => ({ ...link, key: crypto.randomUUID() })));
  const [privacy, setPrivacy] = useState<Record<Part, Audience>>(
    () =>
      Object.fromEntries(parts.map((part) => [part, found.privacy?.[part] ?? "everyone"])) as Record<
        Part,
        Audience
      >,
  );
  const [fault, setFault] = useState<Fault | null>(null);
  const [busy, setBusy] = useState(false);
  const faultOf = (field: Fault["field"]) => (fault?.field === field ? fault.text : undefined);
  const partNames: Record<Part, string> = {
    name: t`Name`,
    bio: t`About you`,
    links: t`Links`,
    badges: t`Badges`,
    likes: t`Likes`,
    uploads: t`Videos`,
  };
  const audienceNames: Record<Audience, string> = {
    everyone: t`Everybody`,
    members: t`Members`,
    crew: t`Crew: you follow each other`,
    me: t`You alone`,
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const refused = await change({
      username: username === found.username ? null : username,
      profile: {
        name: name.trim() || null,
        bio,
        links: links
          .filter(({ url, title }) => url.trim() || title.trim())
          .map(({ url, title }) => ({ url: withScheme(url), title })),
      },
      privacy,
    });
    setBusy(false);
    setFault(refused);
    if (refused) return;
    onDone();
    if (username !== found.username) await navigate({ to: paths.profile(username), replace: true });
  };
  const setLink = (key: string, part: { url?: string; title?: string }) =>
    setLinks(links.map((link) => (link.key === key ? { ...link, ...part } : link)));
  return (
    <form className="profile-form" onSubmit={(event) => void save(event)} noValidate>
      <h1 className="sr-only">{t`Your page`}</h1>
      <Avatar url={found.photoURL} name={username} size="page" />
      <div className="stack">
        <Entry
          label={t`Username`}
          value={username}
          onChange={setUsername}
          fault={faultOf("username")}
          maxLength={30}
        />
        <Entry label={t`Name`} value={name} onChange={setName} fault={faultOf("name")} maxLength={80} />
        <Entry
          label={t`About you`}
          value={bio}
          onChange={setBio}
          fault={faultOf("bio")}
          maxLength={500}
          rows={3}
        />
        <fieldset className="stack gap-2 plain-set">
          <legend className="lab">{t`Links`}</legend>
          {links.map(({ key, url, title }) => (
            <div key={key} className="link-row">
              <input
                className="in"
                aria-label={t`Title of the link`}
                placeholder={t`Title`}
                value={title}
                maxLength={60}
                onChange={(event) => setLink(key, { title: event.target.value })}
              />
              <input
                className="in"
                aria-label={t`Address of the link`}
                placeholder="https://"
                type="url"
                value={url}
                maxLength={500}
                onChange={(event) => setLink(key, { url: event.target.value })}
              />
              <IconButton
                label={t`Remove this link`}
                icon={Trash2}
                onClick={() => setLinks(links.filter((link) => link.key !== key))}
              />
            </div>
          ))}
          {links.length < mostLinks && (
            <div>
              <Button
                size="s"
                icon={Plus}
                onClick={() => setLinks([...links, { key: crypto.randomUUID(), url: "", title: "" }])}
              >{t`Add a link`}</Button>
            </div>
          )}
          <p className="hint hint-bad" role="alert">
            {faultOf("links")}
          </p>
        </fieldset>
        <fieldset className="privacy plain-set">
          <legend className="lab">{t`Who may see what`}</legend>
          {parts.map((part) => (
            <Select
              key={part}
              label={partNames[part]}
              value={privacy[part]}
              onChoose={(value) => setPrivacy({ ...privacy, [part]: value })}
              options={audiences.map((value) => ({ value, label: audienceNames[value] }))}
            />
          ))}
        </fieldset>
        <p className="hint hint-bad" role="alert">
          {faultOf(null)}
        </p>
        <div className="row">
          <Button type="submit" tone="go" busy={busy}>{t`Save`}</Button>
          <Button tone="text" onClick={onDone}>{t`Leave it as it was`}</Button>
        </div>
      </div>
    </form>
  );
}

function withScheme(url: string): string {
  return /^[a-z]+:/i.test(url.trim()) ? url.trim() : `https://${url.trim()}`;
}

function Entry({
  label,
  value,
  onChange,
  fault,
  maxLength,
  rows,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  fault: string | undefined;
  maxLength: number;
  rows?: number;
}) {
  const id = useId();
  const shared = {
    id,
    className: "in",
    value,
    maxLength,
    "aria-invalid": fault ? true : undefined,
    "aria-describedby": `${id}-hint`,
  };
  return (
    <div className="field">
      <label className="lab" htmlFor={id}>
        {label}
      </label>
      {rows ? (
        <textarea {...shared} rows={rows} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <input {...shared} autoComplete="off" onChange={(event) => onChange(event.target.value)} />
      )}
      <p id={`${id}-hint`} className="hint hint-bad" role={fault ? "alert" : undefined}>
        {fault}
      </p>
    </div>
  );
}
