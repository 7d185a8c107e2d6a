import { Button } from '@mui/material'
import { Link } from 'react-router-dom'
import type { DeadlineItem } from '@hearth/contracts/today'
import { HOUR_MS } from '@hearth/contracts/kernel/dates'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { formatCountdown } from '../../components/dates/countdown.ts'
import { formatDuration } from '../../components/dates/localDate.ts'
import { useFormatDeadline, useTimeLeft } from '../../components/dates/useDeadline.ts'
import { Avatar } from '../../components/display/Avatar.tsx'
import { Money } from '../../components/display/Money.tsx'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import { useSession } from '../../session/session.ts'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import { queuePath } from '../queuePath.ts'
import styles from './Deadlines.module.css'
import { isHostsTurn } from './groupDeadlines.ts'

/** Less than this, and the time is shown as short. */
const CLOSE_MS = 8 * HOUR_MS

/** The command with which a member of staff takes it. */
const TAKE = {
  incident: { resource: 'incidents', verb: 'acknowledge' },
  service_request: { resource: 'requests', verb: 'acknowledge' },
  reimbursement: { resource: 'reimbursements', verb: 'start-review' },
  disruption_evidence: { resource: 'bookings', verb: 'take-disruption-evidence' },
} as const

type Of = Readonly<{ item: DeadlineItem }>

const TimeLeft = ({ item: { dueAt }, now }: Of & Readonly<{ now: number }>) => {
  const t = useText()
  const format = useFormatDeadline()
  const left = useTimeLeft(dueAt)
  return (
    <div className={styles['left']} data-tone={left === 0 ? 'bad' : left < CLOSE_MS ? 'warn' : undefined}>
      <b className="num">
        {left === 0
          ? t('deadlines.lateBy', { time: formatDuration(now - Date.parse(dueAt)) })
          : formatCountdown(left)}
      </b>
      <time className="num" dateTime={dueAt}>
        {format(dueAt)}
      </time>
    </div>
  )
}

const Take = ({ item: { kind, id, code }, late }: Of & Readonly<{ late: boolean }>) => {
  const t = useText()
  const saved = useSaved()
  const command = useCommand({ ...TAKE[kind], onSuccess: () => saved(t(`deadlines.taken.${kind}`)) })
  return (
    <div>
      <Button
        fullWidth
        size="small"
        {...(late && { variant: 'contained', color: 'primary' })}
        loading={command.pending}
        aria-label={`${t('deadlines.take')}: ${code}`}
        onClick={() => command.run({ record: { id }, body: {} })}
      >
        {t('deadlines.take')}
      </Button>
      <ProblemText error={command.error} />
    </div>
  )
}

const Responsible = ({ item: { responsibleId, responsibleName } }: Of) => {
  const t = useText()
  const userId = useSession()?.user.id
  if (responsibleId === null) return <div className={styles['unassigned']}>{t('deadlines.unassigned')}</div>
  const name = responsibleName ?? ''
  return (
    <div className={styles['who']}>
      <Avatar small name={name} />
      <span className="clip">{responsibleId === userId ? t('deadlines.you') : name}</span>
    </div>
  )
}

/** One deadline: how long is left, whose it is, what has to be done, who works on it, and the way there. */
export const DeadlineLine = ({ item, now }: Of & Readonly<{ now: number }>) => {
  const t = useText()
  const { kind, step, code, accountName, subject, amountMinor, currency, responsibleId, dueAt } = item
  const path = queuePath(item)
  return (
    <li className={styles['line']}>
      <TimeLeft item={item} now={now} />
      <div className={styles['what']}>
        <p>
          <Link data-row to={path}>
            {accountName ?? code}
          </Link>{' '}
          <span className={`c num ${styles['code']}`}>{code}</span>
        </p>
        <p className="small q">{subject}</p>
      </div>
      <div className={styles['step']}>
        {isHostsTurn(item) ? (
          <StatusChip tone="mute">{t('deadlines.step.host_answers')}</StatusChip>
        ) : (
          t(`deadlines.step.${step}`, { kind: t(`deadlines.kind.${kind}`) })
        )}
      </div>
      <div className={styles['amount']}>
        {amountMinor !== null && currency !== null && <Money amountMinor={amountMinor} currency={currency} />}
      </div>
      <Responsible item={item} />
      {responsibleId === null && !isHostsTurn(item) ? (
        <Take item={item} late={Date.parse(dueAt) <= now} />
      ) : (
        <LinkButton size="small" to={path} aria-label={`${t('deadlines.open')}: ${code}`}>
          {t('deadlines.open')}
        </LinkButton>
      )}
    </li>
  )
}
