import styles from './Events.module.css'

const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null

const formatValue = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** A value as names and texts, with nested ones indented; texts have no quotes. */
export const JsonTree = ({ value }: { value: unknown }) => {
  if (!isTree(value)) return <span className={styles['leaf']}>{formatValue(value) ?? '–'}</span>
  const entries = Object.entries(value)
  if (entries.length === 0)
    return <span className={styles['leaf']}>{Array.isArray(value) ? '[]' : '{}'}</span>
  return (
    <dl className={styles['tree']}>
      {entries.map(([name, inner]) => (
        <div
          key={name}
          className={isTree(inner) && Object.keys(inner).length > 0 ? styles['branch'] : undefined}
        >
          <dt>{name}</dt>
          <dd>
            <JsonTree value={inner as unknown} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
