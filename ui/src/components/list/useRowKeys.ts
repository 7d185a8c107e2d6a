import type { RefObject } from 'react'
import { useHotkey } from '../action/useHotkey.ts'

/** `j` and `k` move between the links of the rows, which carry `data-row`, while this is `enabled`. */
export const useRowKeys = (rows: RefObject<HTMLElement | null>, enabled = true) => {
  const move = (step: 1 | -1) => {
    const links = [...(rows.current?.querySelectorAll<HTMLAnchorElement>('a[data-row]') ?? [])]
    const at = links.findIndex((link) => link === document.activeElement)
    links[Math.max(0, Math.min(links.length - 1, at + step))]?.focus()
  }
  useHotkey('nextRow', () => move(1), { enabled })
  useHotkey('previousRow', () => move(-1), { enabled })
}
