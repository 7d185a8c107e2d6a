import type { ReactNode } from 'react'
import styles from './Card.module.css'

type Props = {
  title?: ReactNode
  note?: ReactNode
  action?: ReactNode
  label?: string
  className?: string | undefined
  children: ReactNode
}

/** A surface with a hairline; its title is an h2. */
export const Card = ({ title, note, action, label, className, children }: Props) => (
  <section className={`${styles['card']} ${className ?? ''}`} aria-label={label}>
    {title !== undefined && (
      <header className={`${styles['header']} ${action === undefined ? styles['wraps'] : ''}`}>
        <h2>{title}</h2>
        {note !== undefined && action !== undefined && <span className="small c">{note}</span>}
        <span className="grow" />
        {action ?? (note !== undefined && <span className="small c num">{note}</span>)}
      </header>
    )}
    {children}
  </section>
)
