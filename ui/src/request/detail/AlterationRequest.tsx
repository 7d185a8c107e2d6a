import { formatAmount, type Currency } from '@hearth/contracts/kernel/money'
import type { RequestPreview } from '@hearth/contracts/request'
import { formatRange } from '../../components/dates/localDate.ts'
import { Link } from 'react-router-dom'
import { moneyText } from '../../components/display/Money.tsx'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import { Card } from '../../components/layout/Card.tsx'
import type { RequestRecord } from '../../data/records/records.ts'
import { useText, type Text } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { OfferButton } from '../../offer/OfferButton.tsx'
import { useCan } from '../../session/session.ts'
import { usePreview } from '../useRequest.ts'
import { AlteredNights } from './AlteredNights.tsx'
import type { AnswerWords } from './Decide.tsx'
import { DecisionMoney } from './DecisionMoney.tsx'
import { GuestRequest } from './GuestRequest.tsx'
import { Outcome } from './Outcome.tsx'
import styles from './RequestPage.module.css'
import { TimeLeft } from './TimeLeft.tsx'
import { Withdraw } from './Withdraw.tsx'
import { useGuestDecision } from './useGuestDecision.ts'

const signedAmount = (amountMinor: number, currency: Currency) =>
  `${amountMinor > 0 ? '+' : ''}${formatAmount(amountMinor, currency)}`

/** What the guest pays or gets back. */
const describePayment = ({ guestTotal, currency }: RequestPreview, t: Text): string => {
  const difference = guestTotal.afterMinor - guestTotal.beforeMinor
  if (difference === 0) return t('request.alteration.noPayment')
  const amount = moneyText(Math.abs(difference), currency)
  return t(difference > 0 ? 'request.alteration.charged' : 'request.alteration.refunded', { amount })
}

const Accepted = ({ preview }: { preview: RequestPreview }) => {
  const t = useText()
  const { hostPayout, currency } = preview
  const { beforeMinor, afterMinor } = hostPayout
  const amount = moneyText(afterMinor, currency)
  return (
    <>
      <p className="num">
        {afterMinor === beforeMinor
          ? t('request.decide.receive', { amount })
          : t('request.alteration.receive', {
              amount,
              change: signedAmount(afterMinor - beforeMinor, currency),
            })}
      </p>
      <p className="num">{describePayment(preview, t)}</p>
    </>
  )
}

const Counter = ({ request: { id, bookingId } }: { request: RequestRecord }) => {
  const t = useText()
  return (
    bookingId !== null && (
      <div className={styles['part']}>
        <h3>{t('request.offer.ifOffer')}</h3>
        <p>{t('request.offer.ifOfferText')}</p>
        <div className={styles['buttons']}>
          <OfferButton bookingId={bookingId} counteredId={id} label={t('request.offer.other')} />
        </div>
      </div>
    )
  )
}

/** The offer that took its place, or the request that it answers. */
const Linked = ({ request: { linkedId, byHost } }: { request: RequestRecord }) => {
  const t = useText()
  return linkedId === null ? null : (
    <p className={styles['part']}>
      <Link className="link" to={to.request(linkedId)}>
        {t(byHost ? 'request.offer.answers' : 'request.offer.see')}
      </Link>
    </p>
  )
}

/** The nights as booked beside those that were asked for or offered. */
const Nights = ({ preview: { nights }, byHost = false }: { preview: RequestPreview; byHost?: boolean }) =>
  nights !== null &&
  nights.instead !== null && <AlteredNights booked={nights.instead} asked={nights} byHost={byHost} />

/** What the host offered, while the guest decides. */
const Offered = ({ request }: { request: RequestRecord }) => {
  const t = useText()
  const may = useCan('request.decide')
  const { kind, dueAt } = request
  return (
    <Card title={t('request.status.offered')}>
      {dueAt !== null && <TimeLeft kind={kind} dueAt={dueAt} />}
      <p className={styles['part']}>{t('request.offer.waits')}</p>
      {may && (
        <div className={styles['part']}>
          <Withdraw request={request} text={t('request.offer.withdrawText')} />
        </div>
      )}
    </Card>
  )
}

/** What the offer does to the nights and the money once the guest accepts. */
const OfferEffects = ({ request: { id } }: { request: RequestRecord }) => {
  const t = useText()
  const ifAccepted = usePreview(id, 'accept', true)
  return (
    <div className={styles['effects']}>
      <Loaded query={ifAccepted} failed={t('request.money.failed')}>
        {(preview) => (
          <>
            <Nights byHost preview={preview} />
            <DecisionMoney preview={preview} after={t('request.offer.after')} />
          </>
        )}
      </Loaded>
    </div>
  )
}

const Asked = ({ request }: { request: RequestRecord }) => {
  const t = useText()
  const { before } = request
  const words: AnswerWords = {
    accepted: (preview) => <Accepted preview={preview} />,
    acceptButton: ({ hostPayout: { beforeMinor, afterMinor }, currency }) =>
      afterMinor === beforeMinor
        ? t('request.decide.accept')
        : t('request.decide.acceptFor', { amount: signedAmount(afterMinor - beforeMinor, currency) }),
    counts: t('request.alteration.counts'),
    other: <Counter request={request} />,
    declined: t('request.alteration.declined', {
      stay: before === null ? '' : formatRange(before.checkIn, before.checkOut),
    }),
  }
  return (
    <GuestRequest
      request={request}
      decision={useGuestDecision(request)}
      words={words}
      nights={(preview) => <Nights preview={preview} />}
    />
  )
}

/** An offer of the host, or a request that an offer took the place of. */
const HostOffer = ({ request }: { request: RequestRecord }) => {
  const may = useCan('request.decide')
  const waits = request.awaiting === 'guest'
  return (
    <>
      <div className={styles['decide']}>
        {waits ? <Offered request={request} /> : <Outcome request={request} />}
        <Linked request={request} />
      </div>
      {waits && may && <OfferEffects request={request} />}
    </>
  )
}

/** Another stay for a guest who has booked: the guest asks and the host answers, or the other way round. */
export const AlterationRequest = ({ request }: { request: RequestRecord }) =>
  request.byHost || request.linkedId !== null ? <HostOffer request={request} /> : <Asked request={request} />
