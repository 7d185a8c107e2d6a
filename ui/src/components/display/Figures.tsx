import type { ReactNode } from 'react'
import styles from './Figures.module.css'

/** A few large numbers in a row, each with its label and a note. */
export const Figures = ({ children }: { children: ReactNode }) => (
  <dl className={styles['figures']}>{children}</dl>
)

export const Figure = ({
  label,
  value,
  note,
  late = false,
}: {
  label: string
  value: string
  note: string
  late?: boolean
}) => (
  <div>
    <dt>{label}</dt>
    <dd className={late ? styles['late'] : undefined}>
      {value}
      <small>{note}</small>
    </dd>
  </div>
)
