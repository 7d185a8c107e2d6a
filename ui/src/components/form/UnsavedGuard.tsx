import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import { useText } from '../../i18n/text.ts'
import { ConfirmCommand } from '../dialog/ConfirmCommand.tsx'

/**
 * Asks before another page opens, and lets the browser ask before the tab closes. Render it only while
 * something is unsaved: the router listens to one of them, so that one with nothing to guard would silence
 * another.
 */
export const UnsavedGuard = () => {
  const t = useText()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  return (
    <ConfirmCommand
      open={blocker.state === 'blocked'}
      title={t('app.unsaved.title')}
      confirm={t('app.unsaved.leave')}
      keep={t('app.unsaved.stay')}
      destructive
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {t('app.unsaved.text')}
    </ConfirmCommand>
  )
}
