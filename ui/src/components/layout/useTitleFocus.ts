import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/** The page that was shown last, and its title if it has had the focus. */
const last: { pathname?: string; title?: HTMLElement } = {}

/**
 * Focuses a page's title when the person comes from another page, so that a keyboard or screen reader
 * continues there; also the title that replaces it once the page has loaded. A field or tab of the page that
 * has the focus keeps it.
 */
export const useTitleFocus = () => {
  const title = useRef<HTMLHeadingElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    const heading = title.current
    const focused = document.activeElement
    const isOther = last.pathname !== undefined && last.pathname !== pathname
    const isReplaced = last.title?.isConnected === false && focused === document.body
    last.pathname = pathname
    if (!heading || !(isOther || isReplaced)) return
    const main = heading.closest('main')
    if (main && focused !== main && main.contains(focused)) return
    heading.focus({ preventScroll: true })
    last.title = heading
  }, [pathname])
  return title
}
