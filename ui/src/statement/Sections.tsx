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

const FIGURES = ['stays', 'gross', 'fee', 'other', 'net'] as const

/** The figures of a listing or of all, each labelled: on a phone they stand below each other. */
const EarnedRow = ({
  title,
  figures,
}: {
  title: string
  figures: Readonly<Record<(typeof FIGURES)[number], ReactNode>>
}) => {
  const t = useText()
  return (
    <tr>
      <th scope="row">{title}</th>
      {FIGURES.map((key) => (
        <td key={key} data-label={t(`statement.earned.${key}`)}>
          {figures[key]}
        </td>
      ))}
    </tr>
  )
}

/** What was earned, by listing. */
export const ListingsCard = ({ content, section: { entries, currency } }: Props) => {
  const t = useText()
  const lines = groupByListing(entries, content.listings)
  if (lines.length === 0) return null
  const money = (amountMinor: number) => formatAmount(amountMinor, currency)
  const total = (key: 'grossMinor' | 'feeMinor' | 'otherMinor') => money(sum(lines.map((line) => line[key])))
  const head = (['listing', ...FIGURES] as const).map((key) => t(`statement.earned.${key}`))
  return (
    <Card title={t('statement.earned.title')} note={t('statement.earned.note')}>
      <Table label={t('statement.earned.title')} head={head}>
        <tbody>
          {lines.map((line) => (
            <EarnedRow
              key={line.listingId ?? ''}
              title={line.title ?? t('statement.earned.noListing')}
              figures={{
                stays: line.stays,
                gross: money(line.grossMinor),
                fee: money(line.feeMinor),
                other: money(line.otherMinor),
                net: <span className="strong">{money(line.netMinor)}</span>,
              }}
            />
          ))}
        </tbody>
        <tfoot>
          <EarnedRow
            title={t('statement.earned.total', { smart_count: lines.length })}
            figures={{
              stays: sum(lines.map(({ stays }) => stays)),
              gross: total('grossMinor'),
              fee: total('feeMinor'),
              other: total('otherMinor'),
              net: <Money amountMinor={sumAmounts(entries)} currency={currency} />,
            }}
          />
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
