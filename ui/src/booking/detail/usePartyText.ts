import type { Party } from '@hearth/contracts/booking'
import { useText } from '../../i18n/text.ts'

/** `2 adults, 1 child` */
export const useFormatParty = () => {
  const t = useText()
  return ({ adults, children, infants, pets }: Party) =>
    (['adults', 'children', 'infants', 'pets'] as const)
      .map((kind) => [kind, { adults, children, infants, pets }[kind]] as const)
      .filter(([, count]) => count > 0)
      .map(([kind, count]) => t(`booking.party.${kind}`, { smart_count: count }))
      .join(', ')
}
