import { Link } from "../../lib/router/index.ts";
import { paths } from "../../lib/paths.ts";
import { studio } from "../../lib/studio.ts";

/** The studio’s logo. Without one: an eight of eight ticks with the lower four lit, and the studio’s name. */
export function Brand() {
  const { logo } = studio;
  if (logo) {
    // A logo that is about as wide as high is a mark, and needs the name beside it.
    const isMark = logo.light.width < logo.light.height * 1.6;
    return (
      <Link to={paths.dashboard()} className="brand" aria-label={studio.name}>
        {(["light", "dark"] as const).map((theme) => (
          <img
            key={theme}
            className={`brand-logo brand-${theme}`}
            src={logo[theme].path}
            alt=""
            width={logo[theme].width}
            height={logo[theme].height}
          />
        ))}
        {isMark && <span>{studio.name}</span>}
      </Link>
    );
  }
  return (
    <Link to={paths.dashboard()} className="brand" aria-label={studio.name}>
      <svg
        viewBox="4 0 24 32"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.9"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path d="M17.57 3.85L20.03 6.75M20.03 10.45L17.57 13.35M14.43 13.35L11.97 10.45M11.97 6.75L14.43 3.85" />
        <path
          className="mark-lit"
          d="M17.93 17.3L20.97 20.6M20.97 24.8L17.93 28.1M14.07 28.1L11.03 24.8M11.03 20.6L14.07 17.3"
        />
      </svg>
      <span>{studio.name}</span>
    </Link>
  );
}
