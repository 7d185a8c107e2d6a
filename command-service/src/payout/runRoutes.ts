import { zId } from '@hearth/contracts/kernel/ids'
import { RUN_TIME, zReconcile, zRunOfDay } from '@hearth/contracts/payout'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import { z } from 'zod'
import { accountFold } from '../account/account.state.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { Payouts } from './openPayouts.ts'

type Options = Readonly<{
  payouts: Pick<Payouts, 'runs' | 'reconcile'>
  handler: Pick<CommandHandler, 'view'>
  now?: () => number
}>

/**
 * `POST /api/payout-accounts/{id}/run {day}` → {payouts}: schedules the account's payouts of that day's run.
 * Repeated, it finds nothing more.
 */
const runRoute = ({ payouts, handler, now = Date.now }: Options): Route =>
  route({
    method: 'POST',
    path: '/api/payout-accounts/:id/run',
    access: { capability: 'payout.run' },
    tenant: 'any',
    rate: 'write',
    params: z.strictObject({ id: zId }),
    body: zRunOfDay,
    handler: async ({ params, body }) => {
      if ((await handler.view(accountFold, params.id)).state.status === 'none')
        return new AppProblem('NOT_FOUND')
      const at = `${body.day}${RUN_TIME}`
      if (Date.parse(at) > now())
        return new AppProblem('VALIDATION_FAILED', 'The run of this day hasn’t started yet.', {
          errors: [{ pointer: '/day', detail: 'must be a day whose run, at 09:00 UTC, is past' }],
        })
      return { status: 200, body: { payouts: await payouts.runs.runAccount(params.id, at) } }
    },
  })

/**
 * `POST /api/reconciliations` → {id, payouts, movements, differences}: runs the nightly comparison with the
 * bank now. PRECONDITION_FAILED without a bank, DEPENDENCY_UNAVAILABLE when it does not answer.
 */
const reconcileRoute = ({ payouts }: Options): Route =>
  route({
    method: 'POST',
    path: '/api/reconciliations',
    access: { capability: 'payout.run' },
    tenant: 'any',
    rate: 'write',
    body: zReconcile,
    handler: async ({ body }) => {
      if (payouts.reconcile === undefined)
        return new AppProblem(
          'PRECONDITION_FAILED',
          'No bank is connected, so there’s no statement to compare with. ' +
            'Set BANK_URL or SEPA_DIRECTORY to connect one.',
        )
      const compared = await payouts.reconcile(body.settleSeconds)
      return compared === undefined
        ? new AppProblem(
            'DEPENDENCY_UNAVAILABLE',
            'The bank’s statement can’t be read right now. Try again shortly.',
          )
        : { status: 200, body: compared }
    },
  })

/**
 * For operators who catch up on days without a run: one account and day at a time, then the comparison with
 * the bank.
 */
export const payoutRunRoutes = (options: Options): readonly Route[] => [
  runRoute(options),
  reconcileRoute(options),
]
