import { useEffect, useEffectEvent } from 'react'
import { isShortcut, type ShortcutName } from './shortcuts.ts'

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !/^(checkbox|radio|button)$/.test((target as HTMLInputElement).type)

type Options = Readonly<{
  inFields?: boolean
  /** Only while this is so. */ enabled?: boolean
}>

/** Runs for keys that `matches` accepts, except in fields, in open dialogs and with a modifier key. */
const useKeys = (
  matches: (event: KeyboardEvent) => boolean,
  run: (event: KeyboardEvent) => void,
  { inFields = false, enabled = true }: Options = {},
) => {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (
      !enabled ||
      event.defaultPrevented ||
      (!inFields &&
        (isField(event.target) ||
          event.ctrlKey ||
          event.metaKey ||
          event.altKey ||
          document.querySelector('[role="dialog"]')))
    )
      return
    if (!matches(event)) return
    event.preventDefault()
    run(event)
  })
  useEffect(() => {
    document.addEventListener('keydown', handle)
    return () => document.removeEventListener('keydown', handle)
  }, [])
}

/** Runs for a key of the table, which the help lists. */
export const useHotkey = (name: ShortcutName, run: () => void, options?: Options) =>
  useKeys((event) => isShortcut(name, event), run, options)

/** The letter of a page that follows `g`; the help lists them by the table of pages. */
export const usePageKey = (isPage: (key: string) => boolean, run: (key: string) => void) =>
  useKeys(
    ({ key }) => isPage(key),
    ({ key }) => run(key),
  )
