/** The gallery of components, at /gallery/ under `npm run dev`. The build doesn't contain it. */
import "../app/app.css";
import "./gallery.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Frame } from "./frame.tsx";
import { Gallery } from "./gallery.tsx";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root");
createRoot(root).render(
  <StrictMode>
    <Frame>
      <Gallery />
    </Frame>
  </StrictMode>,
);
