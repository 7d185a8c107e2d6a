import { Fragment } from 'react'
import styles from './Formula.module.css'

/** A number of a formula and what it is; `sign` is what stands before it. */
export type FormulaPart = Readonly<{ sign?: string; value: string; label: string }>

/** A formula with its numbers filled in: `600.00 × 1 − 12 ÷ 48 = 450.00`. */
export const Formula = ({
  parts,
  framed = false,
  label,
}: Readonly<{
  parts: readonly FormulaPart[]
  framed?: boolean
  /** What it computes, where several stand side by side. */ label?: string
}>) => (
  <p
    className={framed ? `${styles['formula']} ${styles['framed']}` : styles['formula']}
    {...(label !== undefined && { role: 'group', 'aria-label': label })}
  >
    {parts.map(({ sign, value, label }, index) => (
      <Fragment key={label}>
        {index > 0 && ' '}
        <span className={styles['group']}>
          {sign !== undefined && <em>{sign}</em>}
          <span>
            <b>{value}</b> <small>{label}</small>
          </span>
        </span>
      </Fragment>
    ))}
  </p>
)
