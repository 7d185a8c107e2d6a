import {
  addHours,
  addMonths,
  earlier,
  later,
  type Instant,
  type LocalDate,
} from '@hearth/contracts/kernel/dates'
import type { Id } from '@hearth/contracts/kernel/ids'
import { nominalToMinor, type Currency } from '@hearth/contracts/kernel/money'
import { FIRST_POLICIES } from '@hearth/contracts/policy'
import { computeFormulas, decideItem, type Item, type ReasonCode } from '@hearth/contracts/reimbursement'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { SendCommand } from '../commands/commandSender.ts'
import { CLAIMS, LATE_CLAIM, type Claimed, type ClaimedItem } from './claimedFor.ts'
import { DEMO_LOGINS } from './logins.ts'
import { EVIDENCE } from './pictures/evidence.ts'
import type { Palette } from './pictures/palette.ts'
import { renderPicture } from './pictures/render.ts'
import { requireId } from './requireId.ts'
import type { DemoHome } from './seed.ts'
import { withSessions, type SessionOptions } from './sessions.ts'
import { asStaff } from './staff.ts'
import { demoKey } from './world.ts'

/** Who takes part: the importer, which can set when something happened, the gateway, an owner and staff. */
type Sides = Readonly<{
  load: SendCommand
  deliver: SendCommand
  host: SendCommand
  staff: SendCommand
  other: SendCommand
}>

type Stay = Readonly<{
  id: Id
  hostAccountId: Id
  listingId: Id
  currency: Currency
  checkOut: LocalDate
  checkOutInstant: Instant
  cleaningMinor: number
}>

const DAY = 24
/** Hours ago: a claim about such a stay can still be submitted, or not any more. */
const RECENT = { from: 13 * DAY, to: 2 }
const LATE = { from: 40 * DAY, to: 15 * DAY }
const READ_TIMEOUT_MS = 10_000
const { body: terms } = FIRST_POLICIES.reimbursement
/** After the check-out. */
const DRAFTED_AFTER_HOURS = 3
const SUBMITTED_AFTER_HOURS = 21
/** A claim that was submitted longer ago would be past the guest's time, and its timer would act between two steps. */
const SUBMITTED_WITHIN_HOURS = terms.guestHours - DAY
const ANSWERED_AFTER_HOURS = 25

/** Stays of these homes that ended between these hours ago, the latest first. */
const findStays = async (
  pool: pg.Pool,
  homes: readonly DemoHome[],
  now: Instant,
  hoursAgo: Readonly<{ from: number; to: number }>,
  limit: number,
): Promise<readonly Stay[]> => {
  const { rows } = await pool.query<Stay>(
    `
      select
        id, tenant_id as "hostAccountId", listing_id as "listingId", currency, check_out as "checkOut",
        to_char(check_out_instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "checkOutInstant",
        (money ->> 'cleaningMinor')::int as "cleaningMinor"
      from read.booking
      where
        listing_id = any($1) and status in ('confirmed', 'in_stay', 'checked_out', 'completed')
        and check_out_instant between $2::timestamptz and $3::timestamptz
      order by check_out_instant desc, id
      limit $4`,
    [
      homes.map(({ listingId }) => listingId),
      addHours(now, -hoursAgo.from),
      addHours(now, -hoursAgo.to),
      limit,
    ],
  )
  return rows
}

const toInput = (
  { description, category, claimed, cost, repair, age }: ClaimedItem,
  { currency, checkOut }: Stay,
) => {
  const minor = (nominal: number | undefined) =>
    nominal === undefined ? null : nominalToMinor(nominal, currency)
  return {
    description,
    category,
    claimedMinor: nominalToMinor(claimed, currency),
    costMinor: minor(cost),
    repairQuoteMinor: minor(repair),
    purchasedOn: age === undefined ? null : addMonths(checkOut, -age),
  }
}

const createSteps = (stay: Stay, claimed: Claimed, now: Instant) => {
  const { hostAccountId, listingId } = stay
  const after = (instant: Instant, hours: number) => earlier(addHours(instant, hours), now)
  const draftedAt = after(stay.checkOutInstant, DRAFTED_AFTER_HOURS)
  const submittedAt = later(
    after(stay.checkOutInstant, SUBMITTED_AFTER_HOURS),
    addHours(now, -SUBMITTED_WITHIN_HOURS),
  )
  const answeredAt = after(submittedAt, ANSWERED_AFTER_HOURS)
  /** The same steps with the same keys where an interrupted seed is repeated. */
  const key = (...parts: readonly string[]) => demoKey('reimbursement', stay.id, ...parts)
  const past = (send: SendCommand, id: Id, verb: string, body: object, at: Instant, name = verb) =>
    send({
      path: `/api/reimbursements/${id}/${verb}`,
      body,
      key: key(name),
      hostAccountId,
      occurredAt: at,
    })
  const act = async (send: SendCommand, id: Id, verb: string, body: object = {}, name = verb) =>
    requireId(await send({ path: `/api/reimbursements/${id}/${verb}`, body, key: key(name) }))
  return {
    act,
    draft: async ({ load }: Sides): Promise<Id> =>
      requireId(
        await load({
          path: '/api/reimbursements',
          body: { kind: claimed.kind, listingId, bookingId: stay.id },
          key: key('draft'),
          hostAccountId,
          occurredAt: draftedAt,
        }),
      ),
    addItems: async ({ load }: Sides, id: Id) => {
      for (const [index, item] of claimed.items.entries())
        requireId(await past(load, id, 'add-item', toInput(item, stay), draftedAt, `item ${index}`))
    },
    addEvidence: async ({ load }: Sides, id: Id, palette: Palette) => {
      for (const kind of ['photo_before', 'photo_after', 'invoice'] as const) {
        const path = `/api/reimbursements/${id}/files?${new URLSearchParams({ name: `${kind}.jpg` })}`
        const body = await renderPicture(palette, EVIDENCE[kind])
        const fileId = requireId(await load({ path, body, key: key('file', kind), hostAccountId }))
        const attached = { fileId, itemId: null, kind }
        requireId(await past(load, id, 'attach-evidence', attached, draftedAt, `attach ${kind}`))
      }
    },
    submit: async ({ load }: Sides, id: Id) => requireId(await past(load, id, 'submit', {}, submittedAt)),
    answer: async ({ deliver }: Sides, id: Id, response: object) =>
      requireId(await past(deliver, id, 'record-guest-response', response, answeredAt)),
  }
}

/** The items of the claim once the read model has them, with the amounts that the rules give. */
const awaitItems = async (pool: pg.Pool, id: Id, count: number): Promise<readonly Item[]> => {
  for (const deadline = Date.now() + READ_TIMEOUT_MS; ;) {
    const { rows } = await pool.query<{ items: readonly Item[] }>(
      'select items from read.reimbursement where id = $1',
      [id],
    )
    const items = rows[0]?.items ?? []
    if (items.length === count) return items
    if (Date.now() > deadline) throw new Error(`The claim ${id} has not been projected`)
    await delay(50)
  }
}

const decideAll = (
  items: readonly Item[],
  reasons: readonly ReasonCode[],
  { checkOut: on, cleaningMinor }: Stay,
) => {
  const formulas = computeFormulas(items, { terms, on, cleaningMinor })
  return items.map((item, index) => {
    const formula = formulas[index]
    const wanted = { reason: reasons[index] ?? ('approved_full' as const), marketMinor: null }
    const decided = formula && decideItem(item, formula, wanted, { terms, on })
    if (decided == null) throw new Error(`${wanted.reason} doesn’t fit ${item.description}`)
    return { itemId: item.itemId, approvedMinor: decided.approvedMinor, ...wanted, note: null }
  })
}

const ANSWER_LATER: readonly Claimed['outcome'][] = ['draft', 'withdrawn', 'expired', 'guest_review']
const NOT_SUBMITTED: readonly Claimed['outcome'][] = ['draft', 'withdrawn', 'expired']

/** One claim, as far as it has come. */
const addClaim = async (
  pool: pg.Pool,
  stay: Stay,
  palette: Palette,
  claimed: Claimed,
  sides: Sides,
  now: Instant,
): Promise<void> => {
  const { act, draft, addItems, addEvidence, submit, answer: respond } = createSteps(stay, claimed, now)
  const { outcome, answer = '', reasons = [] } = claimed
  const { host, staff, other } = sides
  const id = await draft(sides)
  await addItems(sides, id)
  if (outcome === 'expired') return
  await addEvidence(sides, id, palette)
  if (outcome === 'withdrawn') await act(host, id, 'withdraw')
  if (NOT_SUBMITTED.includes(outcome)) return
  await submit(sides, id)
  if (ANSWER_LATER.includes(outcome)) return
  const items = await awaitItems(pool, id, claimed.items.length)
  const acceptedItemIds = outcome === 'guest_accepted' ? items.map(({ itemId }) => itemId) : []
  await respond(sides, id, { acceptedItemIds, text: answer })
  if (outcome === 'guest_accepted' || outcome === 'under_review') return
  await act(staff, id, 'start-review')
  if (outcome === 'in_review') return
  if (outcome === 'info_requested') {
    await act(staff, id, 'request-info', { questions: ['When did you buy it, and do you have the receipt?'] })
    return
  }
  await act(staff, id, 'decide', { items: decideAll(items, reasons, stay) })
  if (outcome !== 'appealed' && outcome !== 'decided_final') return
  await act(host, id, 'appeal', { grounds: 'It was newer than that: the receipt is attached now.' })
  if (outcome === 'decided_final')
    await act(other, id, 'decide', { items: decideAll(items, reasons, stay) }, 'decide again')
}

/**
 * Fills the demonstration with claims for reimbursement in every state, about stays that ended lately. What is
 * open waits for the demo's hosts, staff and simulated guests.
 */
export const seedReimbursements = async (
  options: SessionOptions,
  { deliver, load }: Pick<Sides, 'deliver' | 'load'>,
  homes: readonly DemoHome[],
  now: Instant,
): Promise<void> => {
  const live = homes.filter(({ listing }) => listing.live)
  await asStaff({ ...options, role: 'support' }, async ([staff], pool) => {
    await asStaff({ ...options, role: 'finance' }, async ([other]) => {
      if (staff === undefined || other === undefined) return
      const recent = await findStays(pool, live, now, RECENT, CLAIMS.length)
      const late = await findStays(pool, live, now, LATE, 1)
      const wanted = [
        ...recent.flatMap((stay, index) => {
          const claimed = CLAIMS[index]
          return claimed === undefined ? [] : [{ stay, claimed }]
        }),
        ...late.map((stay) => ({ stay, claimed: LATE_CLAIM })),
      ]
      for (const { stay, claimed } of wanted) {
        const home = live.find(({ listingId }) => listingId === stay.listingId)
        if (home === undefined) continue
        const { palette } = home.listing.home
        const emails = DEMO_LOGINS.flatMap(({ email, role, account }) =>
          role === 'owner' && account === home.account ? [email] : [],
        )
        await withSessions(options, { emails, hostAccountId: stay.hostAccountId }, async ([host]) => {
          if (host !== undefined)
            await addClaim(pool, stay, palette, claimed, { load, deliver, host, staff, other }, now)
        })
      }
    })
  })
}
