import styles from './Segments.module.css'

/** One of a few short words, all of them shown: currencies, ways to count. */
export const Segments = <Key extends string>({
  label,
  options,
  chosen,
  onChange,
}: {
  label: string
  options: readonly Readonly<{ key: Key; text: string }>[]
  chosen: Key | null
  onChange: (key: Key) => void
}) => (
  <span className={styles['segments']} role="group" aria-label={label} data-print="hide">
    {options.map(({ key, text }) => (
      <button key={key} type="button" aria-pressed={key === chosen} onClick={() => onChange(key)}>
        {text}
      </button>
    ))}
  </span>
)
