import { useState } from "react";
import { Segments } from "../ui/segments.tsx";
import { allStories } from "./all-stories.ts";

const themes = [
  { value: "system", label: "System" },
  { value: "room", label: "Dark" },
  { value: "daylight", label: "Light" },
] as const;
const widths = [
  { value: "390", label: "390 px" },
  { value: "820", label: "820 px" },
  { value: "100%", label: "Full" },
] as const;

/** One component with its states, chosen in a list. The URL's fragment names it, so that a reload stays there. */
export function Gallery() {
  const [title, setTitle] = useState(() => decodeURIComponent(location.hash.slice(1)));
  const [theme, setTheme] = useState<string>("system");
  const [width, setWidth] = useState<string>("100%");
  const shown = allStories.find((stories) => stories.title === title) ?? allStories[0];
  const chooseTheme = (value: string): void => {
    document.documentElement.dataset["theme"] = value;
    setTheme(value);
  };
  return (
    <div className="gallery">
      <nav aria-label="Components">
        <ul>
          {allStories.map((stories) => (
            <li key={stories.title}>
              <a
                className="link"
                href={`#${encodeURIComponent(stories.title)}`}
                aria-current={stories === shown ? "page" : undefined}
                onClick={() => setTitle(stories.title)}
              >
                {stories.title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main>
        <header className="row wrap">
          <h1 className="d2">{shown?.title}</h1>
          <Segments label="Theme" options={themes} value={theme} onChoose={chooseTheme} />
          <Segments label="Width" options={widths} value={width} onChoose={setWidth} />
        </header>
        {Object.entries(shown?.states ?? {}).map(([name, State]) => (
          <section key={`${shown?.title} ${name}`} aria-label={name}>
            <h2 className="t1 muted">{name}</h2>
            <div className="gallery-state" style={{ maxWidth: width === "100%" ? width : `${width}px` }}>
              <State />
            </div>
          </section>
        ))}
      </main>
    </div>
  );
}
