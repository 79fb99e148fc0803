import thaiFont from "@fontsource-variable/noto-sans-thai/files/noto-sans-thai-thai-wght-normal.woff2?url";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { many } from "../gallery/story.ts";
import { Avatar } from "./avatar.tsx";
import { Eight } from "./eight.tsx";
import { Picture } from "./picture.tsx";
import { Setting } from "./setting.tsx";
import { CardSkeletons, EmptyState, Skeleton } from "./state.tsx";

test("progress is announced in eighths, never beyond its end", async () => {
  const screen = await render(<Eight value={0.5} label="4 of 8 classes" />);
  const bar = screen.getByRole("progressbar", { name: "4 of 8 classes" });
  await expect.element(bar).toHaveAttribute("aria-valuenow", "4");
  await screen.rerender(<Eight value={3} label="4 of 8 classes" />);
  await expect.element(bar).toHaveAttribute("aria-valuenow", "8");
  await screen.rerender(<Eight value={-1} label="4 of 8 classes" />);
  await expect.element(bar).toHaveAttribute("aria-valuenow", "0");
});

test("an image that fails to load leaves its description", async () => {
  const screen = await render(<Picture url="/missing.png" alt="Mira in the room" sizes="200px" />);
  await expect.element(screen.getByText("Mira in the room")).toBeInTheDocument();
  await expect.element(screen.getByRole("img")).not.toBeInTheDocument();
});

test("a decorative image and an avatar are silent to screen readers", async () => {
  const screen = await render(
    <>
      <Picture url="/icon-192.png" sizes="200px" />
      <Avatar url={null} name="Mira Marks" />
      <Avatar url="/icon-192.png" name="Mira Marks" />
    </>,
  );
  expect(screen.getByRole("img").elements()).toEqual([]);
  const sources = [...screen.container.querySelectorAll(".av")].map((image) => image.getAttribute("src"));
  expect(sources).toEqual([expect.stringMatching(/^\/faces\/face-[1-8]\.svg$/), "/icon-192.png"]);
});

test("500 avatars of names with one word, two words and no letters keep one size", async () => {
  const names = ["Mira", "Mira Marks", "…"];
  const { container } = await render(
    <>
      {many(500, (index) => (
        <Avatar key={index} url={null} name={names[index % names.length] ?? ""} />
      ))}
    </>,
  );
  const sizes = [...container.querySelectorAll(".av")].map((avatar) => {
    const { width, height } = avatar.getBoundingClientRect();
    return `${width} ${height}`;
  });
  expect(sizes).toHaveLength(500);
  expect(new Set(sizes).size).toBe(1);
});

test("a skeleton announces what is loading and hides its drawing", async () => {
  const screen = await render(
    <Skeleton label="Loading classes">
      <CardSkeletons count={500} />
    </Skeleton>,
  );
  await expect.element(screen.getByRole("status")).toHaveTextContent("Loading classes");
  expect(screen.container.querySelectorAll(".card")).toHaveLength(500);
});

test("an empty page has its title as the page title", async () => {
  const screen = await render(<EmptyState page title="Class not found" />);
  await expect.element(screen.getByRole("heading", { level: 1, name: "Class not found" })).toBeVisible();
  await screen.rerender(<EmptyState title="No posts yet" />);
  await expect.element(screen.getByRole("heading", { level: 2, name: "No posts yet" })).toBeVisible();
});

test("a setting is a region named by its title", async () => {
  const screen = await render(<Setting title="Password">Last changed in May.</Setting>);
  await expect
    .element(screen.getByRole("region", { name: "Password" }))
    .toHaveTextContent("PasswordLast changed in May.");
});

test("lines of a Thai class title are tall enough for its marks", async () => {
  await new FontFace("Thai", `url("${thaiFont}")`).load().then((face) => document.fonts.add(face));
  const style = { fontFamily: '"Instrument Sans", Thai' };
  const screen = await render(
    <>
      <h3 className="card-name" style={style}>
        {"Move"}
      </h3>
      <h3 className="card-name" style={style}>
        {"ผู้ที่ปู่"}
      </h3>
    </>,
  );
  const heights = [...screen.container.querySelectorAll(".card-name")].map(
    ({ clientHeight }) => clientHeight,
  );
  expect(heights[1]).toBeGreaterThan((heights[0] ?? 0) + 2);
});
