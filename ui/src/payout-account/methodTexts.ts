import { isVerified, type PayoutMethod } from '@hearth/contracts/payout-account'
import { findCountryName } from '../i18n/countries.ts'
import { useText, type TextKey } from '../i18n/text.ts'
import type { Tone } from '../theme/tokens.ts'

/** `Sparkasse …3000`: the name of a bank account on these pages. */
export const useMethodName = () => {
  const t = useText()
  return ({ bankName, type, last4 }: PayoutMethod) =>
    [bankName ?? t(`payoutAccount.way.${type}.name`), last4 === '' ? '' : `…${last4}`].join(' ').trim()
}

/** Its holder, country and currency. */
export const describeHolder = ({ holderName, country, currency }: PayoutMethod) =>
  `${holderName}, ${findCountryName(country)}, ${currency}`

export type MethodState =
  | 'verification_failed'
  | 'holder_rejected'
  | 'payout_failed'
  | 'waiting'
  | 'sent'
  | 'holder'
  | 'cooling'
  | 'ready'

/** The most important state of a bank account. */
export const methodState = (method: PayoutMethod, now: string): MethodState => {
  if (method.failure !== null) return method.failure
  if (method.deposits !== 'confirmed') return method.deposits
  if (!isVerified(method)) return 'holder'
  return now < method.usableFrom ? 'cooling' : 'ready'
}

export const methodTone: Readonly<Record<MethodState, Tone>> = {
  verification_failed: 'bad',
  holder_rejected: 'bad',
  payout_failed: 'bad',
  waiting: 'info',
  sent: 'warn',
  holder: 'info',
  cooling: 'info',
  ready: 'ok',
}
export const stateText = (state: MethodState): TextKey => `payoutAccount.state.${state}`
