import type { ReactNode } from 'react'
import styles from './FactList.module.css'

export type Fact = Readonly<{ term: string; value: ReactNode; detail?: ReactNode }>

/** The four or five most important facts of a page. */
export const FactList = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className={styles['facts']}>
    {facts.map(({ term, value, detail }) => (
      <div key={term}>
        <dt>{term}</dt>
        <dd className="num">
          {value}
          {detail !== undefined && <small>{detail}</small>}
        </dd>
      </div>
    ))}
  </dl>
)
