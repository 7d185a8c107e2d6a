import type { accountTexts } from './en/account.ts'
import type { addressTexts } from './en/address.ts'
import type { internalTexts } from './en/internal.ts'
import type { onboardingTexts } from './en/onboarding.ts'
import type { reviewTexts } from './en/review.ts'
import type { payoutTexts } from './en/payout.ts'
import type { payoutAccountTexts } from './en/payoutAccount.ts'

/** The features whose texts are added by their own pages (`addTexts`), by their place in the dictionary. */
export type LazyTexts = Readonly<{
  account: typeof accountTexts
  address: typeof addressTexts
  internal: typeof internalTexts
  onboarding: typeof onboardingTexts
  payout: typeof payoutTexts
  review: typeof reviewTexts
  payoutAccount: typeof payoutAccountTexts
}>
