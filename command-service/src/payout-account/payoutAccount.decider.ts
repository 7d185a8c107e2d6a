import {
  type PayoutAccount,
  type PayoutAccountCommand,
  type PayoutAccountEvent,
} from '@hearth/contracts/payout-account'
import type { Decider } from '../runtime/decider.ts'
import { payoutAccountFold } from './payoutAccount.state.ts'
import { decideMethods } from './methods.ts'
import type { PayoutAccountFacts } from './payoutAccount.facts.ts'
import { decideHolds, decideSettings } from './settings.ts'

export const payoutAccount: Decider<
  PayoutAccount,
  PayoutAccountCommand,
  PayoutAccountEvent,
  PayoutAccountFacts
> = {
  ...payoutAccountFold,
  decide: { ...decideMethods, ...decideSettings, ...decideHolds },
}
