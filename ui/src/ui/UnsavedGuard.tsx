import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import { useText } from '../i18n/text.ts'
import { ConfirmCommand } from './ConfirmCommand.tsx'

/** While a form is unsaved: asks before another page opens, and lets the browser ask before the tab closes. */
export const UnsavedGuard = ({ unsaved }: { unsaved: boolean }) => {
  const t = useText()
  const blocker = useBlocker(({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname)
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])
  return (
    <ConfirmCommand open={blocker.state === 'blocked'} title={t('blocks.unsavedTitle')} confirm={t('blocks.leave')} keep={t('blocks.stayHere')} destructive onConfirm={() => blocker.proceed?.()} onClose={() => blocker.reset?.()}>
      {t('blocks.unsavedText')}
    </ConfirmCommand>
  )
}
