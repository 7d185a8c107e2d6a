import { nightsBetween } from '@hearth/contracts/kernel/dates'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatInstant, formatReaderInstant } from '../../components/dates/localDate.ts'
import { Money } from '../../components/display/Money.tsx'
import { StayDates } from '../../components/display/StayDates.tsx'
import { Card } from '../../components/layout/Card.tsx'
import type { Listing, RequestRecord } from '../../data/records/records.ts'
import { useText, type Text } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { useSees } from '../../session/session.ts'
import { useRequestName } from '../useRequestTitle.ts'
import { GuestFacts } from './GuestFacts.tsx'
import { RequestFiles } from './RequestFiles.tsx'
import styles from './RequestPage.module.css'
import { StayComparison } from './StayComparison.tsx'

type Fact = Readonly<{ term: string; value: ReactNode }>
type Of = Readonly<{ request: RequestRecord; listing: Listing | undefined }>

const isOfGuest = (kind: RequestRecord['kind']) =>
  kind === 'booking_request' || kind === 'alteration' || kind === 'refund_waiver'

const listStayFacts = ({ checkIn, checkOut, guests, before }: RequestRecord, t: Text): readonly Fact[] =>
  checkIn === null || checkOut === null || before !== null
    ? []
    : [
        { term: t('request.facts.stay'), value: <StayDates start={checkIn} end={checkOut} /> },
        { term: t('request.facts.nights'), value: nightsBetween(checkIn, checkOut) },
        { term: t('request.facts.guests'), value: guests },
      ]

const listWorkFacts = (request: RequestRecord, zone: string | undefined, t: Text): readonly Fact[] => {
  const { serviceType, urgency, emergency, startsAt, vendor, preferredSlots, acknowledgedInTime } = request
  const at = (instant: string) =>
    zone === undefined ? formatReaderInstant(instant) : formatInstant(instant, zone)
  return [
    ...(serviceType === null
      ? []
      : [{ term: t('request.facts.type'), value: t(`request.type.${serviceType}`) }]),
    ...(urgency === null
      ? []
      : [{ term: t('request.facts.urgency'), value: t(`request.urgency.${urgency}`) }]),
    ...(emergency ? [{ term: t('request.facts.urgency'), value: t('request.facts.emergency') }] : []),
    ...(startsAt === null ? [] : [{ term: t('request.facts.appointment'), value: at(startsAt) }]),
    ...(startsAt === null && preferredSlots.length > 0
      ? [
          {
            term: t('request.facts.preferred'),
            value: preferredSlots.map((slot) => at(slot.startsAt)).join('; '),
          },
        ]
      : []),
    ...(vendor === null ? [] : [{ term: t('request.facts.vendor'), value: vendor }]),
    ...(acknowledgedInTime === null
      ? []
      : [
          {
            term: t('request.facts.acknowledged'),
            value: t(acknowledgedInTime ? 'request.facts.inTime' : 'request.facts.late'),
          },
        ]),
  ]
}

const listRefundFacts = ({ refundReason }: RequestRecord, t: Text): readonly Fact[] =>
  refundReason === null
    ? []
    : [{ term: t('request.facts.why'), value: t(`request.refundReason.${refundReason}`) }]

const listMoneyFacts = (request: RequestRecord, t: Text): readonly Fact[] => {
  const { kind, amountMinor, spendableMinor, actualMinor, currency } = request
  if (currency === null || kind === 'booking_request' || kind === 'alteration') return []
  const money = (term: string, minor: number | null): readonly Fact[] =>
    minor === null ? [] : [{ term, value: <Money amountMinor={minor} currency={currency} /> }]
  return [
    ...money(t(kind === 'refund_waiver' ? 'request.facts.askedBack' : 'request.facts.estimate'), amountMinor),
    ...money(t('request.facts.spendable'), spendableMinor),
    ...money(t(kind === 'refund_waiver' ? 'request.facts.granted' : 'request.facts.cost'), actualMinor),
  ]
}

const useFacts = ({ request, listing }: Of): readonly Fact[] => {
  const t = useText()
  const { bookingId, serviceRequestId } = request
  return [
    { term: t('request.facts.listing'), value: listing?.title },
    ...listStayFacts(request, t),
    ...listWorkFacts(request, listing?.timezone, t),
    ...listRefundFacts(request, t),
    ...listMoneyFacts(request, t),
    ...(bookingId === null
      ? []
      : [
          {
            term: t('request.facts.booking'),
            value: (
              <Link className="link" to={to.booking(bookingId)}>
                {t('request.facts.openBooking')}
              </Link>
            ),
          },
        ]),
    ...(serviceRequestId === null
      ? []
      : [
          {
            term: t('request.facts.service'),
            value: (
              <Link className="link" to={to.request(serviceRequestId)}>
                {t('request.facts.openRequest')}
              </Link>
            ),
          },
        ]),
  ]
}

const Bids = ({ request: { bids, currency } }: { request: RequestRecord }) => {
  const t = useText()
  if (bids === null || bids.length === 0 || currency === null) return null
  return (
    <div className={styles['part']}>
      <h3>{t('request.bids')}</h3>
      <dl className={styles['facts']}>
        {bids.map(({ vendor, amountMinor }, index) => (
          <div key={index}>
            <dt>{vendor}</dt>
            <dd>
              <Money amountMinor={amountMinor} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** What is asked or offered, in the words of those who do it, and the facts. */
export const Question = ({ request, listing }: Of) => {
  const t = useText()
  const nameOf = useRequestName()
  const facts = useFacts({ request, listing })
  const seesTexts = useSees('thread.read')
  const { kind, body, ifNotDone, openedAt, byHost } = request
  const asksGuest = isOfGuest(kind)
  const noMessage = byHost ? 'request.offer.noMessage' : 'request.noMessage'
  return (
    <Card title={asksGuest ? nameOf(request) : t(`request.kind.${kind}`)}>
      <div className={styles['part']}>
        {body !== null ? (
          <>
            {byHost && <h3>{t('request.offer.message')}</h3>}
            <blockquote>{body}</blockquote>
          </>
        ) : (
          (asksGuest || !seesTexts) && <p className="q">{t(seesTexts ? noMessage : 'request.hidden')}</p>
        )}
        <p className="small c num">{formatReaderInstant(openedAt)}</p>
      </div>
      <StayComparison request={request} />
      <dl className={styles['facts']}>
        {facts.map(({ term, value }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
        {asksGuest && <GuestFacts request={request} />}
      </dl>
      {ifNotDone !== null && (
        <div className={styles['part']}>
          <h3>{t('request.ifNotDone')}</h3>
          <p>{ifNotDone}</p>
        </div>
      )}
      <Bids request={request} />
      <RequestFiles fileIds={request.fileIds} title={t('request.files.title')} />
    </Card>
  )
}
