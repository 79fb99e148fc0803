/** Progress in eights: chalk is done, the lamp is where you are, eight of eight is yours. */

type EightProps = {
  /** 0 to 1. */
  value: number
  /** Says what is counted. */
  label: string
  className?: string
}

/** Eight ticks. */
export function Eight({ value, label, className = '' }: EightProps) {
  const share = Math.min(1, Math.max(0, value)) * 8
  const whole = Math.floor(share)
  return (
    <div
      className={`eight ${share >= 8 ? 'full' : ''} ${className}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={8}
      aria-valuenow={Math.round(share * 10) / 10}
    >
      {Array.from({ length: 8 }, (_unused, tick) => (
        <i key={tick} className={tick < whole ? 'on' : tick === whole && share > whole ? 'now' : ''} style={tick === whole ? { '--f': share - whole } : undefined} />
      ))}
    </div>
  )
}
