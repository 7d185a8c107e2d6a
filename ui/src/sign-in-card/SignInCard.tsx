import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Logo } from '../components/display/icons.tsx'
import styles from './SignInCard.module.css'

type Props = Readonly<{
  title: string
  text?: ReactNode
  children?: ReactNode
  /** Other ways to sign in, below the card. */ footer?: ReactNode
}>

/** The card of every sign-in page; each step replaces the one before. */
export const SignInCard = ({ title, text, children, footer }: Props) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(title)
  useEffect(() => {
    if (shown.current === title) return
    shown.current = title
    // The first field of the new step may have the focus already.
    if (document.activeElement === null || document.activeElement === document.body) heading.current?.focus()
  }, [title])
  return (
    <main className={styles['page']}>
      <title>{`${title} · Hearth`}</title>
      <div className={styles['brand']}>
        <Logo />
        <span>Hearth</span>
      </div>
      <section className={styles['card']}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {text !== undefined && <p className={styles['text']}>{text}</p>}
        {children}
      </section>
      {footer !== undefined && <p className={styles['footer']}>{footer}</p>}
    </main>
  )
}

export const CardLink = ({ to, state, children }: { to: string; state?: unknown; children: ReactNode }) => (
  <Link className="link" to={to} state={state}>
    {children}
  </Link>
)
export const Actions = ({ children }: { children: ReactNode }) => (
  <div className={styles['actions']}>{children}</div>
)
export const Divider = ({ children }: { children: ReactNode }) => (
  <p className={styles['divider']}>
    <span>{children}</span>
  </p>
)
