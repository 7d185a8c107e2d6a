import { useState } from 'react'
import { formatAmount, type Currency } from '@hearth/contracts/kernel/money'
import { moneyText } from '../../components/display/Money.tsx'
import { formatAmount as toInput, parseAmount } from '../../components/form/amountInput.ts'
import { NumberInput } from '../../components/form/NumberInput.tsx'
import type { RequestRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { useSettled } from '../../offer/useSettled.ts'
import type { AnswerWords } from './Decide.tsx'
import { GuestRequest } from './GuestRequest.tsx'
import { Outcome } from './Outcome.tsx'
import styles from './RequestPage.module.css'
import { useGuestDecision } from './useGuestDecision.ts'

const TYPING_MS = 400

type Asked = Readonly<{ amountMinor: number; currency: Currency }>

/** How much of what the guest asked for is given back; all of it until the person changes it. */
const useAmount = ({ amountMinor: asked, currency }: Asked) => {
  const [typed, setTyped] = useState(() => toInput(asked, currency))
  const amountMinor = parseAmount(typed, currency)
  const isRight = amountMinor !== null && amountMinor > 0 && amountMinor <= asked
  return { typed, setTyped, amountMinor: isRight ? amountMinor : undefined }
}

const Answer = ({ request, asked }: { request: RequestRecord; asked: Asked }) => {
  const t = useText()
  const { currency } = asked
  const { typed, setTyped, amountMinor } = useAmount(asked)
  const settled = useSettled(amountMinor, TYPING_MS)
  const decision = useGuestDecision(request, { amountMinor: settled, ready: settled === amountMinor })
  const words: AnswerWords = {
    accepted: ({ guestTotal, hostPayout }) => (
      <>
        <p className="num">
          {t('request.refund.guestGets', {
            amount: moneyText(guestTotal.beforeMinor - guestTotal.afterMinor, currency),
          })}
        </p>
        <p className="num">
          {t('request.refund.costs', {
            amount: moneyText(hostPayout.beforeMinor - hostPayout.afterMinor, currency),
          })}
        </p>
      </>
    ),
    counts: t('request.refund.counts'),
    acceptButton: ({ guestTotal }) =>
      t('request.refund.grant', {
        amount: formatAmount(guestTotal.beforeMinor - guestTotal.afterMinor, currency),
      }),
    declined: t('request.refund.declined'),
    fields: (
      <NumberInput
        label={t('request.refund.amount')}
        help={t('request.refund.upTo', { amount: moneyText(asked.amountMinor, currency) })}
        unit={currency}
        value={typed}
        error={amountMinor === undefined ? t('request.refund.badAmount') : undefined}
        onChange={setTyped}
      />
    ),
  }
  return <GuestRequest request={request} decision={decision} words={words} />
}

/** A guest who asks for money back: how much, what it costs the host, and what was decided. */
export const RefundRequest = ({ request }: { request: RequestRecord }) => {
  const { amountMinor, currency } = request
  // Who decides sees amounts.
  return amountMinor === null || currency === null ? (
    <div className={styles['decide']}>
      <Outcome request={request} />
    </div>
  ) : (
    <Answer request={request} asked={{ amountMinor, currency }} />
  )
}
