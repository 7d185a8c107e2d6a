import {
  evolvePayoutAccount,
  NO_PAYOUT_ACCOUNT,
  type PayoutAccount,
  type PayoutAccountEvent,
} from '@hearth/contracts/payout-account'
import type { Fold } from '../runtime/decider.ts'

export const payoutAccountFold: Fold<PayoutAccount, PayoutAccountEvent> = {
  category: 'payoutAccount',
  initial: NO_PAYOUT_ACCOUNT,
  evolve: evolvePayoutAccount,
}
