import type { OnboardingCase } from '@hearth/contracts/onboarding'
import type { OnboardingNotice } from '@hearth/contracts/onboarding/rules/caseEffects'
import type { Job } from '@hearth/contracts/kernel/process'
import type { MailQueue } from '@hearth/platform/mail/mailQueue'
import type pg from 'pg'
import { accountFold } from '../account/account.state.ts'
import { inTurn, mailTurn } from '../account/inTurn.ts'
import { mailOwners } from '../account/mailOwners.ts'
import { listingFold } from '../listing/listing.state.ts'
import { contentOf } from '../listing/listing.state.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { Worker } from '../workers/relay.ts'
import { onboardingFold } from './onboarding.state.ts'

type Words = Readonly<{ subject: string; lines: readonly string[]; label: string }>
type About = Readonly<{ name: string; known: OnboardingCase; data: Job['data'] }>

const CONTINUE = 'Continue'
const day = (at: string | null) => (at ?? '').slice(0, 10)
const requestsOf = ({ requests }: OnboardingCase) =>
  Object.values(requests).flatMap((items) => (items ?? []).map(({ comment }) => `“${comment}”`))

const wordsOf: Readonly<Record<OnboardingNotice, (about: About) => Words>> = {
  reminder: ({ name, data: { days = '' } }) => ({
    subject: `${name} is waiting for you`,
    lines: [
      `Nothing has happened for ${days} days. Everything you filled in is kept; the next step takes a few minutes.`,
    ],
    label: CONTINUE,
  }),
  changes_requested: ({ name, known }) => ({
    subject: `We ask you to change something about ${name}`,
    lines: [
      'We have looked at your listing. Before it can go live, please change this:',
      ...requestsOf(known),
    ],
    label: 'See what to change',
  }),
  approved: ({ name }) => ({
    subject: `${name} is approved`,
    lines: [
      'Our people have approved your listing. It goes live by itself as soon as everything else on its checklist is done.',
    ],
    label: 'See the checklist',
  }),
  rejected: ({ name, known }) => ({
    subject: `We cannot list ${name}`,
    lines: [
      `Our people have looked at your listing and cannot take it on: ${known.rejectedBecause ?? ''}`,
      'If you think that this is wrong, answer to this mail.',
    ],
    label: 'See the listing',
  }),
  abandoned: ({ name }) => ({
    subject: `${name} was laid aside`,
    lines: ['Everything you filled in is kept. You can take it up again at any time.'],
    label: 'Take it up again',
  }),
  live: ({ name }) => ({
    subject: `${name} is live`,
    lines: [
      'Guests can book it from now on. Have a look at its calendar and its prices; the first bookings come sooner when both are open for the next months.',
    ],
    label: 'See the listing',
  }),
  lapsed: ({ name, known }) => ({
    subject: `${name} needs your attention`,
    lines: [
      'Something that a listing needs to be live is missing:',
      ...known.lapsed.map(({ detail }) => detail),
      `If this is not mended by ${day(known.pauseAt)}, the listing is paused: no new bookings, and those you have stay.`,
    ],
    label: 'Mend it',
  }),
  registration: ({ name, data: { days = '', expiresOn = '' } }) => ({
    subject: `The registration of ${name} expires in ${days} days`,
    lines: [`It expires on ${expiresOn}. Record the new number before, so that the listing stays live.`],
    label: 'Record it',
  }),
}

const isNotice = (what: string): what is OnboardingNotice => Object.hasOwn(wordsOf, what)
/** A reminder that was overtaken, and a lapse that was mended, are not told. */
const isStillSo = (what: OnboardingNotice, { state, lapsed }: OnboardingCase) =>
  what === 'reminder'
    ? ['started', 'in_progress', 'changes_requested'].includes(state)
    : what === 'lapsed'
      ? lapsed.length > 0
      : true

const pageOf = (what: OnboardingNotice, listingId: string) => {
  if (what === 'registration') return `/listing-details/compliance?listingId=${listingId}`
  return what === 'live' || what === 'lapsed' || what === 'approved'
    ? `/listings/${listingId}`
    : `/onboarding/${listingId}`
}

/** Tells the owners what became of a listing on its way, and what it waits for (domain.md §2.23). */
export const tellOnboarding =
  ({
    pool,
    handler,
    mail,
    publicUrl,
  }: Readonly<{
    pool: pg.Pool
    handler: Pick<CommandHandler, 'view'>
    mail: MailQueue
    publicUrl: URL
  }>): Worker =>
  async (data) => {
    const { listingId = '', hostAccountId = '', what = '' } = data
    await inTurn(pool, mailTurn(hostAccountId), async (transaction) => {
      const [{ state: host }, { state: home }, { state: known }] = await Promise.all([
        handler.view(accountFold, hostAccountId, 0),
        handler.view(listingFold, listingId, 0),
        handler.view(onboardingFold, listingId, 0),
      ])
      if (
        host.status === 'none' ||
        home.status === 'none' ||
        known === undefined ||
        !isNotice(what) ||
        !isStillSo(what, known)
      )
        return
      const { info, description } = contentOf(home)
      const { subject, lines, label } = wordsOf[what]({
        name: info?.internalName ?? description?.title ?? home.place,
        known,
        data,
      })
      await mailOwners(
        mail,
        host,
        { subject, lines, link: { label, url: new URL(pageOf(what, listingId), publicUrl).href } },
        transaction,
      )
    })
  }
