import { describeRead, type AccessEntry } from '@hearth/contracts/audit'
import type { accountTexts } from '../../i18n/en/account.ts'
import type { Text } from '../../i18n/text.ts'

type PageName = keyof (typeof accountTexts)['access']['pages']

const PAGES: readonly (readonly [pattern: RegExp, name: PageName])[] = [
  [/^\/$/, 'today'],
  [/^(\/mobile)?\/inbox\/?$/, 'inbox'],
  [/^(\/mobile)?\/inbox\/[^/]+$/, 'thread'],
  [/^\/saved-replies/, 'savedReplies'],
  [/^\/scheduled-messages/, 'scheduledMessages'],
  [/^\/requests\/?$/, 'requests'],
  [/^\/requests\//, 'request'],
  [/^\/reviews\/?$/, 'reviews'],
  [/^\/reviews\//, 'review'],
  [/^\/reimbursements\/?$/, 'reimbursements'],
  [/^\/reimbursements\//, 'reimbursement'],
  [/^\/report-incident/, 'reportIncident'],
  [/^\/incidents\/?$/, 'incidents'],
  [/^\/incidents\//, 'incident'],
  [/^(\/mobile)?\/bookings\/?$/, 'bookings'],
  [/^\/bookings\/[^/]+\/cancel$/, 'cancel'],
  [/^\/bookings\/[^/]+\/overbooking$/, 'overbooking'],
  [/^\/bookings\/[^/]+$/, 'booking'],
  [/^\/calendar/, 'calendar'],
  [/^\/listings\/start/, 'startListing'],
  [/^\/listings\/import/, 'listings'],
  [/^\/listing-details\//, 'listingDetails'],
  [/^\/onboarding\/?$/, 'onboarding'],
  [/^\/(onboarding\/)?payout-settings/, 'payoutSettings'],
  [/^\/onboarding\/[^/]+\/management-agreement/, 'agreement'],
  [/^\/onboarding\/[^/]+\/photoshoot/, 'photoshoot'],
  [/^\/onboarding\/[^/]+/, 'onboardingCase'],
  [/^(\/mobile)?\/performance\/?$/, 'performance'],
  [/^(\/mobile)?\/performance\/payouts-breakdown/, 'payouts'],
  [/^\/blocks\//, 'block'],
  [/^\/listings\/?$/, 'listings'],
  [/^\/listings\/[^/]+$/, 'listing'],
  [/^\/tax-center/, 'taxCenter'],
  [/^\/referrals\/?$/, 'referrals'],
  [/^\/referrals\/[^/]+$/, 'referral'],
  [/^\/reports\/?$/, 'reports'],
  [/^\/reports\/statements\/?$/, 'statements'],
  [/^\/reports\/statements\/[^/]+$/, 'statement'],
  [/^\/account/, 'account'],
]

/** `BookingNoteAdded` → `booking note added`. */
export const splitWords = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()

/** Describes one entry of the access log. */
export const describeEntry = ({ kind, text, recordIds }: AccessEntry, t: Text): string => {
  if (kind === 'page') {
    const name = PAGES.find(([pattern]) => pattern.test(text))?.[1]
    return t('account.access.page', { page: name === undefined ? text : t(`account.access.pages.${name}`) })
  }
  if (kind === 'read') {
    const what = describeRead(text)
    return t('account.access.read', {
      what:
        recordIds.length > 1
          ? `${what}, ${t('account.access.records', { smart_count: recordIds.length })}`
          : what,
    })
  }
  return t(`account.access.${kind}`, { what: splitWords(text) })
}
