import { useEffect } from 'react'
import { useIsMutating } from '@tanstack/react-query'
import { useIsOffline } from 'react-admin'
import { useText } from '../../i18n/text.ts'
import { Banner } from '../../components/feedback/Banner.tsx'
import { countKept } from '../../data/commands/waitingCommands.ts'
import { useLastAnswer } from './useLastAnswer.ts'

/**
 * Shows the time of the data and how many commands wait for the network. While some wait that are in this
 * window only, the browser asks before the window is closed or loaded again.
 */
export const OfflineBanner = () => {
  const t = useText()
  const offline = useIsOffline()
  const waiting = useIsMutating({ predicate: ({ state }) => state.isPaused })
  const time = useLastAnswer()
  useEffect(() => {
    if (waiting === 0) return undefined
    const ask = (event: BeforeUnloadEvent) => {
      if (countKept() < waiting) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [waiting])
  if (!offline) return null
  return (
    <Banner icon="offline" title={t('app.offlineTitle')}>
      {t('app.offlineText', { time })}
      {waiting > 0 ? ` ${t('app.waiting', { smart_count: waiting })}` : ''}
    </Banner>
  )
}
