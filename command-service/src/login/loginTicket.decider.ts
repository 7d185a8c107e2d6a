import type { LoginTicketCommand, LoginTicketEvent } from '@hearth/contracts/login'
import { accept, reject, type Decider } from '../runtime/decider.ts'

/** A link as recorded in the log; its row in schema `app` ensures that it works only once. */
export type LoginTicketState = Readonly<{
  status: 'none' | 'issued' | 'redeemed' | 'voided' | 'expired'
  subject: string
}>

const OVER = {
  redeemed: 'TICKET_USED',
  voided: 'TICKET_INVALID',
  expired: 'TICKET_EXPIRED',
  none: 'TICKET_INVALID',
} as const
const over = ({ status }: LoginTicketState) =>
  reject(status === 'issued' ? 'TICKET_INVALID' : OVER[status], 'This link is no longer valid.')

export const loginTicket: Decider<LoginTicketState, LoginTicketCommand, LoginTicketEvent> = {
  category: 'loginTicket',
  initial: { status: 'none', subject: '' },
  evolve: {
    TicketIssued: (_state, { subject }) => ({ status: 'issued', subject }),
    TicketRedeemed: (state) => ({ ...state, status: 'redeemed' }),
    TicketVoided: (state) => ({ ...state, status: 'voided' }),
    TicketExpired: (state) => ({ ...state, status: 'expired' }),
  },
  decide: {
    IssueTicket: (data, { status }, { id }) =>
      status === 'none'
        ? accept([{ type: 'TicketIssued', data: { ticketId: id, ...data } }])
        : reject('DUPLICATE', 'This link has already been issued.'),
    RedeemTicket: (data, state, { id }) =>
      state.status === 'issued'
        ? accept([{ type: 'TicketRedeemed', data: { ticketId: id, subject: state.subject, ...data } }])
        : over(state),
    VoidTicket: (data, state, { id }) =>
      accept(state.status === 'issued' ? [{ type: 'TicketVoided', data: { ticketId: id, ...data } }] : []),
    ExpireTicket: (_data, state, { id }) =>
      accept(state.status === 'issued' ? [{ type: 'TicketExpired', data: { ticketId: id } }] : []),
  },
}
