import type { ReactNode } from 'react'
import type { Tone } from '../../theme/tokens.ts'
import styles from './StatusChip.module.css'

/** Colour, shape and word have the same meaning; `plain` has no fill, for a state that needs no attention. */
export const StatusChip = ({
  tone,
  plain = false,
  children,
}: {
  tone: Tone
  plain?: boolean
  children: ReactNode
}) => <span className={`${styles['chip']} ${styles[tone]} ${plain ? styles['plain'] : ''}`}>{children}</span>
