import { useLingui } from "@lingui/react/macro";
import { useId, useState, type FormEvent } from "react";
import { useMutation } from "urql";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { Setting } from "../../../ui/setting.tsx";

export const AboutFragment = graphql(`
  fragment AboutForm_me on User {
    id
    name
    bio
    links {
      url
      title
    }
  }
`);
const UpdateProfile = graphql(`
  mutation UpdateAboutMe($profile: ProfileInput!) {
    updateProfile(profile: $profile) {
      id
      name
      bio
      links {
        url
        title
      }
    }
  }
`);

const maxLinks = 5;
const maxBioLength = 500;

/** Name, bio and links. */
export function AboutForm({ me }: { me: FragmentOf<typeof AboutFragment> }) {
  const { t } = useLingui();
  const { name, bio, links: savedLinks } = readFragment(AboutFragment, me);
  const id = useId();
  const [links, setLinks] = useState(() => savedLinks.map((link) => ({ ...link, key: link.url })));
  const [words, setWords] = useState(bio ?? "");
  const [fault, setFault] = useState<{ field: string | null; text: string } | null>(null);
  const [{ fetching }, update] = useMutation(UpdateProfile);
  const faultOf = (field: string | null) => (fault?.field === field ? fault.text : null);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (fetching) return;
    const formData = new FormData(event.currentTarget);
    const full = links.filter(({ url, title }) => url.trim() || title.trim());
    const { error } = await update({
      profile: {
        name: String(formData.get("name")),
        bio: words,
        links: full.map(({ url, title }) => ({
          url: /^[a-z]+:/i.test(url.trim()) ? url.trim() : `https://${url.trim()}`,
          title: title.trim() || url.trim().replace(/^https?:\/\//, ""),
        })),
      },
    });
    if (!error) {
      setFault(null);
      showToast(t`Profile saved.`);
      return;
    }
    const { field, code } = (error.graphQLErrors[0]?.extensions ?? {}) as { field?: string; code?: string };
    const texts: Record<string, string> = {
      "profile.name": t`Use 1 to 80 characters, with a letter or number and no web address.`,
      "profile.bio": t`Use 500 characters or fewer.`,
      "profile.links": t`Enter a full link starting with https://.`,
    };
    if (code === "PAN_REJECTED" && field)
      setFault({ field, text: t`This looks like a card number. Remove it.` });
    else if (field && texts[field]) setFault({ field, text: texts[field] });
    else
      setFault({
        field: null,
        text: t`Couldn’t save. Your changes are still here.`,
      });
  };
  const change = (key: string, part: Partial<{ url: string; title: string }>): void =>
    setLinks(links.map((link) => (link.key === key ? { ...link, ...part } : link)));
  return (
    <Setting title={t`About you`}>
      <form className="stack" onSubmit={(event) => void submit(event)}>
        <label className="field">
          <span className="lab">{t`Name`}</span>
          <input
            className="in"
            name="name"
            defaultValue={name ?? ""}
            autoComplete="name"
            required
            maxLength={80}
            aria-describedby={`${id}-name`}
          />
          <span id={`${id}-name`} className="hint hint-bad">
            {faultOf("profile.name")}
          </span>
        </label>
        <label className="field">
          <span className="lab">{t`Bio`}</span>
          <textarea
            className="in"
            name="bio"
            rows={4}
            maxLength={maxBioLength}
            value={words}
            aria-describedby={`${id}-bio`}
            onChange={(event) => setWords(event.target.value)}
          />
          <span id={`${id}-bio`} className={faultOf("profile.bio") ? "hint hint-bad" : "hint"}>
            {faultOf("profile.bio") ?? t`${maxBioLength - words.length} characters left`}
          </span>
        </label>
        <fieldset className="stack gap-2">
          <legend className="lab">{t`Links`}</legend>
          {links.map(({ key, url, title }, index) => (
            <div key={key} className="link-row">
              <input
                className="in"
                aria-label={t`Link ${index + 1} title`}
                placeholder={t`Title`}
                value={title}
                maxLength={60}
                onChange={(event) => change(key, { title: event.target.value })}
              />
              <input
                className="in"
                aria-label={t`Link ${index + 1} URL`}
                placeholder="https://"
                inputMode="url"
                autoCapitalize="none"
                value={url}
                maxLength={500}
                aria-invalid={faultOf("profile.links") ? true : undefined}
                aria-describedby={`${id}-links`}
                onChange={(event) => change(key, { url: event.target.value })}
              />
              <Button
                tone="line"
                aria-label={t`Remove link ${index + 1}`}
                onClick={() => setLinks(links.filter((link) => link.key !== key))}
              >
                {t`Remove`}
              </Button>
            </div>
          ))}
          <p id={`${id}-links`} className="hint hint-bad">
            {faultOf("profile.links")}
          </p>
          {links.length < maxLinks && (
            <p>
              <Button
                size="s"
                onClick={() => setLinks([...links, { url: "", title: "", key: crypto.randomUUID() }])}
              >
                {t`Add a link`}
              </Button>
            </p>
          )}
        </fieldset>
        <p role="alert" className="hint hint-bad">
          {faultOf(null)}
        </p>
        <p>
          <Button type="submit" busy={fetching}>
            {t`Save`}
          </Button>
        </p>
      </form>
    </Setting>
  );
}
