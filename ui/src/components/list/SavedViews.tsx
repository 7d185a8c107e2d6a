import { Link } from 'react-router-dom'
import styles from './SavedViews.module.css'

export type View = Readonly<{
  key: string
  label: string
  to: string
  current: boolean
  count: number | undefined
}>

/** Views of a list as tabs: each is an address, so it can be shared and opened again. */
export const SavedViews = ({ views, label }: { views: readonly View[]; label: string }) => (
  <nav className={styles['views']} aria-label={label} data-print="hide">
    {views.map((view) => (
      <Link key={view.key} to={view.to} aria-current={view.current ? 'true' : undefined}>
        {view.label} <b>{view.count ?? '\u2007'}</b>
      </Link>
    ))}
  </nav>
)
