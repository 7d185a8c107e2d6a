import { formatAmount, type Currency } from '@hearth/contracts/kernel/money'
import type { RequestPreview } from '@hearth/contracts/request'
import { formatRange } from '../../components/dates/localDate.ts'
import { moneyText } from '../../components/display/Money.tsx'
import type { RequestRecord } from '../../data/records/records.ts'
import { useText, type Text } from '../../i18n/text.ts'
import { AlteredNights } from './AlteredNights.tsx'
import type { AnswerWords } from './Decide.tsx'
import { GuestRequest } from './GuestRequest.tsx'
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

/** A guest who wants other dates or another party for a booking. */
export const AlterationRequest = ({ request }: { request: RequestRecord }) => {
  const t = useText()
  const { before } = request
  const words: AnswerWords = {
    accepted: (preview) => <Accepted preview={preview} />,
    acceptButton: ({ hostPayout: { beforeMinor, afterMinor }, currency }) =>
      afterMinor === beforeMinor
        ? t('request.decide.accept')
        : t('request.decide.acceptFor', { amount: signedAmount(afterMinor - beforeMinor, currency) }),
    declined: t('request.alteration.declined', {
      stay: before === null ? '' : formatRange(before.checkIn, before.checkOut),
    }),
  }
  return (
    <GuestRequest
      request={request}
      decision={useGuestDecision(request)}
      words={words}
      nights={({ nights }) =>
        nights !== null && nights.instead !== null && <AlteredNights booked={nights.instead} asked={nights} />
      }
    />
  )
}
