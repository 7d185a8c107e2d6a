import { useState } from 'react'
import { Button } from '@mui/material'
import { LOGIN_METHODS, type LoginMethod } from '@hearth/contracts/kernel/access'
import type { SessionRow } from '@hearth/contracts/user'
import { usePost } from '../../data/commands/usePost.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { ConfirmCommand } from '../../components/dialog/ConfirmCommand.tsx'
import { formatInstant } from '../../components/dates/localDate.ts'
import { useFormatDeadline } from '../../components/dates/useDeadline.ts'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import styles from '../Account.module.css'
import { parseDevice } from './device.ts'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import { useZone } from '../useAccount.ts'
import { SESSIONS, useSessions } from './useSecurity.ts'

/** More than these are shown on request. */
const SHOWN = 6

const methodKey = (method: string): LoginMethod | 'other' =>
  LOGIN_METHODS.find((one) => one === method) ?? 'other'

const SessionLine = ({
  session: { id, method, userAgent, address, createdAt, lastSeenAt, expiresAt, current },
}: {
  session: SessionRow
}) => {
  const t = useText()
  const zone = useZone()
  const format = useFormatDeadline()
  const saved = useSaved()
  const revoke = usePost('/api/session/revoke', {
    touches: [SESSIONS],
    onSuccess: () => saved(t('account.security.sessions.revoked')),
  })
  const known = parseDevice(userAgent)
  const device = known ? t('account.security.sessions.device', known) : t('account.security.sessions.unknown')
  const how = t(`account.security.sessions.method.${methodKey(method)}`)
  return (
    <li>
      <div>
        <p>
          <span className="strong">{device}</span>
          {current && (
            <>
              {' '}
              <StatusChip tone="brand">{t('account.security.sessions.current')}</StatusChip>
            </>
          )}
        </p>
        <p className="small q num">
          {t('account.security.sessions.since', { how, instant: formatInstant(createdAt, zone) })}
          {address !== null && `, ${t('account.security.sessions.from', { address })}`}
        </p>
        <p className="cap c num">
          {t('account.security.sessions.seen', { instant: formatInstant(lastSeenAt, zone) })},{' '}
          {t('account.security.sessions.ends', { instant: format(expiresAt, zone) })}
        </p>
        <ProblemText error={revoke.error} />
      </div>
      {!current && (
        <div className={styles['acts']}>
          <Button
            variant="text"
            size="small"
            loading={revoke.pending}
            aria-label={t('account.security.sessions.revokeOf', { device })}
            onClick={() => revoke.run({ id })}
          >
            {t('account.security.sessions.revoke')}
          </Button>
        </div>
      )}
    </li>
  )
}

/** Every session of this person, with a button that ends it. */
export const SessionsCard = () => {
  const t = useText()
  const saved = useSaved()
  const query = useSessions()
  const [asking, setAsking] = useState(false)
  const [all, setAll] = useState(false)
  const others = query.data?.sessions.filter(({ current }) => !current).length ?? 0
  const revokeAll = usePost<{ count: number }>('/api/session/revoke-all', {
    touches: [SESSIONS],
    onSuccess: ({ count }) => {
      setAsking(false)
      saved(t('account.security.sessions.revokedAll', { smart_count: count }))
    },
  })
  return (
    <Card
      title={t('account.security.sessions.title')}
      action={
        others > 0 ? (
          <Button
            size="small"
            onClick={() => {
              revokeAll.reset()
              setAsking(true)
            }}
          >
            {t('account.security.sessions.revokeAll')}
          </Button>
        ) : undefined
      }
      note={query.data && others === 0 ? t('account.security.sessions.only') : undefined}
    >
      <Loaded bare query={query} failed={t('account.security.sessions.failed')}>
        {({ sessions }) => (
          <>
            <ul className={styles['rows']}>
              {sessions
                .toSorted((a, b) => Number(b.current) - Number(a.current))
                .slice(0, all ? sessions.length : SHOWN)
                .map((session) => (
                  <SessionLine key={session.id} session={session} />
                ))}
            </ul>
            {!all && sessions.length > SHOWN && (
              <p className={styles['more']}>
                <button type="button" className="link small" onClick={() => setAll(true)}>
                  {t('account.security.sessions.all', { smart_count: sessions.length })}
                </button>
              </p>
            )}
          </>
        )}
      </Loaded>
      <ConfirmCommand
        open={asking}
        destructive
        title={t('account.security.sessions.revokeAllTitle')}
        confirm={t('account.security.sessions.revokeAll')}
        keep={t('account.keep')}
        pending={revokeAll.pending}
        error={revokeAll.error}
        onConfirm={() => revokeAll.run({})}
        onClose={() => setAsking(false)}
      >
        {t('account.security.sessions.revokeAllText')}
      </ConfirmCommand>
    </Card>
  )
}
