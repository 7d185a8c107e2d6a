import { Money } from '../../components/display/Money.tsx'
import { useSees } from '../../session/session.ts'
import type { Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'

/** The price of a regular night; nothing for those who do not see prices. */
export const BaseNight = ({ listing: { baseNightMinor, currency } }: { listing: Listing }) => {
  const t = useText()
  if (!useSees('listing.price')) return null
  return baseNightMinor === null ? (
    <span className="c">{t('listings.noPrice')}</span>
  ) : (
    <span className="strong">
      <Money amountMinor={baseNightMinor} currency={currency} />
    </span>
  )
}
