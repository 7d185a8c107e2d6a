import type { PayoutAccountNotice } from '@hearth/contracts/payout-account/processes'
import type { Job } from '@hearth/contracts/kernel/process'
import { withLock } from '@hearth/platform/postgres/advisoryLock'
import type { MailQueue } from '@hearth/platform/mail/mailQueue'
import type pg from 'pg'
import { accountFold } from '../account/account.state.ts'
import { ownersToTell } from '../account/account.state.ts'
import { mailLock } from '../account/mailLock.ts'
import { findById, type Person } from '../login/people.ts'
import { issueTicket, type TicketTools } from '../login/tickets.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { SCHEDULER } from '../runtime/internal.ts'
import type { Worker } from '../workers/relay.ts'
import { capital, describeBankAccount, isNotice, NOTICES } from './changeTexts.ts'
import { payoutAccountFold } from './payoutAccount.state.ts'

/** Changes that hosts make; someone else may have made them in their name. */
const BY_HOSTS: readonly PayoutAccountNotice[] = [
  'PayoutMethodAdded',
  'PayoutMethodVerified',
  'DefaultMethodSet',
  'RoutingSet',
  'ScheduleSet',
  'MinimumSet',
  'MethodRemoved',
]

const NOT_ME =
  'If this wasn’t you or your team, stop payouts now with the link below. It works for 7 days. ' +
  'We’ll then review the account with you.'

export type ChangeNotifierOptions = Readonly<{
  pool: pg.Pool
  handler: Pick<CommandHandler, 'view'>
  tickets: TicketTools
  mail: MailQueue
}>

type Alarm = Readonly<{ hostAccountId: string; eventId: string; accountName: string; correlationId: string }>

/** The link in an owner's email: one of their own that stops payouts, or one to the settings. */
const createLink = async (
  tickets: TicketTools,
  email: string,
  person: Person | undefined,
  { hostAccountId, eventId, accountName, correlationId }: Alarm,
): Promise<Readonly<{ label: string; url: string }>> => {
  if (person === undefined)
    return { label: 'View payout settings', url: new URL('/payout-settings', tickets.publicUrl).href }
  const { url } = await issueTicket(
    tickets,
    {
      purpose: 'payout_alarm',
      email,
      userId: person.id,
      about: accountName,
      context: { hostAccountId, eventId },
    },
    SCHEDULER.actor,
    { correlationId, traceparent: '' },
  )
  return { label: 'This was not me: stop payouts', url }
}

/**
 * Emails every owner about a change to how the host is paid, each with a link of their own that stops payouts
 * (docs/domain/payout-account.md#notices).
 */
export const createChangeNotifier =
  ({ pool, handler, tickets, mail }: ChangeNotifierOptions): Worker =>
  async (data: Job['data'], { correlationId }) => {
    const { hostAccountId = '', methodId = '', holdId = '', what = '', eventId = '', by = '' } = data
    await withLock(pool, mailLock(hostAccountId), async (transaction) => {
      const [{ state }, { state: account }] = await Promise.all([
        handler.view(accountFold, hostAccountId, 0),
        handler.view(payoutAccountFold, hostAccountId, 0),
      ])
      if (state.status === 'none' || !isNotice(what)) return
      const name = String(state.profile['displayName'])
      const method = account.methods[methodId === '' ? (account.holds[holdId]?.methodId ?? '') : methodId]
      const { subject, lines } = NOTICES[what]({
        name,
        bankAccount: describeBankAccount(method),
        method,
        account,
        holdId,
        now: new Date().toISOString(),
      })
      const alarm = { hostAccountId, eventId, accountName: name, correlationId }
      for (const owner of ownersToTell(state)) {
        // An imported owner may never have signed in: then there is no person yet who could stop payouts.
        const person =
          by === 'host' && BY_HOSTS.includes(what) && owner.userId !== null
            ? await findById(pool, owner.userId)
            : undefined
        const message = {
          to: owner.email,
          subject,
          lines: [...lines.map(capital), ...(person === undefined ? [] : [NOT_ME])],
          link: await createLink(tickets, owner.email, person, alarm),
        }
        await mail.add('message', message, transaction)
      }
    })
  }
