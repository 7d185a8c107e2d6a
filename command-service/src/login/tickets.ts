import { deriveId, newId } from '@hearth/contracts/kernel/ids'
import type { Actor } from '@hearth/contracts/kernel/message'
import { TICKET_SECONDS, type TicketPurpose } from '@hearth/contracts/login'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { hashText, newSessionValue } from '@hearth/platform/session/cookie'
import type { LoginTools, Trace } from './tools.ts'

/** What a link is issued for. `context` holds ids only; who redeems it gets them back. */
export type TicketRequest = Readonly<{
  purpose: TicketPurpose
  email: string
  /** Where the person is known already. */
  userId?: string
  redirect?: string | null
  /** What it is an invitation to, shown before it is redeemed: an account's name. */
  about?: string
  context?: Readonly<Record<string, string>>
  /** The browser that asked; another one must name the address. */
  browserHash?: string
}>

export type IssuedTicket = Readonly<{
  ticketId: string
  token: string
  expiresAt: string
  /** Whole, for a mail; the token stands behind # and reaches no server's log. */ url: string
}>

export type TicketTools = Pick<LoginTools, 'pool' | 'box' | 'publicUrl' | 'record'>

const PAGES: Readonly<Partial<Record<TicketPurpose, string>>> = {
  mobile_handoff: '/mobile/login',
  payout_alarm: '/payout-alarm',
}

/**
 * Issues a link that works once: lets somebody in, or stops payouts. A newer one of the same purpose, to the
 * same person and account, voids the older.
 */
export const issueTicket = async (
  tools: TicketTools,
  wish: TicketRequest,
  by: Actor,
  trace: Trace,
): Promise<IssuedTicket> => {
  const { pool, box, publicUrl, record } = tools
  const { purpose, email, userId, redirect = null, about, context = {}, browserHash } = wish
  const ticketId = newId()
  const token = newSessionValue()
  const subject = userId ?? deriveId('email', email)
  // An alarm about one change stays good when there is another change.
  const slot = hashText(
    [
      purpose,
      subject,
      context['hostAccountId'] ?? '',
      ...(context['eventId'] === undefined ? [] : [context['eventId']]),
    ].join('\n'),
  )
  const expiresAt = new Date(Date.now() + TICKET_SECONDS[purpose] * 1_000).toISOString()
  await record(
    {
      type: 'IssueTicket',
      data: { purpose, subject, email: userId === undefined ? email : null, redirect, expiresAt },
    },
    ticketId,
    by,
    trace,
  )
  const { rows } = await pool.query<{ id: string }>(
    `
      with
        gone as (delete from app.ticket where expires_at < now() - interval '30 days'),
        older as (
          update app.ticket
          set voided_at = now()
          where slot = $3 and used_at is null and voided_at is null
          returning id
        ),
        made as (
          insert into
            app.ticket (
              id,
              purpose,
              slot,
              subject,
              user_id,
              email,
              about,
              context,
              token_hash,
              browser_hash,
              redirect,
              expires_at
            )
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
        )
      select id
      from older`,
    [
      ticketId,
      purpose,
      slot,
      subject,
      userId ?? null,
      box.seal(email, `ticket/${ticketId}/email`),
      about === undefined ? null : box.seal(about, `ticket/${ticketId}/about`),
      context,
      hashText(token),
      browserHash ?? null,
      redirect,
      expiresAt,
    ],
  )
  for (const { id } of rows) await record({ type: 'VoidTicket', data: { why: 'newer' } }, id, by, trace)
  return {
    ticketId,
    token,
    expiresAt,
    url: `${new URL(PAGES[purpose] ?? '/login/ticket', publicUrl).href}#token=${token}`,
  }
}

/**
 * Makes a link worth nothing, as when an invitation is withdrawn. One that is used or over stays as it is.
 */
export const voidTicket = async (
  { pool, record }: TicketTools,
  ticketId: string,
  why: 'withdrawn' | 'password_changed' | 'erased',
  by: Actor,
  trace: Trace,
): Promise<void> => {
  await record({ type: 'VoidTicket', data: { why } }, ticketId, by, trace)
  await pool.query(
    'update app.ticket set voided_at = now() where id = $1 and used_at is null and voided_at is null',
    [ticketId],
  )
}

/** A link as it stands in schema `app`, opened. */
export type Ticket = Readonly<{
  id: string
  purpose: TicketPurpose
  userId: string | null
  email: string
  about: string | null
  context: Readonly<Record<string, string>>
  browserHash: string | null
  redirect: string | null
  expiresAt: string
}>

type Row = Omit<Ticket, 'email' | 'about'> &
  Readonly<{
    email: Buffer
    about: Buffer | null
    usedAt: string | null
    voidedAt: string | null
    over: boolean
  }>

/**
 * The open link with this token. TICKET_INVALID for one that never was or was voided, TICKET_USED,
 * TICKET_EXPIRED. Consumes nothing.
 */
export const findTicket = async (
  { pool, box, record }: TicketTools,
  token: string,
  trace: Trace,
  nobody: Actor,
): Promise<Ticket> => {
  const { rows } = await pool.query<Row>(
    `
      select
        id,
        purpose,
        user_id as "userId",
        email,
        about,
        context,
        browser_hash as "browserHash",
        redirect,
        expires_at as "expiresAt",
        used_at as "usedAt",
        voided_at as "voidedAt",
        expires_at <= now() as over
      from app.ticket
      where token_hash = $1`,
    [hashText(token)],
  )
  const row = rows[0]
  if (!row || row.voidedAt !== null) throw new AppProblem('TICKET_INVALID')
  if (row.usedAt !== null) throw new AppProblem('TICKET_USED')
  if (row.over) {
    await record({ type: 'ExpireTicket', data: {} }, row.id, nobody, trace)
    throw new AppProblem('TICKET_EXPIRED')
  }
  const { usedAt: _used, voidedAt: _voided, over: _over, ...ticket } = row
  return {
    ...ticket,
    email: box.open(row.email, `ticket/${row.id}/email`),
    about: row.about && box.open(row.about, `ticket/${row.id}/about`),
  }
}

/** Takes the link: of many at the same time one gets it, the others TICKET_USED. */
export const takeTicket = async ({ pool }: TicketTools, ticketId: string): Promise<void> => {
  const { rowCount } = await pool.query(
    `
      update app.ticket
      set used_at = now()
      where
        id = (
          select id
          from app.ticket
          where id = $1 and used_at is null and voided_at is null and expires_at > now()
          for update skip locked
        )`,
    [ticketId],
  )
  if (rowCount !== 1) throw new AppProblem('TICKET_USED')
}

/** Gives a taken link back when what it is for could not be done. */
export const releaseTicket = async ({ pool }: TicketTools, ticketId: string): Promise<void> => {
  await pool.query('update app.ticket set used_at = null where id = $1', [ticketId])
}
