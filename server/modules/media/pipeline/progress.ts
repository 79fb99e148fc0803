/** Parses ffmpeg's `-progress` lines for `seconds` of media. Calls back with 0 to 1. */
export function progressReader(seconds: number, onPart: (part: number) => void): (line: string) => void {
  return (line) => {
    const microseconds = Number(/^out_time_us=(\d+)$/.exec(line)?.[1]);
    if (Number.isFinite(microseconds)) onPart(Math.min(1, microseconds / 1e6 / seconds));
  };
}

/** Parses ffmpeg's `-progress` lines. Calls back with the frame count of the first video track. */
export function frameReader(onFrames: (count: number) => void): (line: string) => void {
  return (line) => {
    const count = /^frame=(\d+)$/.exec(line)?.[1];
    if (count) onFrames(Number(count));
  };
}

/** Reports whole percents, and only increases. */
export function steadily(report: (percent: number) => void): (percent: number) => void {
  let last = -1;
  return (percent) => {
    const whole = Math.floor(Math.min(100, percent));
    if (whole <= last) return;
    last = whole;
    report(whole);
  };
}
