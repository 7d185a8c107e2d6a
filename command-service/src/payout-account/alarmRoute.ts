import { deriveId } from '@hearth/contracts/kernel/ids'
import { zPayoutAlarm } from '@hearth/contracts/payout-account'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import { accountFold } from '../account/account.state.ts'
import { memberOfUser } from '../account/account.state.ts'
import { actorOf, findById } from '../login/people.ts'
import { findTicket, releaseTicket, takeTicket } from '../login/tickets.ts'
import { describeClient, type LoginTools } from '../login/tools.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { createInternal, SCHEDULER } from '../runtime/internal.ts'
import type { Envelope, Outcome } from '../runtime/outcome.ts'

const WHAT_TO_DO =
  'An owner reported a change to the payout settings that wasn’t theirs. ' +
  'We’ll review the account and call you before anything is paid out.'

/**
 * `POST /api/payout-alarm`: the link in an email about a change puts the account's payouts on hold, without
 * signing in (docs/domain/payout-account.md#notices).
 */
export const payoutAlarmRoute = (
  tools: LoginTools,
  {
    handle,
    handler,
  }: Readonly<{ handle: (envelope: Envelope) => Promise<Outcome>; handler: Pick<CommandHandler, 'view'> }>,
): Route =>
  route({
    method: 'POST',
    path: '/api/payout-alarm',
    access: 'public',
    tenant: 'none',
    rate: 'login',
    body: zPayoutAlarm,
    handler: async (request) => {
      const ticket = await findTicket(tools, request.body.token, request, SCHEDULER.actor)
      const { hostAccountId } = ticket.context
      if (ticket.purpose !== 'payout_alarm' || hostAccountId === undefined)
        throw new AppProblem('TICKET_INVALID')
      const [person, { state }] = await Promise.all([
        findById(tools.pool, ticket.userId ?? ''),
        handler.view(accountFold, hostAccountId, 0),
      ])
      // A person who is no longer an owner cannot stop payouts.
      if (person === undefined || state.status === 'none' || memberOfUser(state, person.id)?.role !== 'owner')
        throw new AppProblem('TICKET_INVALID')
      const actor = actorOf(person)
      await takeTicket(tools, ticket.id)
      try {
        await tools.record(
          { type: 'RedeemTicket', data: { userId: person.id, ...describeClient(request) } },
          ticket.id,
          actor,
          request,
        )
        const outcome = await handle({
          ...createInternal(
            {
              kind: 'command',
              commandId: deriveId('payout-alarm', ticket.id),
              type: 'PlaceHold',
              id: hostAccountId,
              data: { reason: 'staff_review', methodId: null, until: null, whatToDo: WHAT_TO_DO },
            },
            { correlationId: request.correlationId },
          ),
          principal: { actor, listingIds: 'all' },
        })
        if (outcome.kind === 'rejected') throw new AppProblem(outcome.code, outcome.detail)
      } catch (error) {
        await releaseTicket(tools, ticket.id)
        throw error
      }
      return { status: 200, body: { accountName: ticket.about } }
    },
  })
