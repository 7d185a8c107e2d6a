/** A line of shares (0 to 1), the oldest first; `label` has its numbers. */
export const Sparkline = ({
  values,
  label,
  className,
}: {
  values: readonly number[]
  label: string
  className?: string | undefined
}) => {
  const points = values
    .map(
      (value, index) =>
        `${((index * 180) / Math.max(1, values.length - 1)).toFixed(1)},${(45 - value * 42).toFixed(1)}`,
    )
    .join(' ')
  return (
    <svg viewBox="0 0 180 48" preserveAspectRatio="none" role="img" aria-label={label} className={className}>
      <path d="M0 46H180" stroke="var(--line)" vectorEffect="non-scaling-stroke" />
      <polyline
        points={points}
        fill="none"
        stroke="var(--brand)"
        strokeWidth={1.75}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
