import type { CSSProperties } from 'react'
import styles from './Track.module.css'

/** One step of a case. `share`: how much of the time for the present step has passed, from 0 to 1. */
export type TrackStep = Readonly<{
  key: string
  state: 'done' | 'now' | 'next'
  title: string
  /** When it happened or is due, and what the promise was. */
  lines: readonly string[]
  late?: boolean
  share?: number
}>

/** The steps of a case, each with the date that was promised and the one that was kept. */
export const Track = ({ label, steps }: Readonly<{ label: string; steps: readonly TrackStep[] }>) => (
  <section className={styles['card']} aria-label={label}>
    <ol className={styles['track']}>
      {steps.map(({ key, state, title, lines, late = false, share = 0.5 }) => (
        <li
          key={key}
          data-state={state}
          aria-current={state === 'now' ? 'step' : undefined}
          style={{ '--share': `${Math.round(Math.max(0.05, Math.min(1, share)) * 100)}%` } as CSSProperties}
        >
          <b>{title}</b>
          {lines.map((line) => (
            <span key={line} className={late ? 'num bad-ink' : 'num'}>
              {line}
            </span>
          ))}
        </li>
      ))}
    </ol>
  </section>
)
