import type { OnboardingCase } from '@hearth/contracts/onboarding'
import type { OnboardingNotice } from '@hearth/contracts/onboarding/rules/caseEffects'
import type { Job } from '@hearth/contracts/kernel/process'
import { ownersToTell } from '../account/account.state.ts'
import { createAccountMailer, toEach, type AccountMailParts } from '../account/accountMailer.ts'
import { listingFold } from '../listing/listing.state.ts'
import { contentOf } from '../listing/listing.state.ts'
import type { Worker } from '../workers/relay.ts'
import { onboardingFold } from './onboarding.state.ts'

type Words = Readonly<{ subject: string; lines: readonly string[]; label: string }>
type About = Readonly<{ name: string; known: OnboardingCase; data: Job['data'] }>

const CONTINUE = 'Continue'
const day = (at: string | null) => (at ?? '').slice(0, 10)
const listRequests = ({ requests }: OnboardingCase) =>
  Object.values(requests).flatMap((items) => (items ?? []).map(({ comment }) => `“${comment}”`))

const NOTICES: Readonly<Record<OnboardingNotice, (about: About) => Words>> = {
  reminder: ({ name, data: { days = '' } }) => ({
    subject: `${name} is waiting for you`,
    lines: [
      `You last worked on this ${days} days ago. ` +
        'All your answers are saved, and the next step only takes a few minutes.',
    ],
    label: CONTINUE,
  }),
  changes_requested: ({ name, known }) => ({
    subject: `Changes requested for ${name}`,
    lines: [
      'We’ve reviewed your listing. Before it can go live, please make these changes:',
      ...listRequests(known),
    ],
    label: 'View the changes',
  }),
  approved: ({ name }) => ({
    subject: `${name} is approved`,
    lines: [
      'Our team has approved your listing. ' +
        'It goes live automatically once everything else on the checklist is done.',
    ],
    label: 'View the checklist',
  }),
  rejected: ({ name, known }) => ({
    subject: `We can’t list ${name}`,
    lines: [
      `Our team has reviewed your listing and can’t accept it: ${known.rejectedBecause ?? ''}`,
      'If you think this is wrong, reply to this email.',
    ],
    label: 'View listing',
  }),
  abandoned: ({ name }) => ({
    subject: `${name} is on hold`,
    lines: ['All your answers are saved. You can continue at any time.'],
    label: 'Continue',
  }),
  live: ({ name }) => ({
    subject: `${name} is live`,
    lines: [
      'Guests can now book it. Check its calendar and prices: ' +
        'keeping the next few months open helps you get your first bookings sooner.',
    ],
    label: 'View listing',
  }),
  lapsed: ({ name, known }) => ({
    subject: `${name} needs your attention`,
    lines: [
      'Your listing no longer meets these requirements:',
      ...known.lapsed.map(({ detail }) => detail),
      `If this isn’t fixed by ${day(known.pauseAt)}, we’ll pause the listing. ` +
        'You won’t get new bookings, but existing bookings aren’t affected.',
    ],
    label: 'Mend it',
  }),
  registration: ({ name, data: { days = '', expiresOn = '' } }) => ({
    subject: `The registration of ${name} expires in ${days} days`,
    lines: [`It expires on ${expiresOn}. Enter the new number before then so that your listing stays live.`],
    label: 'Record it',
  }),
}

const isNotice = (what: string): what is OnboardingNotice => Object.hasOwn(NOTICES, what)
/** Whether a notice still applies: a reminder may be outdated, and a lapse may be fixed. */
const isStillSo = (what: OnboardingNotice, { state, lapsed }: OnboardingCase) =>
  what === 'reminder'
    ? ['started', 'in_progress', 'changes_requested'].includes(state)
    : what === 'lapsed'
      ? lapsed.length > 0
      : true

const findPage = (what: OnboardingNotice, listingId: string) => {
  if (what === 'registration') return `/listing-details/compliance?listingId=${listingId}`
  return what === 'live' || what === 'lapsed' || what === 'approved'
    ? `/listings/${listingId}`
    : `/onboarding/${listingId}`
}

/**
 * Emails the owners about the progress of a listing in onboarding, and about what it requires
 * (docs/domain/notice.md#kinds).
 */
export const createOnboardingNotifier =
  ({ publicUrl, ...parts }: AccountMailParts & Readonly<{ publicUrl: URL }>): Worker =>
  async (data) => {
    const { listingId = '', hostAccountId = '', what = '' } = data
    await createAccountMailer(parts)(hostAccountId, async (host) => {
      const [{ state: home }, { state: known }] = await Promise.all([
        parts.handler.view(listingFold, listingId, 0),
        parts.handler.view(onboardingFold, listingId, 0),
      ])
      if (home.status === 'none' || known === undefined || !isNotice(what) || !isStillSo(what, known))
        return []
      const { info, description } = contentOf(home)
      const { subject, lines, label } = NOTICES[what]({
        name: info?.internalName ?? description?.title ?? home.place,
        known,
        data,
      })
      const url = new URL(findPage(what, listingId), publicUrl).href
      return toEach(ownersToTell(host), { subject, lines, link: { label, url } })
    })
  }
