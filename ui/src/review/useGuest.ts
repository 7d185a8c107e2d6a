import { ERASED } from '@hearth/contracts/kernel/erased'
import type { Review } from '../data/records/records.ts'
import { useText } from '../i18n/text.ts'

/** The guest’s name, and the first of their names; erased guests have none. */
export const useGuest = ({
  guestName,
}: Pick<Review, 'guestName'>): Readonly<{ name: string; first: string }> => {
  const t = useText()
  const name = guestName === null || guestName === ERASED ? t('reviews.guest') : guestName
  return { name, first: name === guestName ? (name.split(' ')[0] ?? name) : name }
}
