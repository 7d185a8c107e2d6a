import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import styles from './PageTabs.module.css'

/** So much of the next one is seen, to tell that there is one. Pixels. */
const PEEK = 56

type Tab = Readonly<{ key: string; label: string; to: string }>

/**
 * Parts of a page, each with an address of its own. The current one is scrolled into sight where they do not
 * all fit.
 */
export const PageTabs = ({
  tabs,
  current,
  label,
}: {
  tabs: readonly Tab[]
  current: string
  label: string
}) => {
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>('[aria-current]')
    const missing =
      nav.current && link ? link.offsetLeft + link.offsetWidth + PEEK - nav.current.clientWidth : 0
    if (nav.current) nav.current.scrollLeft = Math.max(0, missing)
  }, [current])
  return (
    <nav ref={nav} className={styles['tabs']} aria-label={label} data-print="hide">
      {tabs.map(({ key, label: text, to }) => (
        <Link key={key} to={to} aria-current={key === current ? 'page' : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  )
}
