import { describe, test } from 'vitest'
import { ADMIN, given } from '../testing/given.ts'
import { loginTicket } from './loginTicket.decider.ts'

const situation = { id: 't', actor: ADMIN, facts: {} }
const ticket = {
  purpose: 'email_login',
  subject: 'u',
  email: null,
  redirect: '/bookings',
  expiresAt: '2026-06-12T14:00:00.000Z',
} as const
const issued = { type: 'TicketIssued', data: { ticketId: 't', ...ticket } } as const
const where = { userId: 'u', address: '192.0.2.7', userAgent: 'Firefox' }
const redeem = { type: 'RedeemTicket', data: where } as const
const redeemed = { type: 'TicketRedeemed', data: { ticketId: 't', subject: 'u', ...where } } as const

describe('a ticket', () => {
  test('is issued once', () => {
    given(loginTicket).when({ type: 'IssueTicket', data: ticket }, situation).thenEvents(issued)
    given(loginTicket, issued).when({ type: 'IssueTicket', data: ticket }, situation).thenRefused('DUPLICATE')
  })
  test('is redeemed once', () => {
    given(loginTicket, issued).when(redeem, situation).thenEvents(redeemed)
    given(loginTicket, issued, redeemed).when(redeem, situation).thenRefused('TICKET_USED')
    given(loginTicket).when(redeem, situation).thenRefused('TICKET_INVALID')
  })
  test('is good for nothing once voided or expired', () => {
    given(loginTicket, issued)
      .when({ type: 'VoidTicket', data: { why: 'newer' } }, situation)
      .thenEvents({ type: 'TicketVoided' })
    given(loginTicket, issued, { type: 'TicketVoided', data: { ticketId: 't', why: 'newer' } })
      .when(redeem, situation)
      .thenRefused('TICKET_INVALID')
    given(loginTicket, issued)
      .when({ type: 'ExpireTicket', data: {} }, situation)
      .thenEvents({ type: 'TicketExpired' })
    given(loginTicket, issued, { type: 'TicketExpired', data: { ticketId: 't' } })
      .when(redeem, situation)
      .thenRefused('TICKET_EXPIRED')
    given(loginTicket, issued, redeemed)
      .when({ type: 'VoidTicket', data: { why: 'newer' } }, situation)
      .thenNothing()
    given(loginTicket, issued, redeemed).when({ type: 'ExpireTicket', data: {} }, situation).thenNothing()
  })
})
