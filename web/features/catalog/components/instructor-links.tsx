import "./instructor-links.css";
import { useLingui } from "@lingui/react/macro";
import { useIsChild } from "../../identity/public/me.ts";

/** Names of sites, by their host. */
const sites: Readonly<Record<string, string>> = {
  "instagram.com": "Instagram",
  "tiktok.com": "TikTok",
  "youtube.com": "YouTube",
  "youtu.be": "YouTube",
  "facebook.com": "Facebook",
};

/** The name of a web address: that of a known site, otherwise its host. */
function siteOf(url: string): string {
  const host = new URL(url).hostname.replace(/^(?:www|m)\./, "");
  return sites[host] ?? host;
}

type InstructorLinksProps = { instructor: { name: string; links: readonly string[] } };

/** Pages of an instructor elsewhere; none for a child, since they leave the app. */
export function InstructorLinks({ instructor: { name, links } }: InstructorLinksProps) {
  const { t } = useLingui();
  const isChild = useIsChild();
  if (links.length === 0 || isChild) return null;
  return (
    <ul className="row wrap instructor-links">
      {links.map((url) => {
        const site = siteOf(url);
        return (
          <li key={url}>
            <a
              className="link"
              href={url}
              rel="nofollow noopener noreferrer"
              target="_blank"
              aria-label={t`${site} of ${name}`}
            >
              <bdi>{site}</bdi>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
