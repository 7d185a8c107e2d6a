import { createHash, randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import pg from 'pg'
import { z } from 'zod'

/**
 * The alternative that most teams would choose: Express and Postgres, one transaction for each command, no
 * log of events. Each command is one statement, so one round trip and one commit: its session, the key of the
 * request, the rules and the rows.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 16 })

const EXCLUSION_VIOLATION = '23P01'
const UNIQUE_VIOLATION = '23505'

const zNote = z.object({ text: z.string().min(1).max(2_000), visibility: z.enum(['host', 'staff']) })
const zBooking = z.object({
  listingId: z.uuid(),
  checkIn: z.iso.date(),
  checkOut: z.iso.date(),
  source: z.string().max(20),
  externalRef: z.string().max(100),
  guest: z.object({ guestRef: z.string().max(100), displayName: z.string().max(100) }),
  party: z.object({ adults: z.number().int().min(1) }),
  price: z.object({
    currency: z.string().length(3),
    nightly: z.array(z.object({ date: z.iso.date(), amountMinor: z.number().int() })).min(1),
    guestTotalMinor: z.number().int(),
  }),
})
const zPage = z.object({ from: z.coerce.number().int().min(0).default(0) })

const who = `
  who as (select tenant_id, user_name from session where token_hash = $1 and expires_at > now()),
  earlier as (select answer from answered_request join who using (tenant_id) where key = $2)`

const ADD_NOTE = `
  with ${who},
  added as (
    insert into note (booking_id, author, visibility, text)
    select b.id, w.user_name, $4, $5
    from booking b join who w on w.tenant_id = b.tenant_id
    where b.id = $3 and not exists (select from earlier)
    returning id
  ),
  kept as (
    insert into answered_request (tenant_id, key, answer)
    select w.tenant_id, $2, jsonb_build_object('id', a.id) from who w, added a
  )
  select (select count(*) from who) as known, coalesce(
    (select answer from earlier),
    (select jsonb_build_object('id', id) from added)
  ) as answer`

const RECEIVE_BOOKING = `
  with ${who},
  added as (
    insert into booking (
      tenant_id, listing_id, code, source, external_ref, guest_ref, guest_name, adults, check_in, check_out,
      currency, guest_total_minor, host_payout_minor, nightly
    )
    select
      w.tenant_id, l.id, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::bigint,
      $13::bigint - round($13::bigint * l.fee_bps / 10000.0)::bigint, $14
    from listing l join who w on w.tenant_id = l.tenant_id
    where l.id = $3 and l.currency = $12 and l.max_guests >= $9 and not exists (select from earlier)
    returning id, code
  ),
  kept as (
    insert into answered_request (tenant_id, key, answer)
    select w.tenant_id, $2, to_jsonb(a) from who w, added a
  )
  select (select count(*) from who) as known, coalesce(
    (select answer from earlier),
    (select to_jsonb(a) from added a)
  ) as answer`

const PAGE = `
  select b.id, b.code, b.listing_id, b.guest_name, b.check_in, b.check_out, b.status, b.currency,
    b.guest_total_minor, b.host_payout_minor, b.confirmed_at, b.source, b.adults, b.nightly
  from booking b
  where b.tenant_id = (select tenant_id from session where token_hash = $1 and expires_at > now())
  order by b.check_in desc, b.id
  limit 25 offset $2`

const hash = (token: string) => createHash('sha256').update(token).digest()
const readToken: RequestHandler = (request, response, next) => {
  const token = /^Bearer (\S+)$/.exec(request.get('authorization') ?? '')?.[1]
  if (token === undefined) return void response.status(401).json({ code: 'UNAUTHENTICATED' })
  response.locals['session'] = hash(token)
  next()
}

type Answered = Readonly<{ known: string; answer: unknown }>
const answer =
  (name: string, text: string, read: (request: express.Request) => readonly unknown[]): RequestHandler =>
  async (request, response) => {
    const key = z.uuid().parse(request.get('idempotency-key'))
    const values = [response.locals['session'], key, ...read(request)]
    const { rows } = await pool.query<Answered>({ name, text, values })
    const [done] = rows
    if (done?.known === '0') response.status(401).json({ code: 'UNAUTHENTICATED' })
    else if (!done?.answer) response.status(404).json({ code: 'NOT_FOUND' })
    else response.status(201).json(done.answer)
  }

const createCode = () => `HB-${randomBytes(5).toString('hex').toUpperCase()}`

const fail: ErrorRequestHandler = (error, _request, response, next) => {
  if (response.headersSent) return next(error)
  const code = error instanceof pg.DatabaseError ? error.code : undefined
  if (error instanceof z.ZodError) response.status(422).json({ code: 'VALIDATION', issues: error.issues })
  else if (code === EXCLUSION_VIOLATION) response.status(409).json({ code: 'NIGHTS_UNAVAILABLE' })
  else if (code === UNIQUE_VIOLATION) response.status(409).json({ code: 'DUPLICATE' })
  else response.status(500).json({ code: 'INTERNAL' })
}

const app = express()
app.disable('x-powered-by')
app.use(express.json(), readToken)
app.post(
  '/api/bookings/:id/add-note',
  answer('add note', ADD_NOTE, ({ params, body }) => {
    const { visibility, text } = zNote.parse(body)
    return [z.uuid().parse(params['id']), visibility, text]
  }),
)
app.post(
  '/api/bookings',
  answer('receive booking', RECEIVE_BOOKING, ({ body }) => {
    const { listingId, checkIn, checkOut, source, externalRef, guest, party, price } = zBooking.parse(body)
    return [
      listingId,
      createCode(),
      source,
      externalRef,
      guest.guestRef,
      guest.displayName,
      party.adults,
      checkIn,
      checkOut,
      price.currency,
      price.guestTotalMinor,
      JSON.stringify(price.nightly),
    ]
  }),
)
app.get('/api/bookings', async (request, response) => {
  const { from } = zPage.parse(request.query)
  const { rows } = await pool.query({
    name: 'page',
    text: PAGE,
    values: [response.locals['session'], from],
  })
  response.json(rows)
})
app.use(fail)

const server = app.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  console.log(`ready http://127.0.0.1:${port}`)
})
process.once('SIGTERM', () => server.close(() => void pool.end()))
