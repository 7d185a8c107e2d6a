import { useSearchParams } from 'react-router-dom'
import { to } from '../../navigation/paths.ts'
import { useText } from '../../i18n/text.ts'
import { PayoutSettings } from '../../payout-account/settings/PayoutSettingsPage.tsx'
import '../../listing-sections/texts.ts'

/** `/onboarding/payout-settings`: the same settings, with the way back to the listing that needs them. */
const OnboardingPayoutSettingsPage = () => {
  const t = useText()
  const listingId = useSearchParams()[0].get('listingId')
  return (
    <PayoutSettings
      back={{
        label: t(listingId === null ? 'onboarding.title' : 'onboarding.page.back'),
        to: listingId === null ? to.onboarding() : to.onboardingCase(listingId),
      }}
    />
  )
}
export default OnboardingPayoutSettingsPage
