import styles from './TableSkeleton.module.css'

const WIDTHS = [
  [74, 96, 64],
  [74, 132, 72],
  [74, 88, 56],
  [74, 110, 70],
  [74, 120, 62],
]

/** Shown while rows load, with the same heights as the table, so that nothing moves. */
export const TableSkeleton = ({ rows = 10, label }: { rows?: number; label: string }) => (
  <div aria-busy="true" role="status">
    <span className="sr">{label}</span>
    <div aria-hidden className={`${styles['row']} ${styles['head']}`}>
      {[44, 60, 56].map((width) => (
        <span key={width} className={styles['bar']} style={{ width }} />
      ))}
    </div>
    {Array.from({ length: rows }, (_, row) => (
      <div aria-hidden key={row} className={styles['row']}>
        {(WIDTHS[row % WIDTHS.length] ?? []).map((width, index) => (
          <span key={index} className={styles['bar']} style={{ width }} />
        ))}
      </div>
    ))}
  </div>
)

/** A block with the height of the content that loads. */
export const Skeleton = ({ height }: { height: number }) => (
  <div aria-hidden className={styles['block']} style={{ height }} />
)
