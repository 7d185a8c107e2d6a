import { deriveId, newId } from '@hearth/contracts/kernel/ids'
import type { Actor } from '@hearth/contracts/kernel/message'
import { TICKET_S, type TicketPurpose } from '@hearth/contracts/login'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { hashText, newSessionValue } from '@hearth/platform/session/cookie'
import type { LoginTools, Trace } from './tools.ts'

/** A link to issue. `context` holds ids only; it is returned when the link is redeemed. */
export type TicketRequest = Readonly<{
  purpose: TicketPurpose
  email: string
  /** The person, if they are known. */
  userId?: string
  redirect?: string | null
  /** What an invitation is for, shown before it is redeemed: an account's name. */
  about?: string
  context?: Readonly<Record<string, string>>
  /** The browser that requested it; another one must also send the email address. */
  browserHash?: string
}>

export type IssuedTicket = Readonly<{
  ticketId: string
  token: string
  expiresAt: string
  /** The whole address, for an email. The token follows `#`, so it reaches no server's log. */ url: string
}>

export type TicketTools = Pick<LoginTools, 'pool' | 'box' | 'publicUrl' | 'record'>

const PAGES: Readonly<Partial<Record<TicketPurpose, string>>> = {
  mobile_handoff: '/mobile/login',
  payout_alarm: '/payout-alarm',
}

/** Links that replace each other share a slot. An alarm about another change is another link. */
const slotFor = (purpose: TicketPurpose, subject: string, context: Readonly<Record<string, string>>) =>
  hashText(
    [
      purpose,
      subject,
      context['hostAccountId'] ?? '',
      ...(context['eventId'] === undefined ? [] : [context['eventId']]),
    ].join('\n'),
  )

type NewTicket = TicketRequest &
  Readonly<{ ticketId: string; subject: string; token: string; expiresAt: string }>

/** Inserts the row of a link, and voids those that it replaces; answers their ids. */
const insertTicket = async (
  { pool, box }: TicketTools,
  { ticketId, subject, token, expiresAt, purpose, email, userId, redirect, ...more }: NewTicket,
): Promise<readonly string[]> => {
  const { about, context = {}, browserHash } = more
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
      slotFor(purpose, subject, context),
      subject,
      userId ?? null,
      box.seal(email, `ticket/${ticketId}/email`),
      about === undefined ? null : box.seal(about, `ticket/${ticketId}/about`),
      context,
      hashText(token),
      browserHash ?? null,
      redirect ?? null,
      expiresAt,
    ],
  )
  return rows.map(({ id }) => id)
}

/**
 * Issues a link that works once: it signs a person in, or stops payouts. A newer link of the same purpose, to
 * the same person and account, voids the older one.
 */
export const issueTicket = async (
  tools: TicketTools,
  request: TicketRequest,
  by: Actor,
  trace: Trace,
): Promise<IssuedTicket> => {
  const { purpose, email, userId, redirect = null } = request
  const ticketId = newId()
  const token = newSessionValue()
  const subject = userId ?? deriveId('email', email)
  const expiresAt = new Date(Date.now() + TICKET_S[purpose] * 1_000).toISOString()
  await tools.record(
    {
      type: 'IssueTicket',
      data: { purpose, subject, email: userId === undefined ? email : null, redirect, expiresAt },
    },
    ticketId,
    by,
    trace,
  )
  const older = await insertTicket(tools, { ...request, ticketId, subject, token, expiresAt })
  for (const id of older) await tools.record({ type: 'VoidTicket', data: { why: 'newer' } }, id, by, trace)
  const page = new URL(PAGES[purpose] ?? '/login/ticket', tools.publicUrl).href
  return { ticketId, token, expiresAt, url: `${page}#token=${token}` }
}

/**
 * Voids a link, for example when an invitation is withdrawn. A link that was used or has expired is
 * unchanged.
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

/** A link as stored in schema `app`, with its sealed fields opened. */
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
 * The valid link with this token. TICKET_INVALID when there is none or it was voided, TICKET_USED,
 * TICKET_EXPIRED. The link is not consumed.
 */
export const findTicket = async (
  { pool, box, record }: TicketTools,
  token: string,
  trace: Trace,
  actor: Actor,
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
    await record({ type: 'ExpireTicket', data: {} }, row.id, actor, trace)
    throw new AppProblem('TICKET_EXPIRED')
  }
  const { usedAt: _used, voidedAt: _voided, over: _over, ...ticket } = row
  return {
    ...ticket,
    email: box.open(row.email, `ticket/${row.id}/email`),
    about: row.about && box.open(row.about, `ticket/${row.id}/about`),
  }
}

/** Takes the link for one of several simultaneous requests; the others get TICKET_USED. */
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

/** Makes a taken link valid again, after carrying it out failed. */
export const releaseTicket = async ({ pool }: TicketTools, ticketId: string): Promise<void> => {
  await pool.query('update app.ticket set used_at = null where id = $1', [ticketId])
}
