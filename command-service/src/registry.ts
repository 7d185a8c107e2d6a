import { account } from './account/account.decider.ts'
import { loadAccountFacts } from './account/account.facts.ts'
import { agreement } from './agreement/agreement.decider.ts'
import { loadAgreementFacts } from './agreement/agreement.facts.ts'
import { audit } from './audit/audit.decider.ts'
import { booking } from './booking/booking.decider.ts'
import { loadBookingFacts } from './booking/booking.facts.ts'
import { calendar } from './calendar/calendar.decider.ts'
import { loadCalendarFacts } from './calendar/calendar.facts.ts'
import { icalFeed } from './ical-feed/icalFeed.decider.ts'
import { loadIcalFeedFacts } from './ical-feed/icalFeed.facts.ts'
import { impersonation } from './impersonation/impersonation.decider.ts'
import { loadImpersonationFacts } from './impersonation/impersonation.facts.ts'
import { ledger } from './ledger/ledger.decider.ts'
import { loadLedgerFacts } from './ledger/ledger.facts.ts'
import { listing } from './listing/listing.decider.ts'
import { loadListingFacts } from './listing/listing.facts.ts'
import { loginTicket } from './login/loginTicket.decider.ts'
import { onboarding } from './onboarding/onboarding.decider.ts'
import { loadOnboardingFacts } from './onboarding/onboarding.facts.ts'
import { payoutAccount } from './payout-account/payoutAccount.decider.ts'
import { loadPayoutAccountFacts } from './payout-account/payoutAccount.facts.ts'
import { payout } from './payout/payout.decider.ts'
import { loadPayoutFacts } from './payout/payout.facts.ts'
import { photoshoot } from './photoshoot/photoshoot.decider.ts'
import { loadPhotoshootFacts } from './photoshoot/photoshoot.facts.ts'
import { shootDay } from './photoshoot/shootDay.decider.ts'
import { policy } from './policy/policy.decider.ts'
import { reconciliation } from './reconciliation/reconciliation.decider.ts'
import { loadNothing } from './runtime/noFacts.ts'
import type { Registry } from './runtime/registration.ts'
import { user } from './user/user.decider.ts'

/** Who decides, by aggregate; the compiler lists what is missing. */
export const registry = {
  policy: { decider: policy, load: loadNothing },
  account: { decider: account, load: loadAccountFacts },
  listing: { decider: listing, load: loadListingFacts },
  calendar: { decider: calendar, load: loadCalendarFacts },
  booking: { decider: booking, load: loadBookingFacts },
  user: { decider: user, load: loadNothing },
  login: { decider: loginTicket, load: loadNothing },
  impersonation: { decider: impersonation, load: loadImpersonationFacts },
  ledger: { decider: ledger, load: loadLedgerFacts },
  payoutAccount: { decider: payoutAccount, load: loadPayoutAccountFacts },
  payout: { decider: payout, load: loadPayoutFacts },
  reconciliation: { decider: reconciliation, load: loadNothing },
  onboarding: { decider: onboarding, load: loadOnboardingFacts },
  photoshoot: { decider: photoshoot, load: loadPhotoshootFacts },
  shootDay: { decider: shootDay, load: loadNothing },
  agreement: { decider: agreement, load: loadAgreementFacts },
  audit: { decider: audit, load: loadNothing },
  icalFeed: { decider: icalFeed, load: loadIcalFeedFacts },
} satisfies Registry
