import { useId } from 'react'
import { Button, Dialog } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { zHandoff } from '@hearth/contracts/login'
import { post } from '../data/http/post.ts'
import { useText } from '../i18n/text.ts'
import { ErrorState } from '../components/feedback/ErrorState.tsx'
import { svgAddress } from '../components/display/svgAddress.ts'
import { Skeleton } from '../components/list/TableSkeleton.tsx'
import { formatCountdown } from '../components/dates/countdown.ts'
import { useNow } from '../components/dates/useNow.ts'
import styles from './HandoffDialog.module.css'
import '../i18n/lazy/login.ts'

/** Hands the session over to a phone with a code that works once, for a minute. */
const HandoffDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useText()
  const id = useId()
  const now = useNow(1_000)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['handoff'],
    queryFn: () => post<z.infer<typeof zHandoff>>('/api/session/handoff', {}),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  const left = data ? Date.parse(data.expiresAt) - now : 0
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="xs">
      <div className={styles['body']}>
        <h2 id={id}>{t('login.handoff.title')}</h2>
        <p className="q">{t('login.handoff.text')}</p>
        {error && !isFetching ? (
          <ErrorState title={t('login.handoff.failed')} error={error} onRetry={() => void refetch()} />
        ) : !data || isFetching ? (
          <Skeleton height={248} />
        ) : (
          <>
            <img
              className={`${styles['qr']} ${left > 0 ? '' : styles['over']}`}
              src={svgAddress(data.qr)}
              alt={t('login.handoff.qr')}
              width={216}
              height={216}
            />
            <p className="small q num" aria-live={left > 0 ? 'off' : 'polite'}>
              {left > 0 ? t('login.handoff.left', { time: formatCountdown(left) }) : t('login.handoff.over')}
            </p>
          </>
        )}
        <div className={styles['actions']}>
          {data && left <= 0 && (
            <Button variant="contained" color="primary" loading={isFetching} onClick={() => void refetch()}>
              {t('login.handoff.renew')}
            </Button>
          )}
          <Button onClick={onClose}>{t('app.close')}</Button>
        </div>
      </div>
    </Dialog>
  )
}
export default HandoffDialog
