import {
  evolvePayoutAccount,
  NO_PAYOUT_ACCOUNT,
  type PayoutAccount,
  type PayoutAccountCommand,
  type PayoutAccountEvent,
} from '@hearth/contracts/payout-account'
import type { Decider } from '../runtime/decider.ts'
import { decideMethods } from './methods.ts'
import type { PayoutAccountFacts } from './payoutAccount.facts.ts'
import { decideHolds, decideSettings } from './settings.ts'

export const payoutAccount: Decider<
  PayoutAccount,
  PayoutAccountCommand,
  PayoutAccountEvent,
  PayoutAccountFacts
> = {
  category: 'payoutAccount',
  initial: NO_PAYOUT_ACCOUNT,
  evolve: evolvePayoutAccount,
  decide: { ...decideMethods, ...decideSettings, ...decideHolds },
}
