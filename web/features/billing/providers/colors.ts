/** Providers' frames don't parse oklch: a canvas converts a color to RGB. */
export function colorAsRgb(color: string): string {
  const canvas = document.createElement("canvas").getContext("2d");
  if (!canvas) return "";
  const probe = document.createElement("span");
  probe.style.color = color;
  document.body.append(probe);
  canvas.fillStyle = getComputedStyle(probe).color;
  probe.remove();
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}
