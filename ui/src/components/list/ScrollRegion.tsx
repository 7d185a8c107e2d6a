import type { ReactNode } from 'react'
import styles from './ScrollRegion.module.css'

/** A table that may be wider than its card; the arrow keys scroll it. */
export const ScrollRegion = ({ label, children }: { label: string; children: ReactNode }) => (
  <div
    className={styles['scroll']}
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must scroll it
    tabIndex={0}
    role="group"
    aria-label={label}
  >
    {children}
  </div>
)
