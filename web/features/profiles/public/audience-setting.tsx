import "./audience-setting.css";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { Select } from "../../../ui/select.tsx";
import { Setting } from "../../../ui/setting.tsx";
import { showToast } from "../../../ui/toast.ts";

const PrivacyQuery = graphql(`
  query MyPrivacy {
    me {
      id
      privacy {
        name
        bio
        links
        badges
        likes
        uploads
      }
    }
  }
`);
const ChangePrivacy = graphql(`
  mutation ChangePrivacy($privacy: ProfilePrivacyInput!) {
    changePrivacy(privacy: $privacy) {
      name
      bio
      links
      badges
      likes
      uploads
    }
  }
`);
const audiences = ["everyone", "members", "crew", "me"] as const;
type Audience = (typeof audiences)[number];
type Privacy = ResultOf<typeof ChangePrivacy>["changePrivacy"];
const parts = ["name", "bio", "links", "badges", "likes", "uploads"] as const;

/** Visibility of each part of the viewer's profile; each choice applies at once. Renders nothing for guests. */
export function AudienceSetting() {
  const { t } = useLingui();
  const [{ data }] = useQuery({ query: PrivacyQuery, requestPolicy: "cache-and-network" });
  const [, change] = useMutation(ChangePrivacy);
  const [chosen, setChosen] = useState<Partial<Privacy>>({});
  const privacy = data?.me?.privacy;
  if (!privacy) return null;
  const partNames: Record<keyof Privacy, string> = {
    name: t`Name`,
    bio: t`About you`,
    links: t`Links`,
    badges: t`Badges`,
    likes: t`Likes`,
    uploads: t`Videos`,
  };
  const audienceNames: Record<Audience, string> = {
    everyone: t`Everyone`,
    members: t`Members`,
    crew: t`Crew (people who follow each other)`,
    me: t`Only you`,
  };
  const choose = async (part: keyof Privacy, audience: Audience): Promise<void> => {
    setChosen((now) => ({ ...now, [part]: audience }));
    const { error } = await change({ privacy: { [part]: audience } });
    if (!error) return;
    setChosen(({ [part]: _refused, ...others }) => others);
    showToast(t`Couldn’t save. Try again.`);
  };
  return (
    <Setting title={t`Profile privacy`}>
      <div className="audiences">
        {parts.map((part) => (
          <Select
            key={part}
            label={partNames[part]}
            value={chosen[part] ?? privacy[part]}
            onChoose={(audience) => void choose(part, audience)}
            options={audiences.map((value) => ({ value, label: audienceNames[value] }))}
          />
        ))}
      </div>
    </Setting>
  );
}
