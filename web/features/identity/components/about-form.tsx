import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { useFieldArray, useWatch } from "react-hook-form";
import { useMutation } from "../../../graphql/hooks.ts";
import { faultFieldOf, hasCode, isCombinedError } from "../../../graphql/codes.ts";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
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

/** The form's values. */
type About = { name: string; bio: string; links: { url: string; title: string }[] };

const maxLinks = 5;
const maxBioLength = 500;

/** Name, bio and links. */
export function AboutForm({ me }: { me: FragmentOf<typeof AboutFragment> }) {
  const { t } = useLingui();
  const { name, bio, links: savedLinks } = readFragment(AboutFragment, me);
  const id = useId();
  const [, update] = useMutation(UpdateProfile);
  const { form, submit, busy, field, faultOfField, formFault } = useServerForm<About>({
    defaultValues: { name: name ?? "", bio: bio ?? "", links: savedLinks.map((link) => ({ ...link })) },
    send: async (values) => {
      const full = values.links.filter(({ url, title }) => url.trim() || title.trim());
      const { error } = await update({
        profile: {
          name: values.name,
          bio: values.bio,
          links: full.map(({ url, title }) => ({
            url: /^[a-z]+:/i.test(url.trim()) ? url.trim() : `https://${url.trim()}`,
            title: title.trim() || url.trim().replace(/^https?:\/\//, ""),
          })),
        },
      });
      if (error) throw error;
      showToast(t`Profile saved.`);
    },
    faultOf: (error) => {
      if (!isCombinedError(error)) return null;
      const asked = faultFieldOf(error)?.replace("profile.", "") ?? null;
      const texts: Record<string, string> = {
        name: t`Use 1 to 80 characters, with a letter or number and no web address.`,
        bio: t`Use 500 characters or fewer.`,
        links: t`Enter a full link starting with https://.`,
      };
      const text = hasCode(error, "PAN_REJECTED")
        ? t`This looks like a card number. Remove it.`
        : asked && texts[asked];
      if (asked && text) return { field: asked, text };
      return {
        field: null,
        text: t`Couldn’t save. Your changes are still here.`,
      };
    },
  });
  const links = useFieldArray({ control: form.control, name: "links" });
  const { fault: nameFault, ...nameField } = field("name", { required: t`Fill in this field.` });
  const { fault: bioFault, ...bioField } = field("bio");
  const linksFault = faultOfField("links");
  const charactersLeft = maxBioLength - useWatch({ control: form.control, name: "bio" }).length;
  return (
    <Setting title={t`About you`}>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <div className="field">
          <label className="lab" htmlFor={`${id}-name-field`}>
            {t`Name`}
          </label>
          <input
            className="in"
            id={`${id}-name-field`}
            {...nameField}
            autoComplete="name"
            required
            maxLength={80}
            aria-invalid={nameFault ? true : undefined}
            aria-describedby={`${id}-name`}
          />
          <span id={`${id}-name`} className="hint hint-bad">
            {nameFault}
          </span>
        </div>
        <div className="field">
          <label className="lab" htmlFor={`${id}-bio-field`}>
            {t`Bio`}
          </label>
          <textarea
            dir="auto"
            className="in"
            id={`${id}-bio-field`}
            {...bioField}
            rows={4}
            maxLength={maxBioLength}
            aria-invalid={bioFault ? true : undefined}
            aria-describedby={`${id}-bio`}
          />
          <span id={`${id}-bio`} className={bioFault ? "hint hint-bad" : "hint"}>
            {bioFault ?? t`${charactersLeft} characters left`}
          </span>
        </div>
        <fieldset className="stack gap-2">
          <legend className="lab">{t`Links`}</legend>
          {links.fields.map(({ id: key }, index) => (
            <div key={key} className="link-row">
              <input
                className="in"
                aria-label={t`Link ${index + 1} title`}
                placeholder={t`Title`}
                maxLength={60}
                {...form.register(`links.${index}.title`)}
              />
              <input
                className="in"
                aria-label={t`Link ${index + 1} URL`}
                placeholder="https://"
                inputMode="url"
                autoCapitalize="none"
                maxLength={500}
                aria-invalid={linksFault ? true : undefined}
                aria-describedby={`${id}-links`}
                {...form.register(`links.${index}.url`)}
              />
              <Button
                tone="line"
                aria-label={t`Remove link ${index + 1}`}
                onClick={() => links.remove(index)}
              >
                {t`Remove`}
              </Button>
            </div>
          ))}
          <p id={`${id}-links`} role="alert" className="hint hint-bad">
            {linksFault}
          </p>
          {links.fields.length < maxLinks && (
            <p>
              <Button size="s" onClick={() => links.append({ url: "", title: "" })}>
                {t`Add a link`}
              </Button>
            </p>
          )}
        </fieldset>
        <p role="alert" className="hint hint-bad">
          {formFault}
        </p>
        <p>
          <Button type="submit" busy={busy}>
            {t`Save`}
          </Button>
        </p>
      </form>
    </Setting>
  );
}
