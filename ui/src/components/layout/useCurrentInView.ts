import { useEffect, useRef } from 'react'

/** The visible part of the next tab, which shows that there is one. Pixels. */
const PEEK = 56

/** For a row of tabs that may not all fit: scrolls the current one into view whenever another is. */
export const useCurrentInView = (current: string | undefined) => {
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>('[aria-current]')
    const missing =
      nav.current && link ? link.offsetLeft + link.offsetWidth + PEEK - nav.current.clientWidth : 0
    if (nav.current) nav.current.scrollLeft = Math.max(0, missing)
  }, [current])
  return nav
}
