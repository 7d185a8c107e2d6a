import { Link } from 'react-router-dom'
import type { Currency } from '@hearth/contracts/kernel/money'
import type { Waiting } from '@hearth/contracts/today'
import { useText, type TextKey } from '../i18n/text.ts'
import { LinkButton } from '../components/action/LinkButton.tsx'
import { formatCountdown } from '../components/dates/countdown.ts'
import { browserZone, formatDay, formatInstantsIn } from '../components/dates/localDate.ts'
import { readUrgency } from '../components/dates/urgency.ts'
import { useFormatDeadline, useTimeLeft } from '../components/dates/useDeadline.ts'
import { StayDates } from '../components/display/StayDates.tsx'
import { Money } from '../components/display/Money.tsx'
import { Progress } from '../components/feedback/Progress.tsx'
import { useNow } from '../components/dates/useNow.ts'
import { Effects } from './Effects.tsx'
import styles from './TodayPage.module.css'
import { useMayAct } from './useMayAct.ts'

/** The usual time in milliseconds for each kind of decision, to show the share that is left. */
const SPAN: Record<Waiting['kind'], number> = {
  no_bank_account: 86_400_000,
  bank_account_problem: 86_400_000,
  payouts_held: 86_400_000,
  below_minimum: 86_400_000,
  cancellation_running: 600_000,
  overbooking: 86_400_000,
  clash: 86_400_000,
  refund_failed: 259_200_000,
  late_departure: 7_200_000,
  booking_request: 86_400_000,
  alteration: 259_200_000,
  refund_waiver: 259_200_000,
  expense_approval: 259_200_000,
  review: 1_209_600_000,
  reimbursement_draft: 1_209_600_000,
  reimbursement_info: 604_800_000,
}

const NoDeadline = ({ item }: { item: Waiting }) => {
  const t = useText()
  return (
    <div className={styles['left']}>
      <b>{t('today.noDeadline')}</b>
      {item.bookingId !== null && item.kind !== 'clash' && (
        <span>{t('today.checkInOn', { day: formatDay(item.start) })}</span>
      )}
    </div>
  )
}

const TimeLeft = ({ kind, dueAt, zone }: { kind: Waiting['kind']; dueAt: string; zone: string }) => {
  const t = useText()
  const format = useFormatDeadline()
  const left = useTimeLeft(dueAt)
  const share = left / SPAN[kind]
  const urgency = readUrgency(left)
  return (
    <div className={styles['left']}>
      <b className="num">{left > 0 ? formatCountdown(left) : t('today.overdue')}</b>
      <span className="num">{format(dueAt, zone)}</span>
      <Progress
        share={share}
        tone={urgency === 'calm' ? 'ink-2' : urgency}
        label={t('today.shareLeft', { share: Math.round(Math.max(0, Math.min(1, share)) * 100) })}
      />
    </div>
  )
}

/** What the amount of a decision is; of the other kinds it is at stake. */
const AMOUNTS = {
  booking_request: 'today.ifAccepted',
  alteration: 'today.ifAccepted',
  refund_waiver: 'today.askedBack',
  expense_approval: 'today.ifApproved',
  reimbursement_draft: 'today.claimed',
  reimbursement_info: 'today.claimed',
} as const satisfies Partial<Record<Waiting['kind'], TextKey>>

const nameAmount = ({ kind, listingId }: Waiting): TextKey =>
  kind in AMOUNTS
    ? AMOUNTS[kind as keyof typeof AMOUNTS]
    : listingId === null
      ? 'today.notPaid'
      : 'today.atStake'

const urgencyTone = (dueAt: string | null, now: number) =>
  dueAt === null ? 'calm' : readUrgency(Date.parse(dueAt) - now)

export const WaitingItem = ({ item, open, zone }: { item: Waiting; open: boolean; zone: string }) => {
  const t = useText()
  const mayAct = useMayAct(item)
  const tone = urgencyTone(item.dueAt, useNow(10_000))
  const place = item.listingId === null ? item.title : item.listingTitle
  const name = item.guestName === null ? place : `${item.guestName}, ${place}`
  const row = (
    <>
      {item.dueAt === null ? (
        <NoDeadline item={item} />
      ) : (
        <TimeLeft kind={item.kind} dueAt={item.dueAt} zone={zone} />
      )}
      <div className={styles['what']}>
        <p>
          <span className={styles['kind']}>{t(`today.kind.${item.kind}`)}</span>{' '}
          <Link data-row to={item.route}>
            {name}
          </Link>
        </p>
        <p className="q small num">
          {item.kind === 'overbooking' && (
            <>
              <StayDates start={item.start} end={item.end} />.{' '}
            </>
          )}
          {formatInstantsIn(item.text, browserZone())}
        </p>
      </div>
      <div className={styles['amount']}>
        {item.amountMinor !== null && item.currency !== null && (
          <>
            <Money
              signed={item.listingId !== null}
              amountMinor={item.amountMinor}
              currency={item.currency as Currency}
            />
            <p>{t(nameAmount(item))}</p>
          </>
        )}
      </div>
    </>
  )
  if (open) {
    return (
      <li className={styles['open']} aria-label={t('today.mostUrgent')}>
        <div className={styles['item']} data-tone={tone}>
          {row}
        </div>
        <Effects item={item} />
      </li>
    )
  }
  return (
    <li className={styles['item']} data-tone={tone}>
      {row}
      <div className={styles['action']}>
        <LinkButton size="small" to={item.route}>
          {t(mayAct ? `today.action.${item.kind}` : 'today.view')}
        </LinkButton>
      </div>
    </li>
  )
}
