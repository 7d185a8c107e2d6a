import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import styles from './PageTabs.module.css'

/** The visible part of the next tab, which shows that there is one. Pixels. */
const PEEK = 56

type Tab = Readonly<{ key: string; label: string; to: string }>

/**
 * Tabs of a page, each with its own address. The current one is scrolled into view if they do not all fit.
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
