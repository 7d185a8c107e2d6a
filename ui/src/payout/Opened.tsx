import { useGetOne } from 'react-admin'
import { formatAmount, type Currency } from '@hearth/contracts/kernel/money'
import type { BreakdownEntries, ExplainedEntry, PayoutsBreakdown } from '@hearth/contracts/ledger'
import { useText } from '../i18n/text.ts'
import { ExplainTree, type Line } from '../ledger/ExplainTree.tsx'
import { SumLine } from '../ledger/SumLine.tsx'
import { ErrorState } from '../components/feedback/ErrorState.tsx'
import { ExportMenu } from '../components/list/ExportMenu.tsx'
import { formatDay, wallClock } from '../components/dates/localDate.ts'
import { Money } from '../components/display/Money.tsx'
import { Skeleton } from '../components/list/TableSkeleton.tsx'
import { AmountDrawer } from './AmountDrawer.tsx'
import styles from './AmountDrawer.module.css'
import type { Payout } from './payoutState.tsx'
import { useOpenedEntries, usePayoutExplanation, type Opened, type View } from './breakdown/useBreakdown.ts'

type LinesProps = {
  lines: readonly Line[]
  currency: Currency
  zone: string
  first?: string | undefined
  /** The lines that are not listed. */ rest?: BreakdownEntries['rest']
  /** Two sums of the same amount; null where not all of its lines are listed. */
  check: ExplainedEntry['check'] | null
}

export const Lines = ({
  lines,
  currency,
  zone,
  first,
  rest = { entries: 0, amountMinor: 0 },
  check,
}: LinesProps) => {
  const t = useText()
  if (lines.length === 0) return <p className={`q ${styles['note']}`}>{t('payout.drawer.none')}</p>
  return (
    <>
      <ExplainTree lines={lines} zone={zone} first={first} openFirst />
      {rest.entries > 0 && (
        <p className={`small q num ${styles['rest']}`}>
          <span>{t('payout.drawer.rest', { smart_count: rest.entries })}</span>
          <span>{formatAmount(rest.amountMinor, currency)}</span>
        </p>
      )}
      {check !== null && (
        <div className={`${styles['total']} ${check.holds ? '' : styles['broken']}`}>
          <SumLine check={check} currency={currency} />
        </div>
      )}
    </>
  )
}

const useWhereTo = (row: Payout | undefined, zone: string) => {
  const t = useText()
  if (row === undefined) return undefined
  const formatLocalDay = (instant: string) => formatDay(wallClock(instant, zone).date)
  const why = row.failureCode === null ? '' : t(`payout.failure.${row.failureCode}`)
  if (row.returnedOn !== null) return t('payout.drawer.returned', { day: formatDay(row.returnedOn), why })
  if (row.paidOn !== null)
    return t('payout.drawer.paid', { day: formatDay(row.paidOn), last4: row.methodLast4 ?? '' })
  if (row.expectedArrival !== null)
    return t('payout.drawer.arrives', {
      day: formatLocalDay(row.expectedArrival),
      last4: row.methodLast4 ?? '',
    })
  return row.explanation === null
    ? t('payout.drawer.planned', { day: formatLocalDay(row.scheduledFor) })
    : t('payout.drawer.why', { why: row.explanation })
}

/** A payout: its lines, their parts, the formulas and the events behind them. */
export const OpenedPayout = ({ id, zone, onClose }: { id: string; zone: string; onClose: () => void }) => {
  const t = useText()
  const { data, error, refetch } = usePayoutExplanation(id)
  const { data: row } = useGetOne<Payout>('payouts', { id })
  const whereTo = useWhereTo(row, zone)
  const head =
    data === undefined ? {} : { amount: <Money amountMinor={data.amountMinor} currency={data.currency} /> }
  const filter = JSON.stringify({ payoutId: id })
  const query = new URLSearchParams({ filter }).toString()
  return (
    <AmountDrawer
      title={data?.code ?? t('app.loading')}
      {...head}
      {...(whereTo === undefined ? {} : { detail: whereTo })}
      onClose={onClose}
    >
      {error && !data ? (
        <ErrorState title={t('payout.drawer.failed')} error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton height={240} />
      ) : (
        <>
          <Lines
            key={id}
            lines={data.entries}
            currency={data.currency}
            zone={zone}
            first="platform_fee"
            check={data.check}
          />
          <div className={styles['foot']}>
            <ExportMenu
              size="small"
              label={t('payout.drawer.export', { smart_count: data.entries.length })}
              path={(ending) => `/api/ledger-entries.${ending}?${query}`}
            />
          </div>
        </>
      )}
    </AmountDrawer>
  )
}

/** The component of an opened part, if it has one. */
const FIRST: Readonly<Record<string, string>> = {
  gross: 'nights',
  platform_fee: 'platform_fee',
  cleaning_retained: 'cleaning_retained',
  host_taxes: 'host_taxes',
}

/** The entries of an amount in the breakdown. */
export const OpenedAmount = ({
  opened,
  view,
  breakdown,
}: {
  opened: Opened
  view: View
  breakdown: PayoutsBreakdown
}) => {
  const t = useText()
  const { data, error, refetch } = useOpenedEntries(view, opened)
  const group = breakdown.groups.find(({ key }) => key === opened.group)
  const what =
    opened.part !== undefined
      ? t(`payout.part.${opened.part}`)
      : opened.stage !== undefined
        ? t(`payout.stage.${opened.stage}`)
        : t('payout.net')
  const currency = data?.currency ?? null
  return (
    <AmountDrawer
      title={group === undefined ? what : `${what}, ${group.label}`}
      {...(data === undefined || currency === null
        ? {}
        : { amount: <Money amountMinor={data.amountMinor} currency={currency} /> })}
      onClose={view.close}
    >
      {error && !data ? (
        <ErrorState title={t('payout.drawer.failed')} error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton height={240} />
      ) : currency === null ? (
        <p className={`q ${styles['note']}`}>{t('payout.drawer.none')}</p>
      ) : (
        <Lines
          key={JSON.stringify(opened)}
          lines={data.entries}
          currency={currency}
          zone={view.zone}
          first={FIRST[opened.part ?? '']}
          rest={data.rest}
          check={data.check}
        />
      )}
    </AmountDrawer>
  )
}
