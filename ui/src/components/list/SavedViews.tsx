import { Fragment, useEffect, useRef, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './SavedViews.module.css'

/** The visible part of the next tab, which shows that there is one. Pixels. */
const PEEK = 56

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
  const nav = useRef<HTMLElement>(null)
  const current = views.find((view) => view.current)?.key
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>('[aria-current]')
    const missing =
      nav.current && link ? link.offsetLeft + link.offsetWidth + PEEK - nav.current.clientWidth : 0
    if (nav.current) nav.current.scrollLeft = Math.max(0, missing)
  }, [current])
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
