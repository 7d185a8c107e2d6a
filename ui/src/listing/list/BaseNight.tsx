import { Money } from '../../components/display/Money.tsx'
import type { Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'

/** The price of a regular night. */
export const BaseNight = ({ listing: { baseNightMinor, currency } }: { listing: Listing }) => {
  const t = useText()
  return baseNightMinor === null ? (
    <span className="c">{t('listings.noPrice')}</span>
  ) : (
    <span className="strong">
      <Money amountMinor={baseNightMinor} currency={currency} />
    </span>
  )
}
