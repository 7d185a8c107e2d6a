/** A progress bar; its words are beside it. */
export const Progress = ({
  share,
  tone = 'brand',
  height = 4,
  label,
}: {
  share: number
  tone?: 'brand' | 'ok' | 'bad' | 'warn' | 'ink-2'
  height?: number
  label?: string
}) => (
  <div
    role={label === undefined ? undefined : 'img'}
    aria-label={label}
    aria-hidden={label === undefined}
    style={{ height, borderRadius: height / 2, background: 'var(--mute-soft)', overflow: 'hidden' }}
  >
    <div
      style={{
        height: '100%',
        width: `${Math.max(0, Math.min(1, share)) * 100}%`,
        borderRadius: height / 2,
        background: `var(--${tone})`,
      }}
    />
  </div>
)
