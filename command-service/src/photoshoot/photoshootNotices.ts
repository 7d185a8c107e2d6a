import { PREPARATION, type Photoshoot } from '@hearth/contracts/photoshoot'
import type { PhotoshootNotice } from '@hearth/contracts/photoshoot/processes'
import { Temporal } from 'temporal-polyfill'
import { ownersToTell } from '../account/account.state.ts'
import { createAccountMailer, toEach, type AccountMailParts } from '../account/accountMailer.ts'
import { listingFold } from '../listing/listing.state.ts'
import type { Worker } from '../workers/relay.ts'
import { photoshootFold } from './photoshoot.state.ts'

type Words = Readonly<{ subject: string; lines: readonly string[] }>

const NOTICES: Readonly<Record<PhotoshootNotice, (when: string, shoot: Photoshoot) => Words>> = {
  scheduled: (when, { imagesDue }) => ({
    subject: `Your photo shoot is on ${when}`,
    lines: [
      `The photographer comes on ${when}. You’ll get at least ${imagesDue} photos within five business days.`,
      `There are ${PREPARATION.length} things to prepare. You’ll find the list in the console.`,
    ],
  }),
  rescheduled: (when) => ({
    subject: `Your photo shoot is now on ${when}`,
    lines: [`The photographer now comes on ${when}.`],
  }),
  cancelled: () => ({
    subject: 'Your photo shoot is cancelled',
    lines: ['You can choose another time whenever you like.'],
  }),
  no_show: () => ({
    subject: 'We couldn’t take your photos',
    lines: [
      'The photographer couldn’t get in. Choose another time, ' +
        'and tell us again how to get in and which number to call.',
    ],
  }),
  reminder: (when) => ({
    subject: `Your photo shoot is on ${when}`,
    lines: [`The photographer comes on ${when}. You can move it for free until 24 hours before.`],
  }),
  delivered: () => ({
    subject: 'Your photos are ready',
    lines: ['Review them, then add them to your listing or request a reshoot.'],
  }),
}

const localTime = (instant: string, timezone: string) => {
  const at = Temporal.Instant.from(instant).toZonedDateTimeISO(timezone)
  return `${at.toPlainDate().toString()} at ${at.toPlainTime().toString({ smallestUnit: 'minute' })}`
}

/** Emails the owners about their photo shoot, in the home's time zone. */
export const createPhotoshootNotifier =
  ({ publicUrl, ...parts }: AccountMailParts & Readonly<{ publicUrl: URL }>): Worker =>
  ({ photoshootId = '', hostAccountId = '', listingId = '', what = '' }) =>
    createAccountMailer(parts)(hostAccountId, async (host) => {
      const [{ state: home }, { state: shoot }] = await Promise.all([
        parts.handler.view(listingFold, listingId, 0),
        parts.handler.view(photoshootFold, photoshootId, 0),
      ])
      if (shoot === undefined || home.status === 'none' || !Object.hasOwn(NOTICES, what)) return []
      const { subject, lines } = NOTICES[what as PhotoshootNotice](
        shoot.slot === null ? '' : localTime(shoot.slot.startsAt, home.timezone),
        shoot,
      )
      const link = {
        label: 'View photo shoot',
        url: new URL(`/onboarding/${listingId}/photoshoot`, publicUrl).href,
      }
      return toEach(ownersToTell(host), { subject, lines, link })
    })
