import { ledgerFold } from '../ledger/ledger.state.ts'
import { payoutFold } from '../payout/payout.state.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { ListNumbers } from '../vault/numberSweep.ts'
import { payoutAccountFold } from './payoutAccount.state.ts'

/** The numbers of an account's bank accounts, and those to which a payout is under way. */
export const createBankNumberList =
  (handler: Pick<CommandHandler, 'view'>): ListNumbers =>
  async (hostAccountId) => {
    const { methods } = (await handler.view(payoutAccountFold, hostAccountId, 0)).state
    const { assigned } = (await handler.view(ledgerFold, hostAccountId, 0)).state
    const flights = await Promise.all(
      Object.keys(assigned).map(async (payoutId) => (await handler.view(payoutFold, payoutId, 0)).state),
    )
    return {
      named: Object.values(methods).map(({ vaultRef }) => vaultRef),
      underWay: flights.flatMap((state) =>
        state.status === 'none' || state.flight === null ? [] : [state.flight.method.vaultRef],
      ),
    }
  }
