import type { ReactNode } from 'react'
import styles from './ReadLine.module.css'

/** A question and its answer as text. */
export const ReadLine = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <dl className={styles['answer']}>
    <dt>{label}</dt>
    <dd className="num">{children}</dd>
  </dl>
)
