import { useState, type ReactNode } from "react";
import { longText, many, type Stories } from "../gallery/story.ts";
import { Button } from "./button.tsx";
import { Sheet } from "./sheet.tsx";

function Opener({ children, footer }: { children: ReactNode; footer?: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {open && (
        <Sheet title="Delete video" closeLabel="Close" onClose={() => setOpen(false)} footer={footer}>
          {children}
        </Sheet>
      )}
    </>
  );
}

export const stories: Stories = {
  title: "Sheet",
  states: {
    "With a footer": () => (
      <Opener footer={<Button tone="bad">Delete video</Button>}>
        <p>This can’t be undone.</p>
      </Opener>
    ),
    "500 lines": () => (
      <Opener footer={<Button>Done</Button>}>
        {many(500, (line) => (
          <p key={line}>{`${line + 1}. ${longText}`}</p>
        ))}
      </Opener>
    ),
  },
};
