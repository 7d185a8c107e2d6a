import { useQuery } from '@tanstack/react-query'
import { formatBps } from '@hearth/contracts/kernel/money'
import {
  rateBps,
  shareBps,
  type NumberEffect,
  type RequestNumbers,
  type Share,
} from '@hearth/contracts/performance'
import { useFormatDeadline } from '../../components/dates/useDeadline.ts'
import { monthName } from '../../components/dates/localDate.ts'
import { Card } from '../../components/layout/Card.tsx'
import { getJson } from '../../data/http/http.ts'
import type { Listing, RequestRecord } from '../../data/records/records.ts'
import { useText, type Text } from '../../i18n/text.ts'
import styles from './Numbers.module.css'

const useNumbers = (id: string) =>
  useQuery({
    queryKey: ['requests', 'numbers', id],
    queryFn: ({ signal }) =>
      getJson<RequestNumbers>(`/api/requests/${encodeURIComponent(id)}/numbers`, signal),
    retry: false,
  }).data

const isSame = (one: Share, other: Share) => one.hits === other.hits && one.count === other.count

/** A figure that neither answer changes says nothing. */
const isTouched = ({ now, ifAccepted, ifDeclined }: NumberEffect) =>
  !isSame(now, ifAccepted) || !isSame(now, ifDeclined)

/** A rate, or how many of how few. */
const formatShare = (code: NumberEffect['code'], share: Share, t: Text): string => {
  const bps = code === 'occupancy' ? shareBps(share) : rateBps(share)
  return bps === null ? t('request.numbers.of', { ...share }) : formatBps(bps)
}

const Row = ({ name, cells }: { name: string; cells: readonly string[] }) => (
  <tr>
    <th scope="row">{name}</th>
    {cells.map((cell, index) => (
      <td key={index} data-changed={index > 0 && cell !== cells[0]}>
        {cell}
      </td>
    ))}
  </tr>
)

const Table = ({ numbers, month, place }: RequestNumbers & Readonly<{ place: string }>) => {
  const t = useText()
  const inMonth = month === null ? '' : monthName(`${month}-01`)
  const nameOf = {
    occupancy: t('request.numbers.occupancy', { listing: place, month: inMonth }),
    acceptance: t('request.numbers.acceptance'),
    response: t('request.numbers.response'),
  }
  return (
    <table className={`num ${styles['numbers']}`}>
      <thead>
        <tr>
          <th scope="col">{t('request.numbers.number')}</th>
          <th scope="col">{t('request.money.now')}</th>
          <th scope="col">{t('request.decide.ifAccept')}</th>
          <th scope="col">{t('request.decide.ifDecline')}</th>
        </tr>
      </thead>
      <tbody>
        {numbers.map(({ code, now, ifAccepted, ifDeclined }) => (
          <Row
            key={code}
            name={nameOf[code]}
            cells={[now, ifAccepted, ifDeclined].map((share) => formatShare(code, share, t))}
          />
        ))}
        {numbers
          .filter(({ code }) => code === 'occupancy')
          .map(({ code, now, ifAccepted, ifDeclined }) => (
            <Row
              key={`nights-${code}`}
              name={t('request.numbers.nights')}
              cells={[now, ifAccepted, ifDeclined].map(({ hits, count }) =>
                t('request.numbers.of', { hits, count }),
              )}
            />
          ))}
      </tbody>
    </table>
  )
}

/** What each answer does to the host’s figures, and until when an answer is in time. */
export const Numbers = ({ request, listing }: { request: RequestRecord; listing: Listing | undefined }) => {
  const t = useText()
  const format = useFormatDeadline()
  const data = useNumbers(request.id)
  const numbers = data?.numbers.filter(isTouched) ?? []
  if (data === undefined || numbers.length === 0) return null
  const isLate = data.answerInTimeUntil === null && numbers.some(({ code }) => code === 'response')
  return (
    <Card title={t('request.numbers.title')}>
      <Table {...data} numbers={numbers} place={listing?.title ?? ''} />
      {data.answerInTimeUntil !== null && (
        <p className={`small q num ${styles['note']}`}>
          {t('request.numbers.until', { time: format(data.answerInTimeUntil) })}
        </p>
      )}
      {isLate && <p className={`small q ${styles['note']}`}>{t('request.numbers.late')}</p>}
    </Card>
  )
}
