import { Link } from 'react-router-dom'
import { useCurrentInView } from './useCurrentInView.ts'
import styles from './PageTabs.module.css'

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
  const nav = useCurrentInView(current)
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
