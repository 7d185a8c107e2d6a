import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatAmount, sum } from '@hearth/contracts/kernel/money'
import { ledgerKindOf } from '@hearth/contracts/ledger'
import {
  groupByKind,
  groupByListing,
  isOwnMonth,
  nextMonth,
  statementId,
  type StatementContent,
  type StatementSection,
} from '@hearth/contracts/statement'
import { humanCode } from '@hearth/contracts/kernel/ids'
import { addDays, formatDay, monthName } from '../components/dates/localDate.ts'
import { Money } from '../components/display/Money.tsx'
import { Card } from '../components/layout/Card.tsx'
import { ScrollRegion } from '../components/list/ScrollRegion.tsx'
import { useText } from '../i18n/text.ts'
import { SumLine } from '../ledger/SumLine.tsx'
import { to } from '../navigation/paths.ts'
import styles from './Statement.module.css'

type Props = Readonly<{ content: StatementContent; section: StatementSection }>

const sumAmounts = (of: readonly Readonly<{ amountMinor: number }>[]) =>
  sum(of.map(({ amountMinor }) => amountMinor))

const Table = ({
  label,
  head,
  children,
}: {
  label: string
  head: readonly string[]
  children: ReactNode
}) => (
  <ScrollRegion label={label}>
    <table className={styles['table']}>
      <thead>
        <tr>
          {head.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      {children}
    </table>
  </ScrollRegion>
)

/** What was earned, by listing. */
export const ListingsCard = ({ content, section: { entries, currency } }: Props) => {
  const t = useText()
  const lines = groupByListing(entries, content.listings)
  const money = (amountMinor: number) => formatAmount(amountMinor, currency)
  if (lines.length === 0) return null
  const head = ['listing', 'stays', 'gross', 'fee', 'other', 'net'] as const
  const label = (key: (typeof head)[number]) => t(`statement.earned.${key}`)
  return (
    <Card title={t('statement.earned.title')} note={t('statement.earned.note')}>
      <Table label={t('statement.earned.title')} head={head.map(label)}>
        <tbody>
          {lines.map((line) => (
            <tr key={line.listingId ?? ''}>
              <th scope="row">{line.title ?? t('statement.earned.noListing')}</th>
              <td data-label={label('stays')}>{line.stays}</td>
              <td data-label={label('gross')}>{money(line.grossMinor)}</td>
              <td data-label={label('fee')}>{money(line.feeMinor)}</td>
              <td data-label={label('other')}>{money(line.otherMinor)}</td>
              <td data-label={label('net')} className="strong">
                {money(line.netMinor)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('statement.earned.total', { smart_count: lines.length })}</th>
            <td data-label={label('stays')}>{sum(lines.map(({ stays }) => stays))}</td>
            <td data-label={label('gross')}>{money(sum(lines.map(({ grossMinor }) => grossMinor)))}</td>
            <td data-label={label('fee')}>{money(sum(lines.map(({ feeMinor }) => feeMinor)))}</td>
            <td data-label={label('other')}>{money(sum(lines.map(({ otherMinor }) => otherMinor)))}</td>
            <td data-label={label('net')}>
              <Money amountMinor={sumAmounts(entries)} currency={currency} />
            </td>
          </tr>
        </tfoot>
      </Table>
      <p className={`${styles['foot']} small q`}>{t('statement.earned.vat')}</p>
    </Card>
  )
}

/** Opening, movements, payouts and closing, written out as a sum. */
export const SummaryCard = ({ content: { month }, section }: Props) => {
  const t = useText()
  const { currency, openingMinor, closingMinor, entries, payouts } = section
  const first = `${month}-01`
  const last = addDays(`${nextMonth(month)}-01`, -1)
  const prior = sumAmounts(entries.filter((entry) => !isOwnMonth(entry)))
  const own = sumAmounts(entries) - prior
  const paid = sumAmounts(payouts)
  const sign = (minor: number) => `${minor < 0 ? '−' : '+'} ${formatAmount(Math.abs(minor), currency)}`
  const parts = [own, prior, -paid].filter((minor) => minor !== 0).map(sign)
  const lines = [
    [t('statement.summary.opening', { day: formatDay(first) }), openingMinor],
    [t('statement.summary.own', { month: monthName(first) }), own],
    ...(prior === 0 ? [] : [[t('statement.summary.prior'), prior] as const]),
    [t('statement.summary.paid'), -paid],
  ] as const
  return (
    <Card title={t('statement.summary.title')} note={currency}>
      <table className={styles['sums']}>
        <tbody>
          {lines.map(([text, amountMinor]) => (
            <tr key={text}>
              <th scope="row">{text}</th>
              <td>{formatAmount(amountMinor, currency)}</td>
            </tr>
          ))}
          <tr className={styles['total']}>
            <th scope="row">{t('statement.summary.closing', { day: formatDay(last) })}</th>
            <td>
              <Money amountMinor={closingMinor} currency={currency} />
            </td>
          </tr>
        </tbody>
      </table>
      <SumLine
        currency={currency}
        check={{
          text: `${[formatAmount(openingMinor, currency), ...parts].join(' ')} = ${formatAmount(closingMinor, currency)}`,
          holds: openingMinor + own + prior - paid === closingMinor,
        }}
      />
    </Card>
  )
}

/** The movements of the month by kind of entry. */
export const KindsCard = ({ section: { entries, currency } }: Props) => {
  const t = useText()
  const lines = groupByKind(entries)
  if (lines.length === 0) return null
  const head = ['kind', 'entries', 'amount'] as const
  return (
    <Card title={t('statement.kinds.title')}>
      <Table label={t('statement.kinds.title')} head={head.map((key) => t(`statement.kinds.${key}`))}>
        <tbody>
          {lines.map(({ kind, entries: count, amountMinor }) => (
            <tr key={kind}>
              <th scope="row">{ledgerKindOf(kind).title}</th>
              <td>{count}</td>
              <td>{formatAmount(amountMinor, currency)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('statement.kinds.total')}</th>
            <td>{sum(lines.map((line) => line.entries))}</td>
            <td>
              <Money amountMinor={sumAmounts(lines)} currency={currency} />
            </td>
          </tr>
        </tfoot>
      </Table>
    </Card>
  )
}

/** Entries of earlier months, each with a link to that month's statement and its stay. */
export const PriorCard = ({ content: { hostAccountId }, section: { entries, currency } }: Props) => {
  const t = useText()
  const prior = entries.filter((entry) => !isOwnMonth(entry))
  if (prior.length === 0) return null
  return (
    <Card title={t('statement.prior.title')}>
      <ul className={styles['lines']}>
        {prior.map(({ entryId, kind, bookingId, priorMonth, amountMinor }) => (
          <li key={entryId}>
            <span>
              <span>{ledgerKindOf(kind).title}</span>
              {bookingId !== null && (
                <>
                  {' '}
                  <Link to={to.booking(bookingId)}>{humanCode('HB', bookingId)}</Link>
                </>
              )}
              {priorMonth !== null && (
                <>
                  {', '}
                  <Link to={to.statement(statementId(hostAccountId, priorMonth))}>
                    {t('statement.prior.of', { month: monthName(`${priorMonth}-01`) })}
                  </Link>
                </>
              )}
            </span>
            <Money amountMinor={amountMinor} currency={currency} signed />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The transfers that arrived, with the bank's references. */
export const PayoutsCard = ({ section: { payouts, currency } }: Props) => {
  const t = useText()
  if (payouts.length === 0) return null
  return (
    <Card
      title={t('statement.payouts.title')}
      note={t('statement.summary.payouts', { smart_count: payouts.length })}
    >
      <ul className={styles['lines']}>
        {payouts.map(({ payoutId, paidOn, reference, amountMinor }) => (
          <li key={payoutId}>
            <span className={styles['two']}>
              <span>
                {formatDay(paidOn)}, {humanCode('PO', payoutId)}
              </span>
              <span className="small q">{t('statement.payouts.reference', { reference })}</span>
            </span>
            <Money amountMinor={amountMinor} currency={currency} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
