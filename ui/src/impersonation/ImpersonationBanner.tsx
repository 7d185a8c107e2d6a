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
import { useNow } from '../components/dates/useNow.ts'
import { countdown } from './countdown.ts'
import styles from './ImpersonationBanner.module.css'
import { endImpersonation } from './impersonationSession.ts'

const ASK_AGAIN_MS = 10_000
const WHEN_OVER_MS = 2_000
const MINUTE = 60_000
/** Said aloud at these minutes, not every second. */
const ANNOUNCED = [10, 5, 1]

type Impersonation = NonNullable<Session['impersonation']>

/** Every page that is opened is written down; the server adds the records it shows. */
const usePageViews = () => {
  const { pathname } = useLocation()
  const { mutate } = useMutation({
    mutationFn: (route: string) => post('/api/impersonation/page-view', { route }),
    retry: 3,
  })
  useEffect(() => mutate(pathname), [pathname, mutate])
}

/** The bar and the page make room for as much as the notice needs. */
const useRoom = () => {
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

const Notice = ({ session, impersonation }: { session: Session; impersonation: Impersonation }) => {
  const t = useText()
  const client = useQueryClient()
  const notice = useRoom()
  usePageViews()
  const left = Date.parse(impersonation.expiresAt) - useNow(1_000)
  const minutes = Math.ceil(left / MINUTE)
  const stop = useMutation({ mutationFn: endImpersonation })
  const extend = usePost('/api/impersonation/extend', { touches: [['session']] })
  const over = left <= 0

  useEffect(() => {
    // Whoever ends it elsewhere ends it here, too; and the server's clock counts, not this one.
    const timer = setInterval(
      () => void client.invalidateQueries({ queryKey: ['session'] }),
      over ? WHEN_OVER_MS : ASK_AGAIN_MS,
    )
    return () => clearInterval(timer)
  }, [client, over])

  const account = session.account?.displayName ?? ''
  const reason = impersonation.reason === null ? '' : t(`impersonation.reason.${impersonation.reason}`)
  const why = [reason, impersonation.reasonText ?? ''].filter(Boolean).join(': ')
  const error = stop.error ?? extend.error
  return (
    <aside
      ref={notice}
      className={styles['notice']}
      aria-label={t('impersonation.banner.label')}
      data-print="hide"
    >
      <Icon name="eye" />
      <p className={styles['who']}>
        <b>
          {t(`impersonation.banner.${impersonation.mode === 'act_as' ? 'acting' : 'looking'}`, {
            name: session.user.name,
            account,
          })}
        </b>{' '}
        <span className={styles['why']} title={why}>
          {why}
        </span>
      </p>
      <span className={`${styles['left']} num`}>
        {over ? t('impersonation.banner.over') : t('impersonation.banner.left', { time: countdown(left) })}
      </span>
      {impersonation.mode === 'read_only' && !impersonation.extended && (
        <Button
          size="small"
          className={styles['button'] ?? ''}
          loading={extend.pending}
          onClick={() => extend.run({})}
        >
          {t('impersonation.banner.extend')}
        </Button>
      )}
      <Button
        size="small"
        className={styles['button'] ?? ''}
        loading={stop.isPending}
        onClick={() => stop.mutate()}
      >
        {t('impersonation.banner.stop')}
      </Button>
      {error !== null && (
        <p role="alert" className={styles['error']}>
          {problemText(error, t)}
        </p>
      )}
      <span className="sr" role="status">
        {ANNOUNCED.includes(minutes)
          ? t('impersonation.banner.announce', { account, smart_count: minutes })
          : ''}
      </span>
    </aside>
  )
}

/**
 * On every page while staff impersonate a host: who, as whom, why, for how long, and the way
 * out.
 */
export const ImpersonationBanner = () => {
  const session = useSession()
  const impersonation = session?.impersonation ?? null
  const before = useRef<string>(null)
  useEffect(() => {
    const stood = before.current !== null
    before.current = impersonation?.id ?? null
    if (!session || impersonation) return
    // What is on the screen belongs to the host.
    const restart = () => stood && restartAt(to.impersonate())
    // Expired, or ended by another person: the session still has to leave. Otherwise another tab has left it
    // already.
    if (session.impersonationOver) endImpersonation().catch(restart)
    else restart()
  }, [session, impersonation])
  return session && impersonation ? <Notice session={session} impersonation={impersonation} /> : null
}
