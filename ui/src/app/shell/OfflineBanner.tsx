import { useEffect } from 'react'
import { useIsMutating } from '@tanstack/react-query'
import { useIsOffline } from 'react-admin'
import { useText } from '../../i18n/text.ts'
import { Banner } from '../../components/feedback/Banner.tsx'
import { countKept, countStored } from '../../data/commands/waitingCommands.ts'
import { useUnanswered } from '../../session/session.ts'
import { useMissing } from '../../data/records/outdated.ts'
import { useLastAnswer } from './useLastAnswer.ts'

/**
 * Shows the time of the data and how many commands wait for the network. While some wait that are in this
 * window only, the browser asks before the window is closed or loaded again.
 */
export const OfflineBanner = () => {
  const t = useText()
  const offline = useIsOffline()
  // A browser does not always know that it has no network.
  const unanswered = useUnanswered()
  const paused = useIsMutating({ predicate: ({ state }) => state.isPaused })
  const waiting = Math.max(paused, countStored())
  const time = useLastAnswer()
  const missing = useMissing()
  useEffect(() => {
    if (paused === 0) return undefined
    const ask = (event: BeforeUnloadEvent) => {
      if (countKept() < paused) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [paused])
  if (!offline && !unanswered) return null
  return (
    <Banner icon="offline" title={t('app.offlineTitle')}>
      {t(unanswered ? 'app.offlineStart' : missing ? 'app.offlineMissing' : 'app.offlineText', { time })}
      {waiting > 0 ? ` ${t('app.waiting', { smart_count: waiting })}` : ''}
    </Banner>
  )
}
