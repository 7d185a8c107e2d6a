import { addDays, addHours, type Instant } from '@hearth/contracts/kernel/dates'
import type { Id } from '@hearth/contracts/kernel/ids'
import type { CommandRequest, SendCommand } from '../commands/commandSender.ts'
import { listAnswers } from './homes/home.ts'
import { renderPicture } from './pictures/render.ts'
import { requireId } from './requireId.ts'
import { demoKey, type DemoListing } from './world.ts'

/** Hosts test their alarms this long before they answer, and again this long before today. Days. */
const TESTED_DAYS = 20

type Options = Readonly<{
  send: SendCommand
  hostAccountId: Id
  /** When the listing started. */
  opening: Instant
  now: Instant
}>
/** Sends a command of the listing; `step` names it among the listing's commands. */
type Act = (step: string, path: string, body: unknown, extra?: Partial<CommandRequest>) => Promise<Id>

const start = ({ listing, act }: Readonly<{ listing: DemoListing; act: Act }>): Promise<Id> => {
  const { baseNightMinor, weekendNightMinor, cleaningFeeMinor, minNights } = listing
  const { place, timezone, currency, maxGuests, bedrooms, cancellationPolicyCode } = listing
  return act('listing', '/api/listings', {
    title: listing.name,
    place,
    timezone,
    currency,
    maxGuests,
    bedrooms,
    cancellationPolicyCode,
    pricing: { baseNightMinor, weekendNightMinor, cleaningFeeMinor },
    rules: { minNights },
  })
}

/** Uploads the pictures of the home and adds each to the listing, as a host does. */
const addPhotos = async ({ home }: DemoListing, id: Id, act: Act): Promise<void> => {
  for (const [index, { caption, room, scene }] of home.photos.entries()) {
    const name = new URLSearchParams({ listingId: id, name: `${room ?? 'photo'}.jpg` })
    const picture = await renderPicture(home.palette, scene)
    const fileId = await act(`upload ${index}`, `/api/uploads?${name}`, picture)
    await act(`photo ${index}`, `/api/listings/${id}/add-photo`, { fileId, caption, room })
  }
}

/** Starts a listing with everything that guests read and see, and publishes it. */
export const startListing = async (listing: DemoListing, options: Options): Promise<Id> => {
  const { send, hostAccountId, opening, now } = options
  const { name, home, live } = listing
  const act: Act = async (step, path, body, extra = {}) =>
    requireId(
      await send({ path, body, key: demoKey(step, name), hostAccountId, occurredAt: opening, ...extra }),
    )
  const id = await start({ listing, act })
  const update = (body: Readonly<{ section: string; patch: object }>, baseVersion: number, at: Instant) =>
    act(
      `${body.section} ${baseVersion}`,
      `/api/listings/${id}/update-section`,
      { ...body, baseVersion },
      { occurredAt: at },
    )
  const testedOn = addDays(opening.slice(0, 10), -TESTED_DAYS)
  for (const answer of listAnswers(home, testedOn, (index) => demoKey('room', name, String(index))))
    await update(answer, 0, opening)
  await addPhotos(listing, id, act)
  if (home.registration !== null)
    await act('registration', `/api/listings/${id}/import-registration`, {
      ...home.registration,
      verifiedOn: opening.slice(0, 10),
    })
  if (!live) return id
  await act('publish', `/api/listings/${id}/publish`, {})
  const tested = addHours(now, -24 * TESTED_DAYS)
  await update({ section: 'safety', patch: { alarmsTestedOn: tested.slice(0, 10) } }, 1, tested)
  return id
}
