import { MINUTE_MS } from '@hearth/contracts/kernel/dates'
import { useEffect, useRef } from 'react'
import { Button } from '@mui/material'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { restartAt } from '../session/authProvider.ts'
import { useSession, type Session } from '../session/session.ts'
import { to } from '../navigation/paths.ts'
import { post } from '../data/http/post.ts'
import { problemText } from '../data/http/problems.ts'
import { usePost } from '../data/commands/usePost.ts'
import { useText } from '../i18n/text.ts'
import { Icon } from '../components/display/icons.tsx'
import { formatCountdown } from '../components/dates/countdown.ts'
import { useFormatDeadline, useTimeLeft } from '../components/dates/useDeadline.ts'
import styles from './ImpersonationBanner.module.css'
import { endImpersonation } from './impersonationSession.ts'

const REFRESH_MS = 10_000
const REFRESH_OVER_MS = 2_000
/** Screen readers announce these minutes, not every second. */
const ANNOUNCED = [10, 5, 1]

type Props = Readonly<{ session: Session; impersonation: NonNullable<Session['impersonation']> }>

/** Logs every page that is opened; the server adds the records that it shows. */
const usePageViews = () => {
  const { pathname } = useLocation()
  const { mutate } = useMutation({
    mutationFn: (route: string) => post('/api/impersonation/page-view', { route }),
    retry: 3,
  })
  useEffect(() => mutate(pathname), [pathname, mutate])
}

/** Sets `--notice` to the notice's height, for which the app bar and the page leave space. */
const useNoticeHeight = () => {
  const notice = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!notice.current) return
    const root = document.documentElement.style
    const watch = new ResizeObserver(([entry]) =>
      root.setProperty('--notice', `${Math.ceil(entry?.borderBoxSize[0]?.blockSize ?? 0)}px`),
    )
    watch.observe(notice.current)
    return () => {
      watch.disconnect()
      root.removeProperty('--notice')
    }
  }, [])
  return notice
}

/** Reads the session again: another person may end it, and the server's clock decides when it is over. */
const useSessionRefresh = (over: boolean) => {
  const client = useQueryClient()
  useEffect(() => {
    const timer = setInterval(
      () => void client.invalidateQueries({ queryKey: ['session'] }),
      over ? REFRESH_OVER_MS : REFRESH_MS,
    )
    return () => clearInterval(timer)
  }, [client, over])
}

/** Who impersonates whom, and why. */
const Description = ({ session, impersonation }: Props) => {
  const t = useText()
  const account = session.account?.displayName ?? ''
  const reason = impersonation.reason === null ? '' : t(`impersonationBanner.reason.${impersonation.reason}`)
  const why = [reason, impersonation.reasonText ?? ''].filter(Boolean).join(': ')
  return (
    <p className={styles['who']}>
      <b>
        {t(`impersonationBanner.${impersonation.mode === 'act_as' ? 'acting' : 'looking'}`, {
          name: session.user.name,
          account,
        })}
      </b>{' '}
      <span className={styles['why']} title={why}>
        {why}
      </span>
    </p>
  )
}

const Notice = ({ session, impersonation }: Props) => {
  const t = useText()
  const notice = useNoticeHeight()
  usePageViews()
  const format = useFormatDeadline()
  const left = useTimeLeft(impersonation.expiresAt)
  const minutes = Math.ceil(left / MINUTE_MS)
  const stop = useMutation({ mutationFn: endImpersonation })
  const extend = usePost('/api/impersonation/extend', { touches: [['session']] })
  useSessionRefresh(left <= 0)

  const account = session.account?.displayName ?? ''
  const error = stop.error ?? extend.error
  return (
    <aside
      ref={notice}
      className={styles['notice']}
      aria-label={t('impersonationBanner.label')}
      data-print="hide"
    >
      <Icon name="eye" />
      <Description session={session} impersonation={impersonation} />
      <span className={`${styles['left']} num`}>
        {left <= 0
          ? t('impersonationBanner.over')
          : t('impersonationBanner.left', {
              time: formatCountdown(left),
              at: format(impersonation.expiresAt),
            })}
      </span>
      {impersonation.mode === 'read_only' && !impersonation.extended && (
        <Button
          size="small"
          className={styles['button'] ?? ''}
          loading={extend.pending}
          onClick={() => extend.run({})}
        >
          {t('impersonationBanner.extend')}
        </Button>
      )}
      <Button
        size="small"
        className={styles['button'] ?? ''}
        loading={stop.isPending}
        onClick={() => stop.mutate()}
      >
        {t('impersonationBanner.stop')}
      </Button>
      {error !== null && (
        <p role="alert" className={styles['error']}>
          {problemText(error, t)}
        </p>
      )}
      <span className="sr" role="status">
        {ANNOUNCED.includes(minutes)
          ? t('impersonationBanner.announce', { account, smart_count: minutes })
          : ''}
      </span>
    </aside>
  )
}

/** On every page while staff impersonate a host: who, as whom, why, for how long, and how to stop. */
export const ImpersonationBanner = () => {
  const session = useSession()
  const impersonation = session?.impersonation ?? null
  const before = useRef<string>(null)
  useEffect(() => {
    const wasActive = before.current !== null
    before.current = impersonation?.id ?? null
    if (!session || impersonation) return
    // The data on the screen belongs to the host.
    const restart = () => wasActive && restartAt(to.impersonate())
    // Expired, or ended by another person: the session still has to end it. Otherwise, another tab has ended
    // it.
    if (session.impersonationOver) endImpersonation().catch(restart)
    else restart()
  }, [session, impersonation])
  return session && impersonation ? <Notice session={session} impersonation={impersonation} /> : null
}
