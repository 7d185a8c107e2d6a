import { withLock } from '@hearth/platform/postgres/advisoryLock'
import type { MailQueue } from '@hearth/platform/mail/mailQueue'
import type { Message } from '@hearth/platform/mail/message'
import type pg from 'pg'
import { issueTicket, voidTicket, type TicketTools } from '../login/tickets.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { SCHEDULER } from '../runtime/internal.ts'
import { accountFold } from './account.state.ts'
import { mailLock } from './mailLock.ts'

export type InvitationOptions = Readonly<{
  pool: pg.Pool
  handler: Pick<CommandHandler, 'view'>
  tickets: TicketTools
  mail: MailQueue
}>

type Trace = Readonly<{ correlationId: string }>
const traced = ({ correlationId }: Trace) => ({ correlationId, traceparent: '' })

const invitationMail = (to: string, accountName: string, url: string): Message => ({
  to,
  subject: `You’re invited to help manage ${accountName}`,
  lines: [
    `${accountName} has invited you to help manage its listings on Hearth.`,
    'This link works once and expires in 7 days.',
    'If you don’t know who invited you, you can ignore this email.',
  ],
  link: { label: 'Accept invitation', url },
})

/** The links of invitations: mailing and ending them. */
export const createInvitations = ({ pool, handler, tickets, mail }: InvitationOptions) => ({
  /** Mails the link while the invitation is open. A second time it is a new link, and the former one ends. */
  send: async (hostAccountId: string, memberId: string, trace: Trace): Promise<void> => {
    await withLock(pool, mailLock(hostAccountId), async (transaction) => {
      const { state } = await handler.view(accountFold, hostAccountId, 0)
      const member = state.status === 'open' ? state.members[memberId] : undefined
      if (state.status !== 'open' || member?.status !== 'invited') return
      const name = String(state.profile['displayName'])
      const { url } = await issueTicket(
        tickets,
        {
          purpose: 'invitation',
          email: member.email,
          about: name,
          redirect: '/',
          context: { hostAccountId, memberId },
        },
        SCHEDULER.actor,
        traced(trace),
      )
      await mail.add('message', invitationMail(member.email, name, url), transaction)
    })
  },

  /** Ends the links of an invitation that was withdrawn. */
  void: async (memberId: string, trace: Trace): Promise<void> => {
    const { rows } = await pool.query<{ id: string }>(
      `select id from app.ticket where context->>'memberId' = $1 and used_at is null and voided_at is null`,
      [memberId],
    )
    for (const { id } of rows) await voidTicket(tickets, id, 'withdrawn', SCHEDULER.actor, traced(trace))
  },
})
