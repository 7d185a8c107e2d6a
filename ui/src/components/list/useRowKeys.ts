import type { RefObject } from 'react'
import { useHotkey } from '../action/useHotkey.ts'

/** `j` and `k` move between the links of the rows, which carry `data-row`. */
export const useRowKeys = (rows: RefObject<HTMLElement | null>) =>
  useHotkey(
    ({ key }) => key === 'j' || key === 'k',
    ({ key }) => {
      const links = [...(rows.current?.querySelectorAll<HTMLAnchorElement>('a[data-row]') ?? [])]
      const at = links.findIndex((link) => link === document.activeElement)
      links[Math.max(0, Math.min(links.length - 1, at + (key === 'j' ? 1 : -1)))]?.focus()
    },
  )
