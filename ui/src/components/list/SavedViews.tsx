import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useCurrentInView } from '../layout/useCurrentInView.ts'
import styles from './SavedViews.module.css'

export type View = Readonly<{
  key: string
  label: string
  to: string
  current: boolean
  /** How many rows it has, once known; left out where they are not counted. */
  count?: number | undefined
  /** Shown after the label. */
  note?: ReactNode
  /** Stands beside the tab. */
  after?: ReactNode
  onOpen?: () => void
}>

/**
 * Views of a list as tabs: each is an address, so it can be shared and opened again. The current one is
 * scrolled into view if they do not all fit.
 */
export const SavedViews = ({ views, label }: { views: readonly View[]; label: string }) => {
  const nav = useCurrentInView(views.find((view) => view.current)?.key)
  return (
    <nav ref={nav} className={styles['views']} aria-label={label} data-print="hide">
      {views.map((view) => (
        <Fragment key={view.key}>
          <Link
            to={view.to}
            aria-current={view.current ? 'true' : undefined}
            {...(view.onOpen && { onClick: view.onOpen })}
          >
            {view.label}
            {view.note}
            {'count' in view && (
              <>
                {' '}
                <b>{view.count ?? '\u2007'}</b>
              </>
            )}
          </Link>
          {view.after}
        </Fragment>
      ))}
    </nav>
  )
}
