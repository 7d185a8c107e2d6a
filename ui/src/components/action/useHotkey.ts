import { useEffect, useEffectEvent } from 'react'

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !/^(checkbox|radio|button)$/.test((target as HTMLInputElement).type)

/** Runs for the keys that `matches` accepts, except in fields, in open dialogs and with a modifier key. */
export const useHotkey = (
  matches: (event: KeyboardEvent) => boolean,
  run: (event: KeyboardEvent) => void,
  { inFields = false } = {},
) => {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (
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
